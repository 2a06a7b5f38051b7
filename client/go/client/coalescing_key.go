package client

import (
	"encoding/binary"
	"slices"
	"unsafe"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

const recommendSizeMethod = "RecommendSize"

// pointers identifies the configuration and the MachineSets of a request by their addresses. Equal pointers mean equal
// content only while a call with them is in flight, because a caller must not change the messages during the call.
type pointers struct {
	config      *v1.ClusterSizingConfiguration
	machineSets **v1.MachineSet
	count       int
}

func pointersOf(request *v1.RecommendSizeRequest) pointers {
	sets := request.GetMachineSets()
	return pointers{request.GetClusterSizingConfiguration(), unsafe.SliceData(sets), len(sets)}
}

// appendKey appends the bytes that joined calls have in common: the outgoing metadata, and the serialized fields that a
// batch sends once. Equal bytes mean equal content. Calls with equal content usually have equal bytes.
func appendKey(key []byte, outgoing metadata.MD, request *v1.RecommendSizeRequest) ([]byte, error) {
	shared := &v1.BatchRecommendSizeRequest{
		ClusterSizingConfiguration: request.ClusterSizingConfiguration,
		MachineSets:                request.MachineSets,
	}
	return proto.MarshalOptions{Deterministic: true}.MarshalAppend(appendMetadata(key, outgoing), shared)
}

// appendMetadata appends the names and values of the metadata, each with its length.
func appendMetadata(key []byte, outgoing metadata.MD) []byte {
	names := make([]string, 0, len(outgoing))
	for name := range outgoing {
		names = append(names, name)
	}
	slices.Sort(names)
	key = binary.AppendUvarint(key, uint64(len(names)))
	for _, name := range names {
		key = appendText(key, name)
		key = binary.AppendUvarint(key, uint64(len(outgoing[name])))
		for _, value := range outgoing[name] {
			key = appendText(key, value)
		}
	}
	return key
}

func appendText(key []byte, text string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(text))), text...)
}

// itemOf returns the serialized field `items` of a batch with one request, without the fields that a batch sends once.
// The default of the detail is FULL for RecommendSize and BRIEF for batches, so each item has its detail.
func itemOf(request *v1.RecommendSizeRequest) ([]byte, error) {
	options := request.Options
	if options.GetDetail() == v1.Detail_DETAIL_UNSPECIFIED {
		options = &v1.RecommendSizeOptions{}
		proto.Merge(options, request.Options)
		options.Detail = v1.Detail_DETAIL_FULL
	}
	return proto.Marshal(&v1.BatchRecommendSizeRequest{Items: []*v1.RecommendSizeRequest{{
		Observation:          request.Observation,
		CurrentSize:          request.CurrentSize,
		Cluster:              request.Cluster,
		Options:              options,
		VpaResourcePolicy:    request.VpaResourcePolicy,
		VpaCreationTimestamp: request.VpaCreationTimestamp,
		Now:                  request.Now,
		NodeCount:            request.NodeCount,
	}}})
}
