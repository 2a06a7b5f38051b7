package client_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// authority issues the certificates of one test.
type authority struct {
	t           *testing.T
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(t, err)
	certificate, err := x509.ParseCertificate(der)
	must(t, err)
	return &authority{t, certificate, key}
}

// pem returns the certificate of the authority.
func (a *authority) pem() []byte { return encode("CERTIFICATE", a.certificate.Raw) }

// issue returns a certificate for servers and clients, and its key.
func (a *authority) issue(name string, ends time.Duration) (certificate, key []byte) {
	a.t.Helper()
	own := newKey(a.t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(ends),
		DNSNames: []string{name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &own.PublicKey, a.key)
	must(a.t, err)
	keyDER, err := x509.MarshalECPrivateKey(own)
	must(a.t, err)
	return encode("CERTIFICATE", der), encode("EC PRIVATE KEY", keyDER)
}

// serverTLS returns the mutual TLS configuration of a server in this process.
func (a *authority) serverTLS() *tls.Config {
	a.t.Helper()
	return a.serverTLSUntil(time.Hour)
}

// serverTLSUntil returns the same configuration as serverTLS, with a certificate that expires after `ends`.
func (a *authority) serverTLSUntil(ends time.Duration) *tls.Config {
	a.t.Helper()
	pair, err := tls.X509KeyPair(a.issue("localhost", ends))
	must(a.t, err)
	clients := x509.NewCertPool()
	clients.AddCert(a.certificate)
	return &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	return key
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// folder contains the files of one client or server.
type folder struct {
	t    *testing.T
	path string
}

func newFolder(t *testing.T) folder { return folder{t, t.TempDir()} }

// write writes a file and returns its path. An existing file is replaced atomically.
func (f folder) write(name string, text []byte) string {
	f.t.Helper()
	path := filepath.Join(f.path, name)
	must(f.t, os.WriteFile(path+".new", text, 0o600))
	must(f.t, os.Rename(path+".new", path))
	return path
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
