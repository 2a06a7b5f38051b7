package client_test

import (
	"testing"

	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// Each request of RecommendSize in the conformance vectors has its response or error also if it is joined to others.
func TestJoinedCallsHaveTheResponsesOfConformance(t *testing.T) {
	server := startReal(t, "")
	for _, v := range allVectors(t) {
		if v.Method != "RecommendSize" {
			continue
		}
		request := &v1.RecommendSizeRequest{}
		read(t, v.Request, request)
		if request.ClusterSizingConfiguration == nil {
			continue // never joined
		}
		t.Run(v.Rule+": "+v.Name, func(t *testing.T) {
			f := newFixtureAt(t, nil, server.address)
			// The items of a batch are different requests on one configuration.
			brief := proto.Clone(request).(*v1.RecommendSizeRequest)
			brief.Options = &v1.RecommendSizeOptions{}
			proto.Merge(brief.Options, request.Options)
			brief.Options.Detail = v1.Detail_DETAIL_BRIEF
			invalid := proto.Clone(request).(*v1.RecommendSizeRequest)
			invalid.Observation = &v1.RecommendSizeRequest_Demand{Demand: &v1.SizeDemand{Memory: text("-1")}}
			requests := []*v1.RecommendSizeRequest{request, brief, invalid, request}
			results := f.join(requests...)
			f.timers.end()
			for i, result := range results {
				got := <-result
				f.isPlain(requests[i], got)
				if requests[i] == request {
					v.checkOutcome(t, got)
				}
			}
		})
	}
}

func (v vector) checkOutcome(t *testing.T, got outcome) {
	t.Helper()
	if v.Error != nil {
		want := &rpcstatus.Status{}
		read(t, v.Error, want)
		answer := status.Convert(got.err).Proto()
		takeSentences(t, answer.ProtoReflect())
		if !proto.Equal(answer, want) {
			t.Errorf("%v\nand not\n%v", got.err, want)
		}
		return
	}
	want := &v1.RecommendSizeResponse{}
	read(t, v.Response, want)
	takeSentences(t, got.response.ProtoReflect())
	if got.err != nil || !proto.Equal(got.response, want) {
		t.Errorf("%v, %v\nand not\n%v", got.response, got.err, want)
	}
}
