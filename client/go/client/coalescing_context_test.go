package client_test

import (
	"context"
	"testing"
	"time"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// blockBatches makes the server hold batches until `release` is closed. It returns the contexts of the batches.
func (f *coalescingFixture) blockBatches(release <-chan struct{}) <-chan context.Context {
	contexts := make(chan context.Context, 10)
	f.server.batches.answer = func(ctx context.Context, request *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
		contexts <- ctx
		select {
		case <-release:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return answerItems(ctx, request, f.server.answer)
	}
	return contexts
}

// newFixtureWithoutTimeout returns a fixture whose calls do not reach their timeout.
func newFixtureWithoutTimeout(t *testing.T) *coalescingFixture {
	t.Helper()
	server := startFake(t, "", sizeAndCluster)
	target := "passthrough:///" + server.address
	return newFixtureOf(t, server, newClient(t, client.Options{Target: target, Plaintext: true, Timeout: 100 * time.Hour}))
}

func TestCallerThatLeavesBeforeTheBatchIsSentIsNotInTheBatch(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	ctx, cancel := context.WithCancel(context.Background())
	first := f.join(ofCluster("a", "small"))
	left := f.start(ctx, ofCluster("b", "small"))
	f.await(2)
	last := f.join(ofCluster("c", "small"))
	cancel()
	<-left
	f.timers.end()
	f.isPlain(ofCluster("a", "small"), <-first[0])
	f.isPlain(ofCluster("c", "small"), <-last[0])
	f.wantBatches(2)
}

func TestBatchThatAllCallersLeaveBeforeItIsSentIsNotSent(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	ctx, cancel := context.WithCancel(context.Background())
	left := []<-chan outcome{f.start(ctx, ofCluster("a", "small")), f.start(ctx, ofCluster("b", "small"))}
	f.await(2)
	cancel()
	for _, result := range left {
		<-result
	}
	if f.client.Kept() != 0 || f.timers.count() != 0 {
		t.Errorf("%d queues and keys, %d timers", f.client.Kept(), f.timers.count())
	}
	must(t, f.client.Close())
	f.wantBatches()
	f.wantPlain(0)
}

func TestCallerThatLeavesDoesNotCancelTheOthers(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	release := make(chan struct{})
	contexts := f.blockBatches(release)
	ctx, cancel := context.WithCancel(context.Background())
	left := f.start(ctx, ofCluster("a", "small"))
	f.await(1)
	others := f.join(ofCluster("b", "small"))
	f.timers.end()
	batch := <-contexts
	cancel()
	<-left // while the server holds the batch
	if batch.Err() != nil {
		t.Error("the batch is cancelled")
	}
	close(release)
	f.isPlain(ofCluster("b", "small"), <-others[0])
}

func TestBatchIsCancelledAfterAllCallersHaveLeft(t *testing.T) {
	f := newFixtureWithoutTimeout(t)
	contexts := f.blockBatches(nil)
	ctx, cancel := context.WithCancel(context.Background())
	left := []<-chan outcome{f.start(ctx, ofCluster("a", "small")), f.start(ctx, ofCluster("b", "small"))}
	f.await(2)
	f.timers.end()
	batch := <-contexts
	cancel()
	for _, result := range left {
		<-result
	}
	f.until("the batch is cancelled", func() bool { return batch.Err() != nil })
	f.until("the client has no queues and no keys", func() bool { return f.client.Kept() == 0 })
}

// The deadlines of these callers are hours away, so that the test does not depend on the speed of the machine.
func TestBatchHasTheLatestDeadlineOfItsCallers(t *testing.T) {
	f := newFixtureWithoutTimeout(t)
	release := make(chan struct{})
	close(release)
	contexts := f.blockBatches(release)
	for _, test := range []struct{ hours, want []time.Duration }{
		{[]time.Duration{2, 6, 4}, []time.Duration{5, 7}},
		{[]time.Duration{2, 0}, []time.Duration{99, 101}}, // the timeout of the client
		{[]time.Duration{300, 200}, []time.Duration{99, 101}},
	} {
		var results []<-chan outcome
		for i, hours := range test.hours {
			ctx := context.Background()
			if hours > 0 {
				limited, cancel := context.WithTimeout(ctx, hours*time.Hour)
				defer cancel()
				ctx = limited
			}
			results = append(results, f.start(ctx, ofCluster("a", "small")))
			f.await(i + 1)
		}
		f.timers.end()
		for _, result := range results {
			<-result
		}
		deadline, _ := (<-contexts).Deadline()
		if left := time.Until(deadline); left < test.want[0]*time.Hour || left > test.want[1]*time.Hour {
			t.Errorf("%v: %s", test.hours, left)
		}
		f.timers.end()
		f.until("the client has no queues", func() bool { return f.client.Kept() == 0 })
	}
}

func TestCallWithLittleTimeIsPlain(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	for _, test := range []struct {
		window, deadline time.Duration
		isJoined         bool
	}{
		{time.Hour, 9 * time.Hour, false}, {time.Hour, 11 * time.Hour, false}, // the timeout of the client is shorter
		{testTimeout / 100, testTimeout / 11, false}, {testTimeout / 100, time.Hour, true},
	} {
		c := client.NewCoalescingWithTimer(f.plain, test.window, f.timers.after)
		c.Occupy()
		ctx, cancel := context.WithTimeout(context.Background(), test.deadline)
		defer cancel()
		result := make(chan error, 1)
		go func() {
			_, err := c.RecommendSize(ctx, ofCluster("a", "small"))
			result <- err
		}()
		if test.isJoined {
			f.until("the call waits", func() bool { return c.Waiting() == 1 })
			f.timers.end()
		}
		if err := <-result; err != nil {
			t.Error(err)
		}
	}
	f.wantBatches()
	f.wantPlain(4)
}
