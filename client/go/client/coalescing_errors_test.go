package client_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// batchAnswer replaces the response of a batch.
type batchAnswer = func(context.Context, *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error)

// refuseBatch fails with the error of `answer`.
func refuseBatch(answer answerFunc) batchAnswer {
	return func(ctx context.Context, _ *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
		_, err := answer(ctx, nil)
		return nil, err
	}
}

func TestErrorOfAnItemIsTheErrorOfThePlainCall(t *testing.T) {
	refuse := failWith(codes.InvalidArgument, "demand.memory: negative",
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "demand.memory", Description: "It is negative. (VALUE_NEGATIVE)"}}},
		&errdetails.ErrorInfo{Domain: "cpsizer", Reason: "VALUE_NEGATIVE", Metadata: map[string]string{"violations_total": "7"}})
	f := newFixture(t, func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		if request.GetCluster().GetName() == "bad" {
			return refuse(ctx, request)
		}
		return sizeAndCluster(ctx, request)
	})
	requests := []*v1.RecommendSizeRequest{ofCluster("bad", "small"), ofCluster("good", "small"), ofCluster("bad", "small")}
	results := f.join(requests...)
	f.timers.end()
	var failed []error
	for i, result := range results {
		got := <-result
		f.isPlain(requests[i], got)
		failed = append(failed, got.err)
	}
	of := client.AsError(failed[0])
	if of == nil || of.Method != "RecommendSize" || of.ViolationsTotal != 7 || failed[1] != nil || failed[0] == failed[2] {
		t.Errorf("%v", failed)
	}
	f.wantBatches(3)
}

func TestCallsOfARefusedBatchArePlain(t *testing.T) {
	for name, answer := range map[string]batchAnswer{
		"the configuration is invalid":  refuseBatch(failWith(codes.InvalidArgument, "spec.sizes: none")),
		"the batch is too large":        refuseBatch(failWith(codes.ResourceExhausted, "too large")),
		"batches are not allowed":       refuseBatch(failWith(codes.PermissionDenied, "not allowed")),
		"the service has no batches":    refuseBatch(failWith(codes.Unimplemented, "unknown method")),
		"the response is not a message": refuseBatch(failWith(codes.Internal, "damaged")),
		"too many batches are in flight": refuseBatch(failWith(codes.ResourceExhausted, "full", &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
			&errdetails.ErrorInfo{Domain: "cpsizer", Reason: "TOO_MANY_CALLS_IN_FLIGHT"})),
		"there are too few results": func(context.Context, *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
			return &v1.BatchRecommendSizeResponse{Results: []*v1.BatchRecommendSizeResult{{}}}, nil
		},
		"the results are empty": func(context.Context, *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
			return &v1.BatchRecommendSizeResponse{Results: []*v1.BatchRecommendSizeResult{{}, {}}}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
				if name := request.GetCluster().GetName(); name != "good" {
					return nil, status.Error(codes.InvalidArgument, "not decided: "+name)
				}
				return sizeAndCluster(ctx, request)
			})
			f.server.batches.answer = answer
			requests := []*v1.RecommendSizeRequest{ofCluster("good", "small"), ofCluster("bad", "small")}
			results := f.join(requests...)
			f.timers.end()
			for i, result := range results {
				f.isPlain(requests[i], <-result)
			}
			f.wantBatches(2)
			f.wantPlain(4)
		})
	}
}

func TestErrorOfABatchThatMayBeRetriedIsTheErrorOfEachCall(t *testing.T) {
	overloaded := failWith(codes.ResourceExhausted, "full", &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
		&errdetails.ErrorInfo{Domain: "cpsizer", Reason: "SERVER_BUSY"})
	for name, answer := range map[string]answerFunc{
		"overloaded":    overloaded,
		"shutting down": failWith(codes.Unavailable, "shutting down", &errdetails.ErrorInfo{Reason: "SHUTTING_DOWN"}),
		"cancelled":     failWith(codes.Canceled, "going away"),
		"too late":      failWith(codes.DeadlineExceeded, "the call did not complete within 30s"),
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, answer)
			f.server.batches.answer = refuseBatch(answer)
			request := ofCluster("a", "small")
			var failed []error
			results := f.join(request, request)
			f.timers.end()
			for _, result := range results {
				failed = append(failed, (<-result).err)
			}
			f.wantPlain(0)
			for _, err := range failed {
				f.isPlain(request, outcome{nil, err})
			}
			if failed[0] == failed[1] {
				t.Error("two callers share an error")
			}
		})
	}
}

func TestLargeBatchIsRetried(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	f.server.batches.answer = func(ctx context.Context, request *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error) {
		if len(f.server.batches.sizes()) < 4 {
			return nil, status.Error(codes.Unavailable, "going away")
		}
		return answerItems(ctx, request, f.server.answer)
	}
	request := ofCluster("a", "small")
	request.CurrentSize = strings.Repeat("x", 60<<10)
	requests := make([]*v1.RecommendSizeRequest, 60)
	for i := range requests {
		requests[i] = request
	}
	results := f.join(requests...)
	f.timers.end()
	for _, result := range results {
		f.isPlain(request, <-result)
	}
	f.wantBatches(60, 60, 60, 60)
}

func TestCallsWithoutAServerHaveTheErrorOfAPlainCall(t *testing.T) {
	f := newFixtureAt(t, nil, reservePort(t))
	request := ofCluster("a", "small")
	results := f.join(request, request)
	f.timers.end()
	for _, result := range results {
		got := <-result
		of := client.AsError(got.err)
		if of == nil || of.Code != codes.Unavailable || of.Connection == nil || of.Method != "RecommendSize" || !of.Retryable() {
			t.Errorf("%v", got.err)
		}
		f.isPlain(request, got)
	}
}

func TestCallerThatLeavesHasTheErrorOfAPlainCall(t *testing.T) {
	begun := make(chan struct{}, 4)
	blocked := func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		begun <- struct{}{}
		return waitForEnd(ctx, request)
	}
	f := newFixture(t, blocked)
	request := ofCluster("a", "small")
	plain := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, err := f.plain.RecommendSize(ctx, request)
		plain <- err
	}()
	<-begun
	joined := f.start(ctx, request)
	f.await(1)
	cancel()
	got := (<-joined).err
	if want := <-plain; !sameError(got, want) || !errors.Is(got, context.Canceled) || client.AsError(got).Retryable() {
		t.Errorf("%v, and not %v", got, want)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	joined = f.start(ctx, request) // joined, or plain if it has begun too late
	got = (<-joined).err
	if !errors.Is(got, context.DeadlineExceeded) || client.AsError(got).Method != "RecommendSize" ||
		client.AsError(got).Message != "context deadline exceeded" {
		t.Errorf("%v", got)
	}
}
