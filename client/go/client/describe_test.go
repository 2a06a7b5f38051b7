package client

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"net/url"
	"testing"
	"time"
)

func TestACertificateWithoutASubjectIsCalledByItsNames(t *testing.T) {
	certificate := &x509.Certificate{
		DNSNames: []string{"operator.example.org"},
		URIs:     []*url.URL{{Scheme: "spiffe", Host: "cpsizer", Path: "/ns/hypershift/sa/operator"}},
		Issuer:   pkix.Name{CommonName: "ours"},
		NotAfter: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	const wanted = "operator.example.org, spiffe://cpsizer/ns/hypershift/sa/operator, issued by CN=ours, " +
		"valid until 2026-01-02 03:04:05 UTC, which has passed"
	if said := describe(certificate); said != wanted {
		t.Errorf("%s\nand not\n%s", said, wanted)
	}
}
