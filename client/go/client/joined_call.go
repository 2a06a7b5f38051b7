package client

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// joinedCall is one call of RecommendSize. Only the goroutine of its caller uses the context and the request.
type joinedCall struct {
	ctx      context.Context
	request  *v1.RecommendSizeRequest
	outgoing metadata.MD
	pointers pointers
	key      string // see appendKey
	item     []byte // see itemOf
	deadline time.Time

	// The mutex of the coalescer protects these fields.
	ownsPointers bool // this call has set the key of its pointers
	batch        *batch
	index        int // in the sealed batch
	hasLeft      bool
}

// serialize sets the key, unless it is already known, and the item.
func (j *joinedCall) serialize() error {
	if j.key == "" {
		key, err := appendKey(nil, j.outgoing, j.request)
		if err != nil {
			return err
		}
		j.key = string(key)
	}
	var err error
	j.item, err = itemOf(j.request)
	return err
}

func (j *joinedCall) isTooLarge() bool {
	return len(j.item) > maxItemBytes || len(j.key)+len(j.item) > maxBatchBytes
}

// shared returns the part of the key that a batch sends once.
func (j *joinedCall) shared() string {
	return j.key[len(appendMetadata(nil, j.outgoing)):]
}

// rows returns an upper limit for the rows and findings in the response.
func (j *joinedCall) rows() int {
	if j.request.GetOptions().GetDetail() == v1.Detail_DETAIL_BRIEF {
		return 0
	}
	return len(j.request.GetClusterSizingConfiguration().GetSpec().GetSizes()) + len(j.request.GetMachineSets())
}

// wait returns the result of a joined call, or an error when the context of the caller ends.
func (c *coalescer) wait(call *joinedCall) (*v1.RecommendSizeResponse, error) {
	select {
	case <-call.batch.done:
		c.release(call)
	case <-call.ctx.Done():
		if c.leave(call) {
			return nil, c.endedError(call.ctx)
		}
	}
	return c.result(call)
}

// release makes the pointers of the call unknown, because its caller may change the messages after the call.
func (c *coalescer) release(call *joinedCall) {
	if !call.ownsPointers {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.keys, call.pointers)
}

// leave removes the call from its batch. It returns false if the batch is already done.
func (c *coalescer) leave(call *joinedCall) bool {
	c.release(call)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	b := call.batch
	if b.isDone {
		return false
	}
	call.hasLeft = true
	b.present--
	b.expected = max(b.expected-1, 0)
	switch {
	case b.present > 0:
	case b.queue.open == b:
		c.drop(b)
	case b.cancel != nil:
		b.cancel()
	}
	return true
}

// endedError returns the error of a plain call whose context ends.
func (c *coalescer) endedError(ctx context.Context) error {
	ended := status.FromContextError(ctx.Err()).Err()
	failed := newError(ended, c.client.target, recommendSizeMethod, c.client.connections)
	failed.givenUp = failed.Code == codes.Canceled
	return failed
}

// result returns the result of a call whose batch is done.
func (c *coalescer) result(call *joinedCall) (*v1.RecommendSizeResponse, error) {
	b := call.batch
	// The limit of batches in flight does not apply to plain calls.
	if failed := AsError(b.err); failed != nil && failed.Retryable() && failed.Reason != ReasonTooManyCallsInFlight {
		return nil, ofRecommendSize(*failed, c.client.target)
	}
	if b.err == nil && len(b.response.GetResults()) == len(b.calls) {
		result := b.response.Results[call.index]
		if failed := ItemError(result.GetError()); failed != nil {
			return nil, ofRecommendSize(*failed, c.client.target)
		}
		if response := result.GetResponse(); response != nil {
			return response, nil
		}
	}
	// The call was alone in its batch, or the service did not decide it: the plain call has its response or error.
	ctx, cancel := context.WithDeadline(call.ctx, call.deadline)
	defer cancel()
	return c.client.RecommendSize(ctx, call.request)
}

// ofRecommendSize returns the error that a plain call would have.
func ofRecommendSize(failed Error, target string) *Error {
	failed.Method, failed.Target = recommendSizeMethod, target
	return &failed
}
