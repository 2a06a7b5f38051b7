package client_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// files writes the certificate of a client, and the authority that the client trusts.
func (f folder) files(issuer, believed *authority, name string, ends time.Duration) client.TLSFiles {
	f.t.Helper()
	certificate, key := issuer.issue(name, ends)
	return client.TLSFiles{CA: f.write("ca.crt", believed.pem()), ServerName: "localhost",
		Certificate: f.write("tls.crt", certificate), Key: f.write("tls.key", key)}
}

func tlsClient(t *testing.T, address string, files client.TLSFiles) *client.Client {
	t.Helper()
	return newClient(t, client.Options{Target: "passthrough:///" + address, TLS: &files})
}

// callerName responds with the name of the client's certificate.
func callerName(ctx context.Context, _ *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	caller, _ := peer.FromContext(ctx)
	certificates := caller.AuthInfo.(credentials.TLSInfo).State.PeerCertificates
	return &v1.RecommendSizeResponse{RecommendedSize: certificates[0].Subject.CommonName}, nil
}

func startTLS(t *testing.T, address string, config *tls.Config) *fakeServer {
	t.Helper()
	return startFake(t, address, callerName, grpc.Creds(credentials.NewTLS(config)))
}

func TestAClientShowsItsCertificate(t *testing.T) {
	ours := newAuthority(t, "ours")
	server := startTLS(t, "", ours.serverTLS())
	c := tlsClient(t, server.address, newFolder(t).files(ours, ours, "operator", time.Hour))
	if name, err := recommend(c); name != "operator" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
}

func TestAnErrorSaysWhichCertificateIsWrong(t *testing.T) {
	ours, stranger := newAuthority(t, "ours"), newAuthority(t, "stranger")
	const clients = "does not accept the client's certificate"
	const servers = "the server's certificate (CN=localhost, issued by CN=ours"
	for _, test := range []struct {
		name   string
		files  func(folder) client.TLSFiles
		wanted []string
	}{
		{"the client trusts another authority", func(f folder) client.TLSFiles {
			return f.files(ours, stranger, "operator", time.Hour)
		}, []string{servers, "signed by unknown authority", "ca.crt"}},
		{"the client expects another name", func(f folder) client.TLSFiles {
			files := f.files(ours, ours, "operator", time.Hour)
			files.ServerName = "cpsizer.example.org"
			return files
		}, []string{servers, "cpsizer.example.org"}},
		{"the client is of another authority", func(f folder) client.TLSFiles {
			return f.files(stranger, ours, "operator", time.Hour)
		}, []string{clients, "CN=operator, issued by CN=stranger", "tls.crt"}},
		{"the client's certificate has expired", func(f folder) client.TLSFiles {
			return f.files(ours, ours, "operator", -time.Hour)
		}, []string{clients, "CN=operator, issued by CN=ours, valid until ", "which has passed"}},
		{"the client has none", func(f folder) client.TLSFiles {
			return client.TLSFiles{CA: f.write("ca.crt", ours.pem()), ServerName: "localhost"}
		}, []string{clients, "this client has no certificate"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
				config := ours.serverTLS()
				config.MaxVersion = version
				server := startTLS(t, "", config)
				_, err := recommend(tlsClient(t, server.address, test.files(newFolder(t))))
				if of := client.AsError(err); of == nil || of.Code != codes.Unavailable || of.Connection == nil || of.Reason != "" {
					t.Fatalf("%v", err)
				}
				for _, wanted := range append(test.wanted, server.address) {
					if !strings.Contains(err.Error(), wanted) {
						t.Errorf("%v does not say %q", err, wanted)
					}
				}
			}
		})
	}
}

func TestTheCauseIsInside(t *testing.T) {
	ours, stranger := newAuthority(t, "ours"), newAuthority(t, "stranger")
	server := startTLS(t, "", ours.serverTLS())
	_, err := recommend(tlsClient(t, server.address, newFolder(t).files(ours, stranger, "operator", time.Hour)))
	var unknown x509.UnknownAuthorityError
	if !errors.As(err, &unknown) {
		t.Errorf("%v", err)
	}
}

func TestPlaintextAndTLSDoNotMix(t *testing.T) {
	ours := newAuthority(t, "ours")
	_, err := recommend(plaintextClient(t, startTLS(t, "", ours.serverTLS()).address))
	if status.Code(err) != codes.Unavailable || !strings.Contains(err.Error(), "as a server with TLS does") {
		t.Errorf("%v", err)
	}
	_, err = recommend(tlsClient(t, startFake(t, "", medium).address, newFolder(t).files(ours, ours, "operator", time.Hour)))
	if status.Code(err) != codes.Unavailable || !strings.Contains(err.Error(), "does not look like a TLS handshake") {
		t.Errorf("%v", err)
	}
}

// eventually calls the service until the response is `wanted`, because gRPC needs some time to restore a broken
// connection.
func eventually(t *testing.T, c *client.Client, wanted string) {
	t.Helper()
	var name string
	var err error
	for begin := time.Now(); time.Since(begin) < testTimeout; {
		if name, err = recommend(c); name == wanted {
			return
		}
	}
	t.Fatalf("%q, %v, and never %q", name, err, wanted)
}

func TestRenewedFilesAreInUseWithTheNextConnection(t *testing.T) {
	before, after := newAuthority(t, "before"), newAuthority(t, "after")
	server := startTLS(t, reservePort(t), before.serverTLS())
	files := newFolder(t)
	c := tlsClient(t, server.address, files.files(before, before, "first", time.Hour))
	eventually(t, c, "first")
	// Replaces certificate, key and authority.
	files.files(after, after, "second", time.Hour)
	server.server.Stop()
	startTLS(t, server.address, after.serverTLS())
	eventually(t, c, "second")
}

func TestFilesThatCannotBeUsedChangeNothing(t *testing.T) {
	ours := newAuthority(t, "ours")
	server := startTLS(t, reservePort(t), ours.serverTLS())
	files := newFolder(t)
	c := tlsClient(t, server.address, files.files(ours, ours, "first", time.Hour))
	eventually(t, c, "first")
	certificate, key := ours.issue("second", time.Hour)
	files.write("tls.crt", certificate) // the new key is not written yet
	server.server.Stop()
	server = startTLS(t, server.address, ours.serverTLS())
	eventually(t, c, "first")
	// The server now rejects the old files. The error must also contain the reason why the new files are not used.
	server.server.Stop()
	server = startTLS(t, server.address, newAuthority(t, "another").serverTLS())
	for begin := time.Now(); ; {
		_, err := recommend(c)
		if err != nil && strings.Contains(err.Error(), "the current files cannot be used") &&
			strings.Contains(err.Error(), "private key does not match") {
			break
		}
		if time.Since(begin) > testTimeout {
			t.Fatal(err)
		}
	}
	files.write("tls.key", key)
	server.server.Stop()
	startTLS(t, server.address, ours.serverTLS())
	eventually(t, c, "second")
}
