package client

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// The limits of one batch. They are far below the limits of the service: 100,000 items, 64 MiB, 1,000,000 sizes. A
// larger batch does not cost less for each call.
const (
	maxBatchCalls = 1_000
	// maxBatchBytes is also the limit of the service for a plain call.
	maxBatchBytes = 4 << 20
	// maxBatchRows is the limit for the sizes and MachineSets of all items with full detail. It bounds the response,
	// which has a row for each size and may have a finding for each MachineSet.
	maxBatchRows = 20_000
	// maxItemBytes is the limit for one item. Reading an item of this size never takes more memory than the service
	// allows for a plain call.
	maxItemBytes = 64 << 10
)

// batch is a batch that calls can join, or that is in flight. The mutex of the coalescer protects the fields, unless
// the batch is sealed (calls) or done (response, err).
type batch struct {
	queue   *queue
	calls   []*joinedCall
	present int // number of calls whose callers wait
	// The number of calls after which the batch is sent before its window ends; 0 if it is not known.
	expected int
	bytes    int
	rows     int
	stop     func() bool        // stops the timer of the window
	cancel   context.CancelFunc // nil until the batch is in flight

	done     chan struct{} // closed after the fields below are set
	isDone   bool
	response *v1.BatchRecommendSizeResponse
	err      error
}

func (b *batch) hasRoom(call *joinedCall) bool {
	return b.present == 0 || (b.bytes+len(call.item) <= maxBatchBytes && b.rows+call.rows() <= maxBatchRows)
}

// add returns true if the batch must be sent at once.
func (b *batch) add(call *joinedCall) bool {
	call.batch = b
	b.calls = append(b.calls, call)
	b.present++
	b.bytes += len(call.item)
	b.rows += call.rows()
	return len(b.calls) >= maxBatchCalls || (b.expected > 0 && b.present >= b.expected)
}

// expect makes the batch wait for a number of further calls.
func (b *batch) expect(more int) {
	b.expected = max(b.expected, b.present) + more
}

// removeLeft removes the calls whose callers have left.
func (b *batch) removeLeft() {
	calls := b.calls[:0]
	for _, call := range b.calls {
		if !call.hasLeft {
			call.index = len(calls)
			calls = append(calls, call)
		}
	}
	b.calls = calls
}

// isAlone returns whether a sealed batch has only one call, which then goes out plainly.
func (b *batch) isAlone() bool { return len(b.calls) == 1 }

// latest returns the latest deadline of the calls.
func (b *batch) latest() time.Time {
	latest := b.calls[0].deadline
	for _, call := range b.calls {
		if call.deadline.After(latest) {
			latest = call.deadline
		}
	}
	return latest
}

// request returns the request of a sealed batch. Its fields are already serialized: protobuf sends unknown fields as
// they are. The messages of the callers cannot be used here, because a caller may change them after it has left.
func (b *batch) request() *v1.BatchRecommendSizeRequest {
	text := append(make([]byte, 0, b.bytes), b.queue.shared...)
	for _, call := range b.calls {
		text = append(text, call.item...)
	}
	request := &v1.BatchRecommendSizeRequest{}
	request.ProtoReflect().SetUnknown(text)
	return request
}

// send calls BatchRecommendSize, and returns after the batch has finished. The batch must be sealed.
func (c *coalescer) send(b *batch) {
	defer c.sending.Done()
	defer c.finish(b)
	if b.isAlone() {
		return
	}
	ctx, cancel := context.WithDeadline(context.Background(), b.latest())
	defer cancel()
	if len(b.queue.outgoing) > 0 {
		ctx = metadata.NewOutgoingContext(ctx, b.queue.outgoing)
	}
	if c.cancelWith(b, cancel) {
		// By default gRPC does not retry a call with more than 256 KiB.
		b.response, b.err = c.client.BatchRecommendSize(ctx, b.request(), grpc.MaxRetryRPCBufferSize(2*maxBatchBytes))
	}
}

// cancelWith sets the function that cancels the batch after all callers have left. It returns false if they have left.
func (c *coalescer) cancelWith(b *batch, cancel context.CancelFunc) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	b.cancel = cancel
	return b.present > 0
}
