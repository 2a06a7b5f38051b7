package client_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// fillUntilSent joins copies of a request until a batch is sent before its window ends. It returns the number of calls.
func (f *coalescingFixture) fillUntilSent(request *v1.RecommendSizeRequest) int {
	f.t.Helper()
	var results []<-chan outcome
	for len(f.server.batches.sizes()) == 0 {
		waiting := f.client.Waiting()
		results = append(results, f.start(context.Background(), request))
		f.until("the call is in a batch", func() bool { return f.client.Waiting() != waiting })
		if f.client.Waiting() < waiting {
			f.until("the batch arrives", func() bool { return len(f.server.batches.sizes()) > 0 })
		}
	}
	f.timers.end()
	for _, result := range results {
		if got := <-result; got.err != nil {
			f.t.Error(got.err)
		}
	}
	return f.server.batches.sizes()[0]
}

func TestFullBatchIsSentBeforeItsWindowEnds(t *testing.T) {
	brief := &v1.RecommendSizeOptions{Detail: v1.Detail_DETAIL_BRIEF}
	small := ofCluster("a", "small")
	long := ofCluster("a", "small")
	long.CurrentSize = strings.Repeat("x", 60_000)
	many := ofCluster("a", "small")
	for i := range 999 {
		many.ClusterSizingConfiguration.Spec.Sizes = append(many.ClusterSizingConfiguration.Spec.Sizes,
			&v1.SizeConfiguration{Name: fmt.Sprint(i)})
	}
	many.MachineSets = make([]*v1.MachineSet, 1000)
	for i := range many.MachineSets {
		many.MachineSets[i] = &v1.MachineSet{}
	}
	manyBrief := proto.Clone(many).(*v1.RecommendSizeRequest)
	manyBrief.Options = brief
	for _, test := range []struct {
		name    string
		request *v1.RecommendSizeRequest
		calls   int
	}{
		{"calls", small, 1000}, {"bytes", long, 69}, {"rows", many, 10}, {"brief responses have no rows", manyBrief, 1000},
	} {
		t.Run(test.name, func(t *testing.T) {
			if calls := newFixture(t, sizeAndCluster).fillUntilSent(test.request); calls != test.calls {
				t.Errorf("%d calls", calls)
			}
		})
	}
}

func TestCallWithMoreRowsThanABatchMayHaveIsPlain(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	request := ofCluster("a", "small")
	request.MachineSets = make([]*v1.MachineSet, 30_000)
	for i := range request.MachineSets {
		request.MachineSets[i] = &v1.MachineSet{}
	}
	results := f.join(request)
	results = append(results, f.start(context.Background(), request))
	if got := <-results[0]; got.err != nil { // the second call has sent the batch of the first call
		t.Error(got.err)
	}
	f.await(1)
	f.timers.end()
	if got := <-results[1]; got.err != nil {
		t.Error(got.err)
	}
	f.wantBatches()
	f.wantPlain(2)
	brief := proto.Clone(request).(*v1.RecommendSizeRequest)
	brief.Options = &v1.RecommendSizeOptions{Detail: v1.Detail_DETAIL_BRIEF}
	results = f.join(brief, brief, brief)
	f.timers.end()
	for _, result := range results {
		<-result
	}
	results = f.join(request) // in the window after a batch
	f.timers.end()
	if got := <-results[0]; got.err != nil {
		t.Error(got.err)
	}
	f.wantBatches(3)
	f.wantPlain(3)
}

func TestBatchIsSentWhenTheCallersOfThePreviousBatchHaveCalledAgain(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	requests := []*v1.RecommendSizeRequest{ofCluster("a", "small"), ofCluster("b", "small"), ofCluster("c", "small")}
	results := f.join(requests...)
	f.timers.end()
	for i, result := range results {
		f.isPlain(requests[i], <-result)
	}
	results = nil
	for _, request := range requests {
		results = append(results, f.start(context.Background(), request))
	}
	for i, result := range results { // without the end of a window
		f.isPlain(requests[i], <-result)
	}
	f.wantBatches(3, 3)
	first := f.join(requests[0])
	ctx, cancel := context.WithCancel(context.Background())
	left := f.start(ctx, requests[1])
	f.await(2)
	cancel()
	<-left
	f.isPlain(requests[2], <-f.start(context.Background(), requests[2])) // the other callers have called again
	f.isPlain(requests[0], <-first[0])
	f.wantBatches(3, 3, 2)
	results = f.join(requests[:2]...)
	f.timers.end()
	for i, result := range results {
		f.isPlain(requests[i], <-result)
	}
	f.wantBatches(3, 3, 2, 2)
}

func ofSize(cluster, size string) *v1.RecommendSizeResponse {
	return &v1.RecommendSizeResponse{RecommendedSize: size, Summary: cluster}
}

func TestClientKeepsNothingAfterTheCalls(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	results := f.join(ofCluster("a", "small"), ofCluster("b", "small"), ofCluster("c", "small"), ofCluster("a", "large"))
	f.timers.end()
	for _, result := range results {
		<-result
	}
	f.until("the window after the batch is open", func() bool { return f.timers.count() == 1 })
	f.timers.end()
	f.until("the client has no queues and no keys", func() bool { return f.client.Kept() == 0 })
}

func (f *fakeTimers) count() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.running)
}

func TestCloseEndsWaitingCalls(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	request := ofCluster("a", "small")
	results := f.join(request, request, ofCluster("a", "large"))
	must(t, f.client.Close())
	for _, result := range results {
		f.isPlain(request, <-result)
	}
	response, err := f.client.RecommendSize(context.Background(), request)
	f.isPlain(request, outcome{response, err})
	if err == nil || f.client.Kept() != 0 || f.timers.count() != 0 {
		t.Errorf("%v, %d queues and keys, %d timers", err, f.client.Kept(), f.timers.count())
	}
}

func TestCloseEndsBatchesInFlight(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	begun := make(chan struct{})
	f.server.batches.answer = func(ctx context.Context, _ *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	request := ofCluster("a", "small")
	results := f.join(request, request, request)
	f.timers.end()
	<-begun
	must(t, f.client.Close())
	for _, result := range results {
		if got := <-result; client.AsError(got.err) == nil || client.AsError(got.err).Method != "RecommendSize" {
			t.Errorf("%v", got.err)
		}
	}
	if f.client.Kept() != 0 || f.timers.count() != 0 {
		t.Errorf("%d queues and keys, %d timers", f.client.Kept(), f.timers.count())
	}
}

// The real timer, and callers that change their configuration from call to call.
func TestManyCallersHaveTheirOwnResponses(t *testing.T) {
	server := startFake(t, "", sizeAndCluster)
	c := client.NewCoalescing(plaintextClient(t, server.address), 100*time.Microsecond)
	var all sync.WaitGroup
	shared := []*v1.RecommendSizeRequest{ofCluster("", "small"), ofCluster("", "large")}
	for caller := range 40 {
		all.Add(1)
		go func() {
			defer all.Done()
			own := ofCluster(fmt.Sprint("cluster-", caller), "")
			for i := range 40 {
				request := &v1.RecommendSizeRequest{Cluster: own.Cluster, ClusterSizingConfiguration: own.ClusterSizingConfiguration}
				size := []string{"small", "large"}[i%2]
				if own.ClusterSizingConfiguration.Spec.Sizes[0].Name = size; caller%2 == 0 {
					request.ClusterSizingConfiguration = shared[i%2].ClusterSizingConfiguration
				}
				ctx, cancel := context.WithCancel(context.Background())
				if caller%7 == 0 {
					go cancel()
				}
				response, err := c.RecommendSize(ctx, request)
				cancel()
				if caller%7 != 0 && err != nil || err == nil && !proto.Equal(response, ofSize(own.Cluster.Name, size)) {
					t.Errorf("%v, %v", response, err)
				}
			}
		}()
	}
	all.Wait()
	must(t, c.Close())
	if sizes := server.batches.sizes(); len(sizes) == 0 || slices.Max(sizes) < 2 || c.Kept() != 0 {
		t.Errorf("%v, %d queues and keys", sizes, c.Kept())
	}
}
