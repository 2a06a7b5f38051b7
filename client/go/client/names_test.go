package client_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	"github.com/cpsizer/cpsizer/client/go/client"
)

// The final dot prevents a search in the search domains of this machine.
const serviceName = "cpsizer.cpsizer.svc.cluster.local."

func portOf(t *testing.T, address string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	must(t, err)
	return port
}

func contains(t *testing.T, err error, wanted ...string) {
	t.Helper()
	for _, text := range wanted {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v does not say %q", err, text)
		}
	}
}

func TestNameWithoutAddressesIsReportedWithHint(t *testing.T) {
	for _, answer := range []int32{namesNoAddress, namesNotKnown} {
		target := startNames(t, answer).target(serviceName, "50051")
		_, err := recommend(newClient(t, client.Options{Target: target, Plaintext: true}))
		of := client.AsError(err)
		if of == nil || of.Code != codes.Unavailable || of.Connection == nil || of.Target != target || !of.Retryable() {
			t.Fatalf("%v", err)
		}
		contains(t, err, target, "DNS has no address for "+serviceName, "is there a Service of this name, and are its pods ready?")
		for _, grpcsWords := range []string{"zero addresses", "no children"} {
			if strings.Contains(err.Error(), grpcsWords) {
				t.Errorf("%v", err)
			}
		}
	}
}

func TestWhereDNSFailsTheErrorIsThatOfDNS(t *testing.T) {
	target := startNames(t, namesFailing).target(serviceName, "50051")
	_, err := recommend(newClient(t, client.Options{Target: target, Plaintext: true}))
	var failed *net.DNSError
	if status.Code(err) != codes.Unavailable {
		t.Errorf("%v", err)
	}
	contains(t, err, target, "DNS does not return the addresses of "+serviceName, "server misbehaving")
	if errors.As(err, &failed) && failed.IsNotFound {
		t.Errorf("%v", err)
	}
}

func TestWhereDNSIsSilentTheErrorSaysForHowLong(t *testing.T) {
	names := startNames(t, namesSilent)
	defer names.speak()
	target := names.target(serviceName, "50051")
	_, err := recommend(newClient(t, client.Options{Target: target, Plaintext: true, Timeout: 50 * time.Millisecond}))
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	contains(t, err, target, "still waiting for DNS to return the addresses of "+serviceName)
}

func TestANameThatGetsAnAddressIsCalledAndNotBlamedAnyMore(t *testing.T) {
	server := startFake(t, "", medium)
	names := startNames(t, namesNotKnown)
	c := newClient(t, client.Options{Target: names.target(serviceName, portOf(t, server.address)), Plaintext: true})
	if _, err := recommend(c); status.Code(err) != codes.Unavailable {
		t.Fatalf("%v", err)
	}
	names.answer.Store(namesLoopback)
	eventually(t, c, "medium")
	server.answer = failWith(codes.Unavailable, "going away")
	_, err := recommend(c)
	if of := client.AsError(err); of == nil || of.Message != "going away" || of.Connection != nil {
		t.Errorf("%v", err)
	}
}

func TestAResolverOfTheCallersOwnIsNamedTooWhereItHasNoAddress(t *testing.T) {
	own := manual.NewBuilderWithScheme("own")
	own.InitialState(resolver.State{})
	_, err := recommend(newClient(t, client.Options{Target: "own:///cpsizer", Plaintext: true,
		DialOptions: []grpc.DialOption{grpc.WithResolvers(own)}}))
	if of := client.AsError(err); of == nil || of.Code != codes.Unavailable || of.Connection == nil {
		t.Fatalf("%v", err)
	}
	contains(t, err, "no address for own:///cpsizer", "are its pods ready?")
}

// A DNS resolver of the caller takes precedence over the resolver of the client.
func TestAResolverOfTheCallersOwnComesFirst(t *testing.T) {
	own := manual.NewBuilderWithScheme("dns")
	own.InitialState(resolver.State{Addresses: []resolver.Address{{Addr: startFake(t, "", medium).address}}})
	c := newClient(t, client.Options{Target: "dns:///cpsizer", Plaintext: true,
		DialOptions: []grpc.DialOption{grpc.WithResolvers(own)}})
	if size, err := recommend(c); size != "medium" || err != nil {
		t.Errorf("%q, %v", size, err)
	}
}

// The error must contain the name of the service, because an operator does not know the addresses of its pods.
func TestWhateverIsWrongTheErrorNamesTheServiceAndTheReason(t *testing.T) {
	ours, stranger := newAuthority(t, "ours"), newAuthority(t, "stranger")
	good := newFolder(t).files(ours, ours, "operator", time.Hour)
	serve := func(ends time.Duration) string { return startTLS(t, "", ours.serverTLSUntil(ends)).address }
	notServing := startFake(t, "", medium)
	notServing.health.Shutdown()
	for _, test := range []struct {
		name, address string
		files         *client.TLSFiles
		reason        string
	}{
		{"no listener", reservePort(t), &good, "connection refused"},
		{"not serving", notServing.address, nil, "health check failed"},
		{"the service's certificate has expired", serve(-time.Hour), &good, "which has passed) is not valid"},
		{"the client trusts another authority", serve(time.Hour),
			ptr(newFolder(t).files(ours, stranger, "operator", time.Hour)), "signed by unknown authority"},
		{"the client's certificate has expired", serve(time.Hour),
			ptr(newFolder(t).files(ours, ours, "operator", -time.Hour)), "does not accept the client's certificate"},
		{"the client is of another authority", serve(time.Hour),
			ptr(newFolder(t).files(stranger, ours, "operator", time.Hour)), "does not accept the client's certificate"},
	} {
		t.Run(test.name, func(t *testing.T) {
			target := startNames(t, namesLoopback).target(serviceName, portOf(t, test.address))
			_, err := recommend(newClient(t, client.Options{Target: target, TLS: test.files, Plaintext: test.files == nil}))
			if status.Code(err) != codes.Unavailable {
				t.Errorf("%v", err)
			}
			contains(t, err, target, test.reason)
		})
	}
}

func ptr(files client.TLSFiles) *client.TLSFiles { return &files }
