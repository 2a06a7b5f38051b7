package main

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
)

// serviceOptions returns the options of calls to the service: mutual TLS with files, or no TLS if insecure is true.
// Without TLS, the service must be on this machine. Errors name the flag.
func serviceOptions(target string, files cpsizer.TLSFiles, insecure bool) (cpsizer.Options, error) {
	options := cpsizer.Options{Target: target, Timeout: 2 * time.Second}
	if !insecure {
		options.TLS = &files
		return options, nil
	}
	if files != (cpsizer.TLSFiles{}) {
		return options, errors.New("--insecure excludes the flags --service-*-file and --service-server-name; remove one or the other")
	}
	if !isLocal(target) {
		return options, fmt.Errorf("--insecure: --service=%q is not an address of this machine; write one such as 127.0.0.1:50051, "+
			"or remove --insecure and set the TLS files", target)
	}
	options.Plaintext = true
	return options, nil
}

// isLocal reports whether a gRPC name is a Unix socket or a loopback address.
func isLocal(target string) bool {
	if strings.HasPrefix(target, "unix:") {
		return true
	}
	for _, scheme := range []string{"dns:///", "passthrough:///"} {
		target = strings.TrimPrefix(target, scheme)
	}
	host, _, err := net.SplitHostPort(target)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}
