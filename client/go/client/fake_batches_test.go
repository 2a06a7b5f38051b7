package client_test

import (
	"context"
	"sync"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// batchLog has the batches that a fake server has received.
type batchLog struct {
	// answer replaces the response of a batch if it is not nil.
	answer func(context.Context, *v1.BatchRecommendSizeRequest) (*v1.BatchRecommendSizeResponse, error)

	mutex    sync.Mutex
	requests []*v1.BatchRecommendSizeRequest
	metadata []metadata.MD
}

// sizes returns the numbers of items of the batches.
func (l *batchLog) sizes() []int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	sizes := []int{}
	for _, request := range l.requests {
		sizes = append(sizes, len(request.Items))
	}
	return sizes
}

func (f *fakeServer) BatchRecommendSize(ctx context.Context, request *v1.BatchRecommendSizeRequest) (
	*v1.BatchRecommendSizeResponse, error) {
	incoming, _ := metadata.FromIncomingContext(ctx)
	f.batches.mutex.Lock()
	f.batches.requests = append(f.batches.requests, request)
	f.batches.metadata = append(f.batches.metadata, incoming)
	f.batches.mutex.Unlock()
	if f.batches.answer != nil {
		return f.batches.answer(ctx, request)
	}
	return answerItems(ctx, request, f.answer)
}

// answerItems decides each item as a separate request.
func answerItems(ctx context.Context, request *v1.BatchRecommendSizeRequest, answer answerFunc) (
	*v1.BatchRecommendSizeResponse, error) {
	response := &v1.BatchRecommendSizeResponse{}
	for _, item := range request.Items {
		result := &v1.BatchRecommendSizeResult{}
		if decided, err := answer(ctx, separate(request, item)); err != nil {
			result.Result = &v1.BatchRecommendSizeResult_Error{Error: status.Convert(err).Proto()}
		} else {
			result.Result = &v1.BatchRecommendSizeResult_Response{Response: decided}
		}
		response.Results = append(response.Results, result)
	}
	return response, nil
}

// separate returns the request of RecommendSize that an item of a batch represents.
func separate(batch *v1.BatchRecommendSizeRequest, item *v1.RecommendSizeRequest) *v1.RecommendSizeRequest {
	request := proto.Clone(item).(*v1.RecommendSizeRequest)
	if request.ClusterSizingConfiguration == nil {
		request.ClusterSizingConfiguration = batch.ClusterSizingConfiguration
		request.MachineSets = batch.MachineSets
	}
	return request
}
