package client_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// fakeTimers are timers that end when the test ends them.
type fakeTimers struct {
	mutex   sync.Mutex
	running map[int]func()
	started int
}

func (f *fakeTimers) after(_ time.Duration, function func()) func() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	id := f.started
	f.started++
	f.running[id] = function
	return func() bool {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		_, isRunning := f.running[id]
		delete(f.running, id)
		return isRunning
	}
}

// end ends the windows of all open batches.
func (f *fakeTimers) end() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for id, function := range f.running {
		delete(f.running, id)
		go function()
	}
}

// coalescingFixture is a coalescing client, whose windows the test ends, and a fake server.
type coalescingFixture struct {
	t      *testing.T
	timers *fakeTimers
	server *fakeServer
	plain  *client.Client
	client *client.CoalescingClient
}

// newFixture returns a fixture whose client joins all calls.
func newFixture(t *testing.T, answer answerFunc) *coalescingFixture {
	t.Helper()
	server := startFake(t, "", answer)
	return newFixtureAt(t, server, server.address)
}

func newFixtureAt(t *testing.T, server *fakeServer, address string) *coalescingFixture {
	t.Helper()
	return newFixtureOf(t, server, plaintextClient(t, address))
}

func newFixtureOf(t *testing.T, server *fakeServer, plain *client.Client) *coalescingFixture {
	t.Helper()
	f := &coalescingFixture{t: t, server: server, timers: &fakeTimers{running: map[int]func(){}}, plain: plain}
	f.client = client.NewCoalescingWithTimer(f.plain, time.Nanosecond, f.timers.after)
	f.client.Occupy()
	t.Cleanup(func() { f.client.Close() })
	return f
}

// outcome is the result of a call.
type outcome struct {
	response *v1.RecommendSizeResponse
	err      error
}

// start makes a call in a new goroutine.
func (f *coalescingFixture) start(ctx context.Context, request *v1.RecommendSizeRequest) <-chan outcome {
	result := make(chan outcome, 1)
	go func() {
		response, err := f.client.RecommendSize(ctx, request)
		result <- outcome{response, err}
	}()
	return result
}

// join starts calls, and returns when all of them wait for the end of the window.
func (f *coalescingFixture) join(requests ...*v1.RecommendSizeRequest) []<-chan outcome {
	f.t.Helper()
	var results []<-chan outcome
	for _, request := range requests {
		waiting := f.client.Waiting()
		results = append(results, f.start(context.Background(), request))
		f.await(waiting + 1)
	}
	return results
}

// await returns when a number of calls wait for the end of the window.
func (f *coalescingFixture) await(waiting int) {
	f.t.Helper()
	f.until(fmt.Sprintf("%d calls wait", waiting), func() bool { return f.client.Waiting() == waiting })
}

func (f *coalescingFixture) until(what string, isTrue func() bool) {
	f.t.Helper()
	for begin := time.Now(); !isTrue(); runtime.Gosched() {
		if time.Since(begin) > testTimeout {
			f.t.Fatalf("not true within %s: %s", testTimeout, what)
		}
	}
}

// isPlain checks that a result is the result of the plain call.
func (f *coalescingFixture) isPlain(request *v1.RecommendSizeRequest, got outcome) {
	f.t.Helper()
	response, err := f.plain.RecommendSize(context.Background(), request)
	if !proto.Equal(response, got.response) || !sameError(err, got.err) {
		f.t.Errorf("%v, %v\nand not\n%v, %v", got.response, got.err, response, err)
	}
}

// sameError compares all that callers can see of two errors.
func sameError(one, other error) bool {
	if one == nil || other == nil {
		return one == nil && other == nil
	}
	a, b := client.AsError(one), client.AsError(other)
	return a.Error() == b.Error() && a.Method == b.Method && a.Target == b.Target && a.Code == b.Code &&
		a.Reason == b.Reason && a.ViolationsTotal == b.ViolationsTotal && len(a.Violations) == len(b.Violations) &&
		a.RetryAfter == b.RetryAfter && a.Retryable() == b.Retryable() &&
		proto.Equal(status.Convert(a).Proto(), status.Convert(b).Proto())
}

// ofCluster returns a request for a cluster. The configuration has one size with this name.
func ofCluster(cluster, size string) *v1.RecommendSizeRequest {
	return &v1.RecommendSizeRequest{
		ClusterSizingConfiguration: &v1.ClusterSizingConfiguration{
			Spec: &v1.ClusterSizingConfigurationSpec{Sizes: []*v1.SizeConfiguration{{Name: size}}}},
		Cluster: &v1.ClusterReference{Name: cluster},
	}
}

// sizeAndCluster responds with the names of the sizes and the MachineSets, and with the name of the cluster.
func sizeAndCluster(_ context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	var names strings.Builder
	for _, size := range request.GetClusterSizingConfiguration().GetSpec().GetSizes() {
		names.WriteString(size.Name)
	}
	for _, set := range request.GetMachineSets() {
		names.WriteString(set.GetMetadata().GetName())
	}
	return &v1.RecommendSizeResponse{RecommendedSize: names.String(), Summary: request.GetCluster().GetName()}, nil
}
