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
	_ "google.golang.org/grpc/health" // without this package, gRPC ignores healthCheckConfig
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// DefaultTimeout is the time limit of a call with all its retries if Options.Timeout is 0. The deadline of the call's
// context applies if it is earlier. docs/service-config.json has the same timeout.
const DefaultTimeout = 5 * time.Second

// Options configure the address of the service and the connections to it.
type Options struct {
	// Target is a gRPC name: dns:///cpsizer:50051 for a headless Service, or unix:/run/cpsizer/socket. Required.
	Target string

	// TLS contains the paths of the files for mutual TLS. Nil means no TLS. Without TLS, a Target other than unix:
	// requires Plaintext.
	TLS *TLSFiles

	// Plaintext allows a Target other than unix: without TLS. Any host on the network path can then read and change the
	// decisions.
	Plaintext bool

	// Timeout is the time limit of a call with all its retries. The deadline of the call's context applies if it is
	// earlier. 0 means DefaultTimeout. A batch of 100,000 clusters needs a longer timeout.
	Timeout time.Duration

	// DialOptions are applied last, for example a stats handler, a per-call credential or another interceptor. Do not
	// pass a dialer, transport credentials or a service config, because this package must set them.
	DialOptions []grpc.DialOption
}

// Client is a channel to the service. It is safe for concurrent use. It has the methods of [v1.SizingServiceClient].
// Callers should use that interface, so that tests can pass a fake.
type Client struct {
	v1.SizingServiceClient
	channel     *grpc.ClientConn
	target      string        // Options.Target
	timeout     time.Duration // Options.Timeout or DefaultTimeout
	connections *connections
}

var _ v1.SizingServiceClient = (*Client)(nil)

// New returns a client for the service at options.Target. New reads the TLS files, and the first call opens the
// connection. If the service is unreachable, calls return an error, but New does not. An error of New is one sentence
// about an option or a file.
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
		// Ignores service configs in TXT records, because only this package sets the service config.
		grpc.WithDisableServiceConfig(),
		grpc.WithTransportCredentials(watchedTransport{transport, connections}),
		// A custom dialer ignores proxies in the environment, which are meant for web traffic.
		grpc.WithContextDialer(connections.dial),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)),
		// The default of MaxDelay is two minutes. During this time the client would not notice that the service has
		// recovered.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 10 * time.Second},
			MinConnectTimeout: 10 * time.Second,
		}),
		// Detects a failed node, which sends nothing: without pings, TCP would wait for 15 minutes. The server allows
		// six pings per minute.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
		grpc.WithChainUnaryInterceptor(interceptor(options.Target, options.Timeout, connections)),
	}, options.DialOptions...)
	// gRPC uses the first resolver, so a resolver of the caller takes precedence over this resolver.
	dialOptions = append(dialOptions, grpc.WithResolvers(watchedNames{resolver.Get("dns"), connections}))
	channel, err := grpc.NewClient(options.Target, dialOptions...)
	if err != nil {
		return nil, fmt.Errorf("cpsizer: Options.Target %q: %w", options.Target, err)
	}
	return &Client{v1.NewSizingServiceClient(channel), channel, options.Target, options.Timeout, connections}, nil
}

// Close closes the channel, and ends the calls in flight.
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
		return nil, fmt.Errorf("Options.TLS is missing for Target %q; set it, or set Plaintext", options.Target)
	}
	return plaintext{insecure.NewCredentials()}, nil
}

type plaintext struct {
	credentials.TransportCredentials
}

func (plaintext) explainEnd(err error) error {
	return fmt.Errorf("the server closed the plaintext connection before its first byte, as a server with TLS does: %w", err)
}

// interceptor limits the time of a call and converts its error to *Error.
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
