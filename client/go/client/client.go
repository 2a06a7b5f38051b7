package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // without it healthCheckConfig is ignored, and nothing says so
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// DefaultTimeout is how long a call may take, all tries together, where neither Options nor its context say less. It is the
// timeout of docs/service-config.json.
const DefaultTimeout = 5 * time.Second

// Options say where the service is and how to reach it.
type Options struct {
	// Target is a gRPC name: dns:///cpsizer:50051 of a headless Service, or unix:/run/cpsizer/socket. Required.
	Target string

	// TLS names the files for mutual TLS. Nil means plaintext, which a Target other than unix: gets only with Plaintext.
	TLS *TLSFiles

	// Plaintext allows a Target other than unix: without TLS: anybody on the way can read and change what is decided.
	Plaintext bool

	// Timeout is how long a call may take, all tries together; the deadline of its context counts where it is earlier.
	// 0 means DefaultTimeout. A batch of 100,000 clusters wants more.
	Timeout time.Duration

	// DialOptions come last, such as a stats handler. A per-call credential or another interceptor is fine; a dialer,
	// transport credentials or a service config would undo what this package is for.
	DialOptions []grpc.DialOption
}

// Client is a channel to the service, safe for concurrent use. It has the methods of [v1.SizingServiceClient], the
// interface that callers should hold and tests can fake.
type Client struct {
	v1.SizingServiceClient
	channel *grpc.ClientConn
}

var _ v1.SizingServiceClient = (*Client)(nil)

// New returns a client for the service at options.Target. It reads the TLS files and connects with the first call: a service
// that is not there yet is an error of calls, not of New. The error of New is one sentence about an option or a file.
func New(options Options) (*Client, error) {
	if options.Target == "" {
		return nil, errors.New("cpsizer: Options.Target is empty; name the service, such as dns:///cpsizer:50051")
	}
	if options.Timeout < 0 {
		return nil, fmt.Errorf("cpsizer: Options.Timeout is %s; give a time above zero, or 0 for %s",
			options.Timeout, DefaultTimeout)
	}
	if options.Timeout == 0 {
		options.Timeout = DefaultTimeout
	}
	transport, err := transportOf(options)
	if err != nil {
		return nil, fmt.Errorf("cpsizer: %w", err)
	}
	connections := &connections{}
	dialOptions := append([]grpc.DialOption{
		grpc.WithDefaultServiceConfig(serviceConfigWithoutTimeout()),
		// Nobody but this package says how to call: not a TXT record either.
		grpc.WithDisableServiceConfig(),
		grpc.WithTransportCredentials(watchedTransport{transport, connections}),
		// A proxy of the environment is meant for web traffic; a dialer of our own leaves it aside.
		grpc.WithContextDialer(connections.dial),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)),
		// Not two minutes: that long a service that is back would not be noticed.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 10 * time.Second},
			MinConnectTimeout: 10 * time.Second,
		}),
		// A node that died does not say so, and TCP would wait for a quarter of an hour. The server allows six a minute.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
		grpc.WithChainUnaryInterceptor(interceptor(options.Target, options.Timeout, connections)),
	}, options.DialOptions...)
	// Here the first one counts: a caller's own goes before it.
	dialOptions = append(dialOptions, grpc.WithResolvers(watchedNames{resolver.Get("dns"), connections}))
	channel, err := grpc.NewClient(options.Target, dialOptions...)
	if err != nil {
		return nil, fmt.Errorf("cpsizer: Options.Target %q: %w", options.Target, err)
	}
	return &Client{v1.NewSizingServiceClient(channel), channel}, nil
}

// Close ends the channel and what is under way on it.
func (c *Client) Close() error {
	return c.channel.Close()
}

func transportOf(options Options) (transport, error) {
	if options.TLS != nil {
		if options.Plaintext {
			return nil, errors.New("Options has both TLS and Plaintext; choose one")
		}
		return newReloadingCredentials(*options.TLS)
	}
	if !options.Plaintext && !strings.HasPrefix(options.Target, "unix:") {
		return nil, fmt.Errorf("Options.TLS is missing for Target %q; name the files, or say Plaintext", options.Target)
	}
	return plaintext{insecure.NewCredentials()}, nil
}

type plaintext struct {
	credentials.TransportCredentials
}

func (plaintext) explainEnd(err error) error {
	return fmt.Errorf("the server ended the plaintext connection before its first byte, as one does that wants TLS: %w", err)
}

// interceptor bounds the time of a call and makes its error one of ours.
func interceptor(target string, timeout time.Duration, connections *connections) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, request, response any, channel *grpc.ClientConn,
		invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		bounded, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		err := invoke(bounded, method, request, response, channel, options...)
		if err == nil {
			return nil
		}
		failed := newError(err, target, method[strings.LastIndex(method, "/")+1:], connections)
		failed.givenUp = ctx.Err() == context.Canceled
		return failed
	}
}
