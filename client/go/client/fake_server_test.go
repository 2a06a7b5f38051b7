package client_test

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

const testTimeout = time.Minute

// fakeServer is a service in this process. The test defines its responses. Its health status is SERVING until the test
// changes it.
type fakeServer struct {
	v1.UnimplementedSizingServiceServer
	health  *health.Server
	server  *grpc.Server
	address string
	calls   atomic.Int32
	answer  answerFunc
	batches batchLog
}

type answerFunc = func(context.Context, *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error)

func (f *fakeServer) RecommendSize(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	f.calls.Add(1)
	return f.answer(ctx, request)
}

// startFake starts a server on a loopback port, or at `address` if it is not empty. The server stops at the end of the
// test.
func startFake(t *testing.T, address string, answer answerFunc, options ...grpc.ServerOption) *fakeServer {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	must(t, err)
	f := &fakeServer{address: listener.Addr().String(), answer: answer}
	f.server, f.health = serve(listener, f, options...)
	t.Cleanup(f.server.Stop)
	return f
}

func serve(listener net.Listener, service v1.SizingServiceServer, options ...grpc.ServerOption) (
	*grpc.Server, *health.Server) {
	server, status := grpc.NewServer(options...), health.NewServer()
	status.SetServingStatus(v1.SizingService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	healthv1.RegisterHealthServer(server, status)
	v1.RegisterSizingServiceServer(server, service)
	go server.Serve(listener)
	return server, status
}

// reservePort returns a loopback address for servers that stop and start. Until the end of the test, the system does
// not assign the port to other sockets. While no server runs, connections are refused.
func reservePort(t *testing.T) string {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	must(t, err)
	t.Cleanup(func() { syscall.Close(socket) })
	// Go servers also set this option, so a server can bind its socket to the same port. Only the socket of the server
	// listens.
	must(t, syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1))
	must(t, syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	bound, err := syscall.Getsockname(socket)
	must(t, err)
	return fmt.Sprintf("127.0.0.1:%d", bound.(*syscall.SockaddrInet4).Port)
}

func medium(context.Context, *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	return &v1.RecommendSizeResponse{RecommendedSize: "medium"}, nil
}

// newClient returns a client with the timeout of the test, unless options set another timeout.
func newClient(t *testing.T, options client.Options) *client.Client {
	t.Helper()
	if options.Timeout == 0 {
		options.Timeout = testTimeout
	}
	c, err := client.New(options)
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

func plaintextClient(t *testing.T, address string) *client.Client {
	t.Helper()
	return newClient(t, client.Options{Target: "passthrough:///" + address, Plaintext: true})
}

// recommend returns the recommended size, or the error of the call.
func recommend(c v1.SizingServiceClient) (string, error) {
	answer, err := c.RecommendSize(context.Background(), &v1.RecommendSizeRequest{})
	return answer.GetRecommendedSize(), err
}
