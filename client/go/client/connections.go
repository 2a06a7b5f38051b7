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

// connections remembers how connecting goes. gRPC forgets it where a deadline passes first, and then all that a caller
// learns is that it did.
type connections struct {
	mutex sync.Mutex
	// Why DNS names nobody to connect to, and the name that it has not answered for yet; neither once it has named somebody.
	nobody error
	asked  waiting
	// Of the newest attempt that failed; nil once one has worked.
	failure error
	// What the newest attempt waits for; nothing where none is under way.
	attempt waiting
}

// waiting is for what, and since when; for nothing where `what` is empty.
type waiting struct {
	what  string
	since time.Time
}

func waitingFor(format string, arguments ...any) waiting {
	return waiting{fmt.Sprintf(format, arguments...), time.Now()}
}

func (w waiting) untilNow() error {
	return fmt.Errorf("for %s nothing but waiting for %s", time.Since(w.since).Round(time.Millisecond), w.what)
}

// trouble returns why there may be no connection, or nil.
func (c *connections) trouble() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch {
	case c.nobody != nil:
		return c.nobody
	case c.asked.what != "":
		return c.asked.untilNow()
	case c.failure == nil && c.attempt.what != "":
		return c.attempt.untilNow()
	}
	return c.failure
}

// naming tells that DNS is asked for a name, for the first time in the life of a resolver.
func (c *connections) naming(host string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.nobody, c.asked = nil, waitingFor("DNS to tell the addresses of %s", host)
}

// named keeps why an answer of DNS names nobody; nil for one that names somebody.
func (c *connections) named(nobody error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.nobody, c.asked = nobody, waiting{}
}

// notNamed keeps why DNS gives no answer. Addresses from before go on, as they do in gRPC.
func (c *connections) notNamed(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.nobody != nil || c.asked.what != "" {
		c.nobody, c.asked = err, waiting{}
	}
}

func (c *connections) waiting(format string, arguments ...any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.attempt = waitingFor(format, arguments...)
}

// finished keeps the failure of an attempt, or nil for one that worked, and returns it.
func (c *connections) finished(failure error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.failure, c.attempt = failure, waiting{}
	return failure
}

// dial is what gRPC connects with. `address` is HOST:PORT, or unix://PATH.
func (c *connections) dial(ctx context.Context, address string) (net.Conn, error) {
	network := "tcp"
	if path, isUnix := strings.CutPrefix(address, "unix://"); isUnix {
		network, address = "unix", path
	}
	c.waiting("%s to accept a connection", address)
	connection, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, c.finished(err) // it names the address
	}
	c.waiting("%s to begin", address)
	return connection, nil
}

// transport is how bytes travel, and what it knows to say about a connection that ends before its first byte.
type transport interface {
	credentials.TransportCredentials
	explainEnd(err error) error
}

// watchedTransport tells connections how handshakes go, and what comes behind them.
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
	return w // nothing in it can be changed from outside
}

// patienceForAlert is how long a write that failed waits for the read that tells why.
const patienceForAlert = time.Second

// beginning is a connection that tells how its first read went: whether it works.
type beginning struct {
	net.Conn
	worked func()
	ended  func(error) error
	once   sync.Once
	read   chan struct{} // closed behind the first read
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

// Write of a connection that the server has ended fails before the reader has seen the server's last word, and gRPC then
// closes it.
func (b *beginning) Write(buffer []byte) (int, error) {
	count, err := b.Conn.Write(buffer)
	if err != nil {
		select {
		case <-b.read:
		case <-time.After(patienceForAlert):
		}
	}
	return count, err
}
