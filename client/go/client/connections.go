package client

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc/credentials"
)

// connections records the progress of connecting. If a deadline passes before a connection is ready, gRPC reports only
// that the deadline has passed.
type connections struct {
	mutex sync.Mutex
	// The reason why DNS returns no address, and the name that DNS has not resolved yet. Both are empty after DNS has
	// returned an address.
	unresolved error
	asked      waiting
	// The error of the newest failed attempt; nil after a successful attempt.
	failure error
	// The event that the newest attempt waits for; empty if there is no attempt in progress.
	attempt waiting
}

// waiting is an event that is awaited, and the time when the wait began. If `what` is empty, no event is awaited.
type waiting struct {
	what  string
	since time.Time
}

func waitingFor(format string, arguments ...any) waiting {
	return waiting{fmt.Sprintf(format, arguments...), time.Now()}
}

func (w waiting) untilNow() error {
	return fmt.Errorf("still waiting for %[2]s after %[1]s", time.Since(w.since).Round(time.Millisecond), w.what)
}

// problem returns the reason why there is probably no connection, or nil.
func (c *connections) problem() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch {
	case c.unresolved != nil:
		return c.unresolved
	case c.asked.what != "":
		return c.asked.untilNow()
	case c.failure == nil && c.attempt.what != "":
		return c.attempt.untilNow()
	}
	return c.failure
}

// naming records that DNS is queried for a name. Each resolver calls naming once.
func (c *connections) naming(host string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.unresolved, c.asked = nil, waitingFor("DNS to return the addresses of %s", host)
}

// named stores the reason why a DNS response has no address; nil if the response has an address.
func (c *connections) named(unresolved error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.unresolved, c.asked = unresolved, waiting{}
}

// notNamed stores the reason why DNS does not respond, unless DNS has returned addresses before: as in gRPC, these
// addresses stay in use.
func (c *connections) notNamed(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.unresolved != nil || c.asked.what != "" {
		c.unresolved, c.asked = err, waiting{}
	}
}

func (c *connections) waiting(format string, arguments ...any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.attempt = waitingFor(format, arguments...)
}

// finished stores and returns the error of an attempt. A nil error means a successful attempt.
func (c *connections) finished(failure error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.failure, c.attempt = failure, waiting{}
	return failure
}

// dial opens the connections of gRPC. `address` is HOST:PORT, or unix://PATH.
func (c *connections) dial(ctx context.Context, address string) (net.Conn, error) {
	network := "tcp"
	if path, isUnix := strings.CutPrefix(address, "unix://"); isUnix {
		network, address = "unix", path
	}
	c.waiting("%s to accept a connection", address)
	connection, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, c.finished(err) // the error contains the address
	}
	c.waiting("%s to begin", address)
	return connection, nil
}

// transport is the credentials of a connection. It explains why a connection ended before its first byte.
type transport interface {
	credentials.TransportCredentials
	explainEnd(err error) error
}

// watchedTransport reports the results of handshakes, and of the first read after a handshake, to connections.
type watchedTransport struct {
	transport
	connections *connections
}

func (w watchedTransport) ClientHandshake(ctx context.Context, authority string, raw net.Conn) (
	net.Conn, credentials.AuthInfo, error) {
	address := raw.RemoteAddr().String()
	w.connections.waiting("the handshake with %s", address)
	connection, info, err := w.transport.ClientHandshake(ctx, authority, raw)
	if err != nil {
		return nil, nil, w.connections.finished(fmt.Errorf("%s: %w", address, err))
	}
	w.connections.waiting("the first byte of %s", address)
	return &beginning{Conn: connection, read: make(chan struct{}), worked: func() { w.connections.finished(nil) },
		ended: func(err error) error {
			return w.connections.finished(fmt.Errorf("%s: %w", address, w.explainEnd(err)))
		}}, info, nil
}

func (w watchedTransport) Clone() credentials.TransportCredentials {
	return w // the value is immutable
}

// alertTimeout is the time for which a failed write waits for a read that returns the reason.
const alertTimeout = time.Second

// beginning is a connection that reports the result of its first read, which shows whether the connection works.
type beginning struct {
	net.Conn
	worked func()
	ended  func(error) error
	once   sync.Once
	read   chan struct{} // closed after the first read
}

func (b *beginning) Read(buffer []byte) (int, error) {
	count, err := b.Conn.Read(buffer)
	b.once.Do(func() {
		defer close(b.read)
		if count > 0 {
			b.worked()
		} else if err != nil {
			err = b.ended(err)
		}
	})
	return count, err
}

// Write waits for the first read if the write fails. If the server has closed the connection, a write fails before the
// reader has received the last bytes of the server. Without the wait, gRPC would close the connection immediately.
func (b *beginning) Write(buffer []byte) (int, error) {
	count, err := b.Conn.Write(buffer)
	if err != nil {
		select {
		case <-b.read:
		case <-time.After(alertTimeout):
		}
	}
	return count, err
}
