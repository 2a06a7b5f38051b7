package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc/credentials"
)

// TLSFiles are the files of mutual TLS, each in PEM, for example from a mounted Secret. They are read for each new
// connection. By default, the server closes each connection after ten minutes. Therefore renewed files are in use after
// this time without a restart. If the files are unusable, for example because the key does not match the certificate
// yet, the previous files stay in use.
type TLSFiles struct {
	// CA is the authority that verifies the server's certificate. Empty means the authorities of the system.
	CA string
	// Certificate is the certificate of this client, followed by its issuers. Key is its key. Set both or neither.
	Certificate, Key string
	// ServerName is the name that the server's certificate must have. Empty means the host of the target.
	ServerName string
}

// reloadingCredentials reads the files for each handshake.
type reloadingCredentials struct {
	files TLSFiles
	mutex sync.Mutex
	// The last valid configuration, and the error of the current files, which is nil if they are valid.
	config *tls.Config
	stale  error
}

// newReloadingCredentials returns an error if the files cannot be used.
func newReloadingCredentials(files TLSFiles) (*reloadingCredentials, error) {
	if (files.Certificate == "") != (files.Key == "") {
		return nil, errors.New("TLSFiles has only one of Certificate and Key; set both, or neither")
	}
	config, err := files.read()
	if err != nil {
		return nil, err
	}
	return &reloadingCredentials{files: files, config: config}, nil
}

func (f TLSFiles) read() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: f.ServerName}
	if f.CA != "" {
		text, err := os.ReadFile(f.CA)
		if err != nil {
			return nil, fmt.Errorf("TLSFiles.CA: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("TLSFiles.CA: %s has no certificate in PEM; specify the authority of the server's certificate", f.CA)
		}
	}
	if f.Certificate == "" {
		return config, nil
	}
	pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
	if err != nil {
		return nil, fmt.Errorf("TLSFiles.Certificate %s and Key %s: %w", f.Certificate, f.Key, err)
	}
	if pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0]); err != nil {
		return nil, fmt.Errorf("TLSFiles.Certificate %s: %w", f.Certificate, err)
	}
	// Sends the certificate for any list of authorities, so that the server reports an error if it does not accept the
	// certificate.
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
	config.Certificates = []tls.Certificate{pair}
	return config, nil
}

// current reads the files and returns the newest valid configuration.
func (r *reloadingCredentials) current() *tls.Config {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	config, err := r.files.read()
	if r.stale = err; err == nil {
		r.config = config
	}
	return r.config
}

func (r *reloadingCredentials) ClientHandshake(ctx context.Context, authority string, raw net.Conn) (
	net.Conn, credentials.AuthInfo, error) {
	// Newer versions of gRPC check this name instead of the name in the configuration.
	if r.files.ServerName != "" {
		authority = r.files.ServerName
	}
	connection, info, err := credentials.NewTLS(r.current()).ClientHandshake(ctx, authority, raw)
	if err == nil {
		return connection, info, nil
	}
	var refused *tls.CertificateVerificationError
	if errors.As(err, &refused) {
		return nil, nil, r.withStale(fmt.Errorf("the server's certificate (%s) is not valid: %w; it was checked against %s",
			describe(refused.UnverifiedCertificates[0]), err, r.authority()))
	}
	if isAlert(err) {
		return nil, nil, r.explainEnd(err)
	}
	return nil, nil, r.withStale(err)
}

// explainEnd explains an error of a connection: the server may have refused the certificate of this client. With TLS
// 1.3, a server refuses a client's certificate only after the handshake is complete for the client.
func (r *reloadingCredentials) explainEnd(err error) error {
	what := "the server closed the connection, as a server does if it does not accept the client's certificate; its log has the reason"
	if isAlert(err) {
		what = "the server does not accept the client's certificate"
	}
	r.mutex.Lock()
	shown := r.config.Certificates
	r.mutex.Unlock()
	which := "this client has no certificate"
	if len(shown) > 0 {
		which = fmt.Sprintf("%s: %s", r.files.Certificate, describe(shown[0].Leaf))
	}
	return r.withStale(fmt.Errorf("%s (%s): %w", what, which, err))
}

// isAlert returns whether the server sent a TLS alert.
func isAlert(err error) bool {
	var remote *net.OpError
	return errors.As(err, &remote) && remote.Op == "remote error"
}

func (r *reloadingCredentials) withStale(err error) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.stale == nil {
		return err
	}
	return fmt.Errorf("%w; the current files cannot be used, so the previous ones were: %w", err, r.stale)
}

func (r *reloadingCredentials) authority() string {
	if r.files.CA == "" {
		return "the authorities of the system"
	}
	return r.files.CA
}

// nameOf returns the subject of a certificate. If the subject is empty, as in many certificates of cert-manager, nameOf
// returns the DNS names and URIs.
func nameOf(certificate *x509.Certificate) string {
	if subject := certificate.Subject.String(); subject != "" {
		return subject
	}
	names := slices.Clone(certificate.DNSNames)
	for _, uri := range certificate.URIs {
		names = append(names, uri.String())
	}
	return strings.Join(names, ", ")
}

func describe(certificate *x509.Certificate) string {
	over := ""
	if time.Now().After(certificate.NotAfter) {
		over = ", which has passed"
	}
	return fmt.Sprintf("%s, issued by %s, valid until %s%s", nameOf(certificate), certificate.Issuer,
		certificate.NotAfter.UTC().Format("2006-01-02 15:04:05 MST"), over)
}

// Info returns the name that calls use as their authority.
func (r *reloadingCredentials) Info() credentials.ProtocolInfo {
	return credentials.NewTLS(&tls.Config{ServerName: r.files.ServerName}).Info()
}

// Clone returns the same object, because it is safe for concurrent use and callers cannot configure it.
func (r *reloadingCredentials) Clone() credentials.TransportCredentials { return r }

// OverrideServerName is a deprecated part of the interface. Set the name in TLSFiles instead.
func (r *reloadingCredentials) OverrideServerName(string) error {
	return errors.New("cpsizer: set TLSFiles.ServerName instead")
}

// ServerHandshake is part of the interface, but these credentials are only for clients.
func (r *reloadingCredentials) ServerHandshake(net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return nil, nil, errors.New("cpsizer: these credentials are for clients")
}
