package main

import (
	"strings"
	"testing"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
)

func TestInsecureIsForThisMachineOnly(t *testing.T) {
	for target, allowed := range map[string]bool{
		"127.0.0.1:50051":                    true,
		"dns:///127.0.0.1:50051":             true,
		"passthrough:///[::1]:50051":         true,
		"localhost:50051":                    true,
		"unix:/run/cpsizer/grpc.sock":        true,
		"dns:///cpsizer.cpsizer.svc:50051":   false,
		"10.0.0.1:50051":                     false,
		"dns://10.0.0.1/localhost:50051":     false,
		"localhost.example.com:50051":        false,
		"127.0.0.1":                          false,
		"":                                   false,
		"passthrough:///127.0.0.1.evil:5005": false,
	} {
		options, err := serviceOptions(target, cpsizer.TLSFiles{}, true)
		if (err == nil) != allowed || options.Plaintext != allowed {
			t.Errorf("%q: %+v, %v", target, options, err)
		}
		if err != nil && !strings.Contains(err.Error(), "--insecure") {
			t.Error(err)
		}
	}
}

func TestInsecureAndFilesExcludeEachOther(t *testing.T) {
	if _, err := serviceOptions("127.0.0.1:1", cpsizer.TLSFiles{CA: "ca.crt"}, true); err == nil {
		t.Error("no error")
	}
	options, err := serviceOptions("127.0.0.1:1", cpsizer.TLSFiles{CA: "ca.crt"}, false)
	if err != nil || options.Plaintext || options.TLS == nil || options.TLS.CA != "ca.crt" {
		t.Error(options, err)
	}
}
