package client

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc/metadata"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

const (
	// maxDirect is the number of calls that may be in flight before calls are joined. With one, two callers would wait
	// for each other. A batch of two does not cost less than two calls.
	maxDirect = 2
	// leastWindows is the number of windows that a joined call must have until its deadline.
	leastWindows = 10
)

// startTimer calls `function` after a delay in a new goroutine, unless the returned function stops the timer.
func startTimer(delay time.Duration, function func()) (stop func() bool) {
	return time.AfterFunc(delay, function).Stop
}

// coalescer joins calls to batches. Each batch belongs to a queue, and each queue to a key.
type coalescer struct {
	client  *Client
	window  time.Duration
	after   func(time.Duration, func()) (stop func() bool)
	sending sync.WaitGroup // the batches that are sealed and not finished

	mutex  sync.Mutex
	closed bool
	direct int // calls in flight that are not in a batch
	queues map[string]*queue
	keys   map[pointers]string // the keys of joined calls in flight
}

// queue has the batches of one key. It exists while there is such a batch.
type queue struct {
	key      string
	shared   string // the serialized fields that all items share; a part of the key
	outgoing metadata.MD
	open     *batch // the batch that calls may still join, or nil
	sent     int    // number of batches in flight
}

func newCoalescer(c *Client, window time.Duration, after func(time.Duration, func()) func() bool) *coalescer {
	return &coalescer{client: c, window: window, after: after, queues: map[string]*queue{}, keys: map[pointers]string{}}
}

// accepts returns whether a call without call options may be joined to others.
func (c *coalescer) accepts(ctx context.Context, request *v1.RecommendSizeRequest) bool {
	least := leastWindows * c.window
	if least <= 0 || c.client.timeout < least || ctx.Err() != nil || request.GetClusterSizingConfiguration() == nil {
		return false
	}
	deadline, isLimited := ctx.Deadline()
	return (!isLimited || time.Until(deadline) >= least) && len(request.ProtoReflect().GetUnknown()) == 0
}

func (c *coalescer) recommendSize(ctx context.Context, request *v1.RecommendSizeRequest) (
	*v1.RecommendSizeResponse, error) {
	call := &joinedCall{ctx: ctx, request: request, pointers: pointersOf(request)}
	isDirect := c.begin(call)
	if !isDirect {
		if err := call.serialize(); err != nil || call.isTooLarge() {
			return c.client.RecommendSize(ctx, request) // the plain call has the error, or is slow anyway
		}
		isDirect = !c.join(call)
	}
	if !isDirect {
		return c.wait(call)
	}
	defer c.endDirect()
	return c.client.RecommendSize(ctx, request)
}

// begin returns true if the call goes out at once. Otherwise it sets the key of the call if a call in flight has it.
func (c *coalescer) begin(call *joinedCall) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.queues) == 0 && c.direct < maxDirect {
		c.direct++
		return true
	}
	if call.outgoing, _ = metadata.FromOutgoingContext(call.ctx); len(call.outgoing) == 0 {
		call.key = c.keys[call.pointers]
	}
	return false
}

// join adds the call to the open batch of its key. It returns false if the call goes out at once instead.
func (c *coalescer) join(call *joinedCall) bool {
	call.deadline = time.Now().Add(c.client.timeout)
	if own, isLimited := call.ctx.Deadline(); isLimited && own.Before(call.deadline) {
		call.deadline = own
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	q := c.queues[call.key]
	if c.closed || (q == nil && c.direct < maxDirect) {
		c.direct++
		return false
	}
	if q == nil {
		q = &queue{key: call.key, shared: call.shared(), outgoing: call.outgoing}
		c.queues[q.key] = q
	}
	if _, isKnown := c.keys[call.pointers]; !isKnown && len(call.outgoing) == 0 {
		c.keys[call.pointers], call.ownsPointers = call.key, true
	}
	if q.open != nil && !q.open.hasRoom(call) {
		go c.send(c.seal(q.open))
	}
	if q.open == nil {
		c.open(q)
	}
	if q.open.add(call) {
		go c.send(c.seal(q.open))
	}
	return true
}

func (c *coalescer) endDirect() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.direct--
}

// open starts the window of a new batch.
func (c *coalescer) open(q *queue) {
	b := &batch{queue: q, done: make(chan struct{}), bytes: len(q.shared)}
	b.stop = c.after(c.window, func() { c.endWindow(b) })
	q.open = b
}

func (c *coalescer) endWindow(b *batch) {
	c.mutex.Lock()
	isOpen := b.queue.open == b
	if isOpen && b.present == 0 {
		c.drop(b)
		isOpen = false
	} else if isOpen {
		c.seal(b)
	}
	c.mutex.Unlock()
	if isOpen {
		c.send(b)
	}
}

// drop removes an open batch without calls.
func (c *coalescer) drop(b *batch) {
	b.stop()
	b.queue.open = nil
	c.removeIfUnused(b.queue)
}

// seal removes an open batch from its queue. The caller must send the batch.
func (c *coalescer) seal(b *batch) *batch {
	b.stop()
	b.queue.open = nil
	b.queue.sent++
	b.removeLeft()
	c.sending.Add(1)
	return b
}

// finish gives a sealed batch to its callers. Usually they call again, so the next batch waits for them, at most for
// the window.
func (c *coalescer) finish(b *batch) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	b.isDone = true
	close(b.done)
	q := b.queue
	q.sent--
	if b.present > maxDirect && !c.closed {
		if q.open == nil {
			c.open(q)
		}
		q.open.expect(b.present)
	}
	c.removeIfUnused(q)
}

func (c *coalescer) removeIfUnused(q *queue) {
	if q.open == nil && q.sent == 0 {
		delete(c.queues, q.key)
	}
}

// close seals and returns all open batches. Later calls are not joined.
func (c *coalescer) close() []*batch {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.closed = true
	var open []*batch
	for _, q := range c.queues {
		if q.open != nil && q.open.present > 0 {
			open = append(open, c.seal(q.open))
		} else if q.open != nil {
			c.drop(q.open)
		}
	}
	return open
}
