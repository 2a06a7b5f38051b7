package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

func TestAnOptionThatCannotBeIsOneSentence(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pem")
	empty := newFolder(t).write("empty.pem", nil)
	for _, test := range []struct {
		options client.Options
		wanted  string
	}{
		{client.Options{}, "Options.Target is empty"},
		{client.Options{Target: "dns:///cpsizer:50051"}, "Options.TLS is missing"},
		{client.Options{Target: "x", Plaintext: true, TLS: &client.TLSFiles{}}, "both TLS and Plaintext"},
		{client.Options{Target: "x", Plaintext: true, Timeout: -time.Second}, "Options.Timeout is -1s"},
		{client.Options{Target: "x", TLS: &client.TLSFiles{CA: missing}}, missing},
		{client.Options{Target: "x", TLS: &client.TLSFiles{CA: empty}}, "has no certificate in PEM"},
		{client.Options{Target: "x", TLS: &client.TLSFiles{Key: missing}}, "only one of Certificate and Key"},
		{client.Options{Target: "x", TLS: &client.TLSFiles{Certificate: empty, Key: missing}}, missing},
	} {
		c, err := client.New(test.options)
		if c != nil || err == nil || !strings.Contains(err.Error(), test.wanted) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, and not %q", test.options, err, test.wanted)
		}
	}
}

func TestACallIsAnswered(t *testing.T) {
	server := startFake(t, "", medium)
	if size, err := recommend(plaintextClient(t, server.address)); size != "medium" || err != nil {
		t.Errorf("%q, %v", size, err)
	}
}

func TestUnixSocketNeedsNoAdditionalOption(t *testing.T) {
	server := startFake(t, "", medium)
	path := filepath.Join(t.TempDir(), "socket")
	listener, err := net.Listen("unix", path)
	must(t, err)
	go server.server.Serve(listener)
	if size, err := recommend(newClient(t, client.Options{Target: "unix:" + path})); size != "medium" || err != nil {
		t.Errorf("%q, %v", size, err)
	}
}

func TestModuleRequiresOnlyGRPCAndProtobuf(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	must(t, err)
	for _, line := range strings.Split(string(text), "\n") {
		module, isRequired := strings.CutPrefix(line, "\t")
		if isRequired && !strings.HasPrefix(module, "google.golang.org/") && !strings.HasPrefix(module, "golang.org/x/") {
			t.Errorf("it also needs %s", module)
		}
	}
	if !strings.Contains(string(text), "\ngo 1.22\n") {
		t.Error("it needs another Go than 1.22")
	}
}

func TestTheServiceConfigIsTheOneOfTheDocs(t *testing.T) {
	docs, err := os.ReadFile("../../../docs/service-config.json")
	must(t, err)
	if string(docs) != client.ServiceConfig {
		t.Error("client/go/client/service-config.json is not docs/service-config.json; copy it")
	}
	if !strings.Contains(client.ServiceConfig, `"timeout": "`+client.DefaultTimeout.String()+`"`) {
		t.Errorf("its timeout is not %s", client.DefaultTimeout)
	}
}

func TestACallIsTriedAgainWhereAServerIsGoingAway(t *testing.T) {
	for _, code := range []codes.Code{codes.Unavailable, codes.Canceled} {
		var server *fakeServer
		server = startFake(t, "", func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
			if server.calls.Load() < 4 {
				return nil, status.Error(code, "going away")
			}
			return medium(ctx, request)
		})
		if size, err := recommend(plaintextClient(t, server.address)); size != "medium" || err != nil {
			t.Errorf("%s: %q, %v", code, size, err)
		}
	}
}

func TestACallGoesOnlyToServersThatSayTheyServe(t *testing.T) {
	server := startFake(t, "", medium)
	server.health.SetServingStatus(v1.SizingService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_NOT_SERVING)
	_, err := recommend(plaintextClient(t, server.address))
	if status.Code(err) != codes.Unavailable || server.calls.Load() != 0 {
		t.Errorf("%v after %d calls", err, server.calls.Load())
	}
}

func waitForEnd(ctx context.Context, _ *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	<-ctx.Done()
	return nil, status.FromContextError(ctx.Err()).Err()
}

func TestEveryCallHasADeadline(t *testing.T) {
	server := startFake(t, "", waitForEnd)
	c := newClient(t, client.Options{Target: "passthrough:///" + server.address, Plaintext: true, Timeout: time.Millisecond})
	_, err := recommend(c)
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestTheDeadlineOfTheCallerCountsWhereItIsEarlier(t *testing.T) {
	ends := make(chan time.Time, 1)
	server := startFake(t, "", func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		deadline, _ := ctx.Deadline()
		ends <- deadline
		return medium(ctx, request)
	})
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout/2)
	defer cancel()
	if _, err := plaintextClient(t, server.address).RecommendSize(ctx, &v1.RecommendSizeRequest{}); err != nil {
		t.Fatal(err)
	}
	own, _ := ctx.Deadline()
	if late := (<-ends).Sub(own); late > testTimeout/4 {
		t.Errorf("the server was given %s more", late)
	}
}

func TestACallThatItsCallerGivesUpSaysSo(t *testing.T) {
	begun := make(chan struct{})
	server := startFake(t, "", func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		close(begun)
		return waitForEnd(ctx, request)
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	_, err := plaintextClient(t, server.address).RecommendSize(ctx, &v1.RecommendSizeRequest{})
	if !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || client.AsError(err).Retryable() {
		t.Errorf("%v", err)
	}
}

func TestACallThatTheServerCancelsIsNotTakenForOneThatItsCallerGaveUp(t *testing.T) {
	server := startFake(t, "", func(context.Context, *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		return nil, status.Error(codes.Canceled, "going away")
	})
	_, err := recommend(plaintextClient(t, server.address))
	if status.Code(err) != codes.Canceled || errors.Is(err, context.Canceled) || !client.AsError(err).Retryable() {
		t.Errorf("%v", err)
	}
	if calls := server.calls.Load(); calls != 4 {
		t.Errorf("it was tried %d times", calls)
	}
}

func TestALargeAnswerArrives(t *testing.T) {
	server := startFake(t, "", func(context.Context, *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		return &v1.RecommendSizeResponse{Summary: strings.Repeat("x", 8<<20)}, nil
	})
	if _, err := recommend(plaintextClient(t, server.address)); err != nil {
		t.Error(err)
	}
}
