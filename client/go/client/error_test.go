package client_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

func failWith(code codes.Code, message string, details ...protoadapt.MessageV1) answerFunc {
	return func(context.Context, *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		with, err := status.New(code, message).WithDetails(details...)
		if err != nil {
			return nil, err
		}
		return nil, with.Err()
	}
}

func errorOf(t *testing.T, answer answerFunc) *client.Error {
	t.Helper()
	_, err := recommend(plaintextClient(t, startFake(t, "", answer).address))
	of := client.AsError(err)
	if of == nil {
		t.Fatalf("%v is none of ours", err)
	}
	return of
}

func TestAnErrorNamesTheFieldsThatAreRefused(t *testing.T) {
	err := errorOf(t, failWith(codes.InvalidArgument, "the first in words",
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "spec.sizes[1].capacity.memory",
				Description: "It is zero (so to speak). Write more. (CAPACITY_NOT_POSITIVE)"},
			{Field: "demand.cpu", Description: "of another server"},
		}},
		&errdetails.ErrorInfo{Domain: "cpsizer", Reason: "CAPACITY_NOT_POSITIVE",
			Metadata: map[string]string{"violations_total": "70"}}))
	first := client.Violation{Field: "spec.sizes[1].capacity.memory", Rule: client.RuleCapacityNotPositive,
		Description: "It is zero (so to speak). Write more."}
	if len(err.Violations) != 2 || err.Violations[0] != first || err.Violations[1].Description != "of another server" {
		t.Errorf("%+v", err.Violations)
	}
	if err.Reason != client.RuleCapacityNotPositive || err.ViolationsTotal != 70 || err.Retryable() || !err.Refused() {
		t.Errorf("%+v", err)
	}
	if text := err.Error(); text != "cpsizer: RecommendSize: InvalidArgument: the first in words" {
		t.Error(text)
	}
	if len(status.Convert(err).Details()) != 2 {
		t.Error("gRPC's own functions see no details")
	}
}

func TestErrorNamesSizesWithoutCapacity(t *testing.T) {
	err := errorOf(t, failWith(codes.FailedPrecondition, "no memory capacity is known for medium",
		&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{
			{Type: "CAPACITY_MISSING", Subject: "spec.sizes[1].capacity.memory",
				Description: "size medium has no memory capacity"},
		}},
		&errdetails.ErrorInfo{Domain: "cpsizer", Reason: "CAPACITY_MISSING",
			Metadata: map[string]string{"violations_total": "9"}}))
	wanted := client.Violation{Field: "spec.sizes[1].capacity.memory", Rule: client.RuleCapacityMissing,
		Description: "size medium has no memory capacity"}
	if len(err.Violations) != 1 || err.Violations[0] != wanted || err.ViolationsTotal != 9 || !err.Refused() {
		t.Errorf("%+v", err)
	}
	if text := wanted.String(); text != "spec.sizes[1].capacity.memory: size medium has no memory capacity (CAPACITY_MISSING)" {
		t.Error(text)
	}
}

func TestAnErrorSaysHowLongToWait(t *testing.T) {
	err := errorOf(t, failWith(codes.ResourceExhausted, "full",
		&errdetails.RetryInfo{RetryDelay: durationpb.New(50 * time.Millisecond)},
		&errdetails.ErrorInfo{Reason: "TOO_MANY_CALLS_IN_FLIGHT"}))
	if err.RetryAfter != 50*time.Millisecond || err.Reason != client.ReasonTooManyCallsInFlight ||
		!err.Retryable() || err.Refused() {
		t.Errorf("%+v", err)
	}
	if err := errorOf(t, failWith(codes.ResourceExhausted, "too large")); err.Retryable() || err.Refused() {
		t.Errorf("%+v", err)
	}
}

func TestAnItemOfABatchHasTheSameError(t *testing.T) {
	with, err := status.New(codes.InvalidArgument, "x").WithDetails(&errdetails.ErrorInfo{Reason: "VALUE_NEGATIVE"})
	must(t, err)
	item := client.ItemError(with.Proto())
	if item.Reason != client.RuleValueNegative || item.Error() != "cpsizer: InvalidArgument: x" {
		t.Errorf("%+v", item)
	}
	if client.ItemError(nil) != nil || client.ItemError(status.New(codes.OK, "").Proto()) != nil {
		t.Error("an answer is an error")
	}
}

func TestAServerThatIsNotThereIsNamed(t *testing.T) {
	address := reservePort(t)
	_, err := recommend(plaintextClient(t, address))
	of := client.AsError(err)
	if of == nil || of.Code != codes.Unavailable || !errors.Is(err, syscall.ECONNREFUSED) || !of.Retryable() ||
		strings.Count(err.Error(), address) != 1 {
		t.Errorf("%v", err)
	}
}

// If a server accepts a connection but sends nothing, gRPC reports only that the deadline passed.
func TestAServerThatAcceptsAndStaysSilentIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	address := listener.Addr().String()
	for wanted, files := range map[string]*client.TLSFiles{
		"still waiting for the first byte of ":  nil,
		"still waiting for the handshake with ": {},
	} {
		// On a busy machine, a client may not connect within a short timeout, so the test also tries longer timeouts.
		// They are below ten seconds, because after this time the client closes the connection.
		for timeout := 100 * time.Millisecond; ; timeout *= 4 {
			_, err = recommend(newClient(t, client.Options{
				Target: "passthrough:///" + address, TLS: files, Plaintext: files == nil, Timeout: timeout}))
			if status.Code(err) == codes.DeadlineExceeded && strings.Contains(err.Error(), wanted) &&
				strings.Contains(err.Error(), address) {
				break
			}
			if timeout > 5*time.Second {
				t.Fatalf("%v does not say %q", err, wanted)
			}
		}
	}
}

func TestWhatIsOverIsNotBlamed(t *testing.T) {
	address := reservePort(t)
	c := plaintextClient(t, address)
	if _, err := recommend(c); err == nil {
		t.Fatal("the call succeeded without a server")
	}
	startFake(t, address, failWith(codes.Unavailable, "going away"))
	var err error
	for begin := time.Now(); time.Since(begin) < testTimeout; {
		_, err = recommend(c)
		if of := client.AsError(err); of.Message == "going away" {
			if of.Connection != nil {
				t.Errorf("%v", err)
			}
			return
		}
	}
	t.Errorf("%v", err)
}
