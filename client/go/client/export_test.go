package client

import "time"

// MaxDirect is the number of calls that go out at once.
const MaxDirect = maxDirect

// NewCoalescingWithTimer returns a coalescing client with the timer of a test.
func NewCoalescingWithTimer(
	c *Client, window time.Duration, after func(time.Duration, func()) func() bool) *CoalescingClient {
	return &CoalescingClient{c, newCoalescer(c, window, after)}
}

// Occupy makes the client join the next calls, as if other calls were in flight.
func (c *CoalescingClient) Occupy() {
	c.coalescer.mutex.Lock()
	defer c.coalescer.mutex.Unlock()
	c.coalescer.direct += maxDirect
}

// Free ends Occupy.
func (c *CoalescingClient) Free() {
	c.coalescer.mutex.Lock()
	defer c.coalescer.mutex.Unlock()
	c.coalescer.direct -= maxDirect
}

// Waiting returns the number of calls in open batches.
func (c *CoalescingClient) Waiting() int {
	c.coalescer.mutex.Lock()
	defer c.coalescer.mutex.Unlock()
	waiting := 0
	for _, q := range c.coalescer.queues {
		if q.open != nil {
			waiting += q.open.present
		}
	}
	return waiting
}

// Kept returns the number of queues and keys that the client has in memory.
func (c *CoalescingClient) Kept() int {
	c.coalescer.mutex.Lock()
	defer c.coalescer.mutex.Unlock()
	return len(c.coalescer.queues) + len(c.coalescer.keys)
}
