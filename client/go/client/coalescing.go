package client

import (
	"context"
	"time"

	"google.golang.org/grpc"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// DefaultWindow is the window that suits most programs.
const DefaultWindow = 2 * time.Millisecond

// CoalescingClient is a [Client] whose concurrent calls of RecommendSize on one configuration go out as one call of
// BatchRecommendSize. Use it in a program that decides many clusters at the same time, such as an operator with many
// workers; docs/clients.md has the measured costs. The other methods are those of Client. It is safe for concurrent
// use.
type CoalescingClient struct {
	*Client
	coalescer *coalescer
}

var _ v1.SizingServiceClient = (*CoalescingClient)(nil)

// NewCoalescing returns a coalescing client that uses the channel of `c`. A call waits at most `window` for other
// calls, usually [DefaultWindow]. If the window is 0 or less, each call goes out plainly, which means as a call of its
// own, as with Client.
func NewCoalescing(c *Client, window time.Duration) *CoalescingClient {
	return &CoalescingClient{c, newCoalescer(c, window, startTimer)}
}

// RecommendSize returns the response or the error that [Client] would return, and respects the context of the caller.
// While fewer than three calls are in flight, each call goes out at once and plainly. Otherwise it waits until the
// window ends, until the callers of the previous batch have called again, or until the batch is full. A call that is
// then alone in its batch goes out plainly.
//
// Calls are joined if their configuration, their MachineSets and their outgoing metadata are equal. These calls are
// never joined: calls with call options; calls that have less than ten windows until their deadline; requests without a
// configuration, with unknown fields, or with more than 64 KiB for one cluster. A batch has at most 1,000 calls and
// 4 MiB. With DETAIL_FULL its items have at most 20,000 sizes and MachineSets in total.
//
// A caller whose context ends returns at once, and the other callers of the batch are not affected. A batch has the
// latest deadline of its callers, and is cancelled after all of them have returned. Options.Timeout of a batch begins
// with its last call.
//
// If the service refuses a whole batch, for example because the shared configuration is invalid, because the caller is
// not allowed to call BatchRecommendSize, or because too many batches are in flight, each call goes out again plainly
// and has its own result. If a batch fails with another error that is Retryable, such as SERVER_BUSY, each caller gets
// this error.
//
// A batch has no values of the contexts of its callers except their outgoing metadata. Interceptors and stats handlers
// see BatchRecommendSize instead of the calls, and its request is already serialized: all its fields are unknown
// fields. If an interceptor or a per-call credential reads values of the context, use Client.
func (c *CoalescingClient) RecommendSize(ctx context.Context, request *v1.RecommendSizeRequest,
	options ...grpc.CallOption) (*v1.RecommendSizeResponse, error) {
	if len(options) > 0 || !c.coalescer.accepts(ctx, request) {
		return c.Client.RecommendSize(ctx, request, options...)
	}
	return c.coalescer.recommendSize(ctx, request)
}

// Close closes the channel, which is also the channel of the Client. It ends all calls, and returns after the
// goroutines of the batches have ended.
func (c *CoalescingClient) Close() error {
	open := c.coalescer.close()
	err := c.Client.Close()
	for _, b := range open {
		c.coalescer.send(b)
	}
	c.coalescer.sending.Wait()
	return err
}
