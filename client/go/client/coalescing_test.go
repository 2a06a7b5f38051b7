package client_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

func (f *coalescingFixture) wantBatches(sizes ...int) {
	f.t.Helper()
	if got := f.server.batches.sizes(); !slices.Equal(got, sizes) {
		f.t.Errorf("batches of %v, not %v", got, sizes)
	}
}

func (f *coalescingFixture) wantPlain(calls int32) {
	f.t.Helper()
	if got := f.server.calls.Load(); got != calls {
		f.t.Errorf("%d plain calls, not %d", got, calls)
	}
}

func TestJoinedCallsGoOutAsOneBatch(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	var requests []*v1.RecommendSizeRequest
	for i := range 5 {
		requests = append(requests, ofCluster(fmt.Sprint("cluster-", i), "small"))
	}
	results := f.join(requests...)
	f.timers.end()
	for i, result := range results {
		if got := <-result; got.err != nil || got.response.Summary != requests[i].Cluster.Name || got.response.RecommendedSize != "small" {
			t.Errorf("%d: %v, %v", i, got.response, got.err)
		}
	}
	f.wantBatches(5)
	f.wantPlain(0)
}

func TestFirstCallsGoOutAtOnce(t *testing.T) {
	var all sync.WaitGroup
	all.Add(client.MaxDirect)
	server := startFake(t, "", func(ctx context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
		all.Done()
		all.Wait()
		return sizeAndCluster(ctx, request)
	})
	f := newFixtureAt(t, server, server.address)
	direct := client.NewCoalescingWithTimer(f.plain, 1, f.timers.after)
	var results sync.WaitGroup
	for range client.MaxDirect {
		results.Add(1)
		go func() {
			defer results.Done()
			if _, err := direct.RecommendSize(context.Background(), ofCluster("a", "small")); err != nil {
				t.Error(err)
			}
		}()
	}
	results.Wait()
	f.wantBatches()
	if f.timers.started != 0 {
		t.Errorf("%d windows", f.timers.started)
	}
}

func TestCallAloneInItsBatchIsPlain(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	results := f.join(ofCluster("a", "small"))
	f.timers.end()
	if got := <-results[0]; got.err != nil || got.response.Summary != "a" {
		t.Errorf("%v, %v", got.response, got.err)
	}
	f.wantBatches()
	f.wantPlain(1)
}

func TestCallOnAConfigurationWithoutABatchGoesOutAtOnce(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	results := f.join(ofCluster("a", "small"))
	f.client.Free()
	response, err := f.client.RecommendSize(context.Background(), ofCluster("b", "large"))
	f.isPlain(ofCluster("b", "large"), outcome{response, err})
	results = append(results, f.join(ofCluster("c", "small"))...)
	f.timers.end()
	f.isPlain(ofCluster("a", "small"), <-results[0])
	f.isPlain(ofCluster("c", "small"), <-results[1])
	f.wantBatches(2)
}

func TestEqualConfigurationsAreJoined(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	first := ofCluster("a", "small")
	annotations := map[string]string{}
	for i := range 20 {
		annotations[fmt.Sprint("annotation-", i)] = "x"
	}
	first.MachineSets = []*v1.MachineSet{{Metadata: &v1.ObjectMeta{Name: "set", Annotations: annotations}}}
	second := proto.Clone(first).(*v1.RecommendSizeRequest)
	third := proto.Clone(first).(*v1.RecommendSizeRequest)
	third.ClusterSizingConfiguration, third.MachineSets = first.ClusterSizingConfiguration, first.MachineSets
	results := f.join(first, second, third)
	f.timers.end()
	for _, result := range results {
		f.isPlain(first, <-result)
	}
	f.wantBatches(3)
}

func TestDifferentConfigurationsAreNotJoined(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	sets := []*v1.MachineSet{{Metadata: &v1.ObjectMeta{Name: "x"}}, {Metadata: &v1.ObjectMeta{Name: "y"}}}
	requests := []*v1.RecommendSizeRequest{ofCluster("a", "small"), ofCluster("b", "large")}
	for count := range sets {
		request := ofCluster("c", "small")
		request.ClusterSizingConfiguration, request.MachineSets = requests[0].ClusterSizingConfiguration, sets[:count+1]
		requests = append(requests, request)
	}
	results := f.join(append(requests, requests...)...)
	f.timers.end()
	for i, result := range results {
		f.isPlain(requests[i%len(requests)], <-result)
	}
	f.wantBatches(2, 2, 2, 2)
}

// A caller may change its messages after the call, for example for its next call.
func TestConfigurationThatChangesAfterACallIsNotTheOneOfTheCall(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	request := ofCluster("a", "small")
	ctx, cancel := context.WithCancel(context.Background())
	left := f.start(ctx, request)
	f.await(1)
	other := f.join(ofCluster("b", "small"))
	cancel()
	<-left
	request.ClusterSizingConfiguration.Spec.Sizes[0].Name = "large"
	results := append(other, f.join(request, ofCluster("c", "small"))...)
	f.timers.end()
	for i, size := range []string{"small", "large", "small"} {
		if got := <-results[i]; got.response.GetRecommendedSize() != size {
			t.Errorf("%v, %v, and not %s", got.response, got.err, size)
		}
	}
}

func TestCallsWithOtherMetadataAreNotJoined(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	request := ofCluster("a", "small")
	var results []<-chan outcome
	for i, value := range []string{"x", "", "y", "x", "y", ""} {
		ctx := context.Background()
		if value != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "tenant", value)
		}
		results = append(results, f.start(ctx, request))
		f.await(i + 1)
	}
	f.timers.end()
	for _, result := range results {
		f.isPlain(request, <-result)
	}
	f.wantBatches(2, 2, 2)
	var tenants []string
	for _, received := range f.server.batches.metadata {
		tenants = append(tenants, strings.Join(received.Get("tenant"), ","))
	}
	slices.Sort(tenants)
	if !slices.Equal(tenants, []string{"", "x", "y"}) {
		t.Errorf("%q", tenants)
	}
}

func TestCallsThatAreNeverJoinedArePlain(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	unknown, large := ofCluster("a", "small"), ofCluster("a", "small")
	unknown.ProtoReflect().SetUnknown(protoreflect.RawFields{0xf8, 0x07, 0x01}) // field 127
	large.CurrentSize = strings.Repeat("x", 65<<10)
	notText := ofCluster("a", "small")
	notText.CurrentSize = "\xff"
	for _, request := range []*v1.RecommendSizeRequest{nil, {}, unknown, large, notText} {
		response, err := f.client.RecommendSize(context.Background(), request)
		f.isPlain(request, outcome{response, err})
	}
	if _, err := f.client.RecommendSize(context.Background(), ofCluster("a", "small"), grpc.WaitForReady(true)); err != nil {
		t.Error(err)
	}
	off := client.NewCoalescingWithTimer(f.plain, 0, f.timers.after)
	off.Occupy()
	if _, err := off.RecommendSize(context.Background(), ofCluster("a", "small")); err != nil {
		t.Error(err)
	}
	if f.wantBatches(); f.timers.started != 0 {
		t.Errorf("%d windows", f.timers.started)
	}
}

// fill sets all fields of a message, in one field of each oneof.
func fill(message protoreflect.Message, depth int) {
	for fields, i := message.Descriptor().Fields(), 0; i < fields.Len(); i++ {
		field := fields.Get(i)
		switch {
		case depth == 0 || field.IsMap():
		case field.IsList() && field.Message() != nil:
			fill(message.Mutable(field).List().AppendMutable().Message(), depth-1)
		case field.IsList():
		case field.Message() != nil:
			fill(message.Mutable(field).Message(), depth-1)
		case field.Kind() == protoreflect.StringKind:
			message.Set(field, protoreflect.ValueOfString("x"))
		case field.Kind() == protoreflect.EnumKind:
			message.Set(field, protoreflect.ValueOfEnum(1))
		}
	}
}

func TestBatchHasAllFieldsOfARequest(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	request := &v1.RecommendSizeRequest{}
	fill(request.ProtoReflect(), 4)
	fields := request.ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		if field := fields.Get(i); field.ContainingOneof() == nil && !request.ProtoReflect().Has(field) {
			t.Fatalf("%s is not set", field.Name())
		}
	}
	other := proto.Clone(request).(*v1.RecommendSizeRequest)
	other.Observation = &v1.RecommendSizeRequest_VpaStatus{VpaStatus: &v1.VerticalPodAutoscalerStatus{}}
	fill(other.GetVpaStatus().ProtoReflect(), 4)
	results := f.join(request, other)
	f.timers.end()
	<-results[0]
	<-results[1]
	batch := f.server.batches.requests[0]
	for i, want := range []*v1.RecommendSizeRequest{request, other} {
		if got := separate(batch, batch.Items[i]); !proto.Equal(got, want) {
			t.Errorf("%v\nand not\n%v", got, want)
		}
	}
}

func TestItemHasTheDetailOfAPlainCall(t *testing.T) {
	f := newFixture(t, sizeAndCluster)
	var requests []*v1.RecommendSizeRequest
	for _, options := range []*v1.RecommendSizeOptions{
		nil, {Hygiene: v1.SizeHygieneMode_SIZE_HYGIENE_MODE_OFF}, {Detail: v1.Detail_DETAIL_BRIEF}, {Detail: 9},
	} {
		requests = append(requests, ofCluster("a", "small"))
		requests[len(requests)-1].Options = options
	}
	results := f.join(requests...)
	f.timers.end()
	for _, result := range results {
		<-result
	}
	items := f.server.batches.requests[0].Items
	for i, want := range []*v1.RecommendSizeOptions{
		{Detail: v1.Detail_DETAIL_FULL},
		{Detail: v1.Detail_DETAIL_FULL, Hygiene: v1.SizeHygieneMode_SIZE_HYGIENE_MODE_OFF},
		{Detail: v1.Detail_DETAIL_BRIEF}, {Detail: 9},
	} {
		if !proto.Equal(items[i].Options, want) {
			t.Errorf("%d: %v, not %v", i, items[i].Options, want)
		}
	}
	if requests[1].Options.Detail != v1.Detail_DETAIL_UNSPECIFIED {
		t.Error("the request of the caller has changed")
	}
}
