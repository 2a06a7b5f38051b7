package client

import (
	"fmt"
	"net"

	"google.golang.org/grpc/resolver"
)

// watchedNames is gRPC's DNS resolver. It also reports its results to connections. gRPC treats a name that does not
// exist as a name without addresses, so the error of gRPC does not contain the reason.
type watchedNames struct {
	resolver.Builder
	connections *connections
}

func (w watchedNames) Build(target resolver.Target, channel resolver.ClientConn, options resolver.BuildOptions) (
	resolver.Resolver, error) {
	host := target.Endpoint()
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	w.connections.naming(host)
	return w.Builder.Build(target, &watchedAnswers{channel, w.connections, host}, options)
}

func noAddress(who, name string) error {
	return fmt.Errorf("%s has no address for %s; is there a Service of this name, and are its pods ready?", who, name)
}

// watchedAnswers receives the results of the resolver.
type watchedAnswers struct {
	resolver.ClientConn
	connections *connections
	host        string
}

func (w *watchedAnswers) UpdateState(state resolver.State) error {
	var none error
	if len(state.Addresses) == 0 && len(state.Endpoints) == 0 {
		none = noAddress("DNS", w.host)
	}
	w.connections.named(none)
	return w.ClientConn.UpdateState(state)
}

func (w *watchedAnswers) ReportError(err error) {
	w.connections.notNamed(fmt.Errorf("DNS does not return the addresses of %s: %w", w.host, err))
	w.ClientConn.ReportError(err)
}
