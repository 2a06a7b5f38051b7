package main

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/log"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// fakeSizing returns the same response to all calls of RecommendSize, and stores the requests.
type fakeSizing struct {
	v1.SizingServiceClient
	mutex    sync.Mutex
	answer   *v1.RecommendSizeResponse
	requests []*v1.RecommendSizeRequest
}

func (f *fakeSizing) RecommendSize(_ context.Context, request *v1.RecommendSizeRequest, _ ...grpc.CallOption) (
	*v1.RecommendSizeResponse, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.requests = append(f.requests, request)
	return f.answer, nil
}

// callsFor returns the number of requests about a cluster.
func (f *fakeSizing) callsFor(cluster types.NamespacedName) int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	calls := 0
	for _, request := range f.requests {
		if request.Cluster.Name == cluster.Name {
			calls++
		}
	}
	return calls
}

func recommended(size string) *v1.RecommendSizeResponse {
	return &v1.RecommendSizeResponse{RecommendedSize: size, Outcome: v1.SizeOutcome_SIZE_OUTCOME_RECOMMENDED}
}

func held(summary string) *v1.RecommendSizeResponse {
	return &v1.RecommendSizeResponse{Outcome: v1.SizeOutcome_SIZE_OUTCOME_HELD, Summary: summary}
}

func reconcileOnce(t *testing.T, r *Reconciler, ctx context.Context, cluster types.NamespacedName) {
	t.Helper()
	if result, err := r.Reconcile(ctx, ctrl.Request{NamespacedName: cluster}); err != nil || !result.IsZero() {
		t.Fatal(result, err)
	}
}

func written(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestTheManagerWritesTheSizeThatTheServiceNames(t *testing.T) {
	o := newObjects(t)
	sizing := &fakeSizing{answer: recommended("large")}
	o.startManager(sizing)
	key := o.createCluster("written", "30Gi")
	o.eventually("the size is written", func() bool { size, _ := o.sizeOf(key); return size == "large" })

	request := sizing.requests[len(sizing.requests)-1]
	sizes := request.ClusterSizingConfiguration.Spec.Sizes
	if len(sizes) != 2 || sizes[0].Capacity.GetMemory() != "32Gi" || sizes[1].Criteria.From != 11 {
		t.Error(request.ClusterSizingConfiguration)
	}
	if age := written(t, request.Now).Sub(written(t, request.VpaCreationTimestamp)); age < 0 || age > time.Hour {
		t.Error(request.VpaCreationTimestamp, request.Now)
	}
	target := request.GetVpaStatus().Recommendation.ContainerRecommendations[0].Target
	if target.GetMemory() != "30Gi" || request.VpaResourcePolicy.ContainerPolicies[0].ControlledResources[0] != "memory" {
		t.Error(request.GetVpaStatus(), request.VpaResourcePolicy)
	}
}

func TestAChangedConfigurationAsksForAllClusters(t *testing.T) {
	o := newObjects(t)
	sizing := &fakeSizing{answer: recommended("small")}
	o.startManager(sizing)
	keys := []types.NamespacedName{o.createCluster("asked-0", "10Gi"), o.createCluster("asked-1", "10Gi")}
	for _, key := range keys {
		o.eventually("the size is written", func() bool { size, _ := o.sizeOf(key); return size == "small" })
	}
	config := &ClusterSizingConfiguration{}
	o.must(o.Get(context.Background(), types.NamespacedName{Name: configurationName}, config))
	config.Spec.Sizes[0].Capacity.Memory = quantity("48Gi")
	o.must(o.Update(context.Background(), config))
	for _, key := range keys {
		o.eventually("the new configuration is sent", func() bool {
			sizing.mutex.Lock()
			defer sizing.mutex.Unlock()
			for _, request := range sizing.requests {
				if request.Cluster.Name == key.Name &&
					request.ClusterSizingConfiguration.Metadata.Generation == config.Generation {
					return true
				}
			}
			return false
		})
	}
}

// fieldsNotStored returns the condition that the sidecar writes after a configuration has lost fields.
func fieldsNotStored(at metav1.Time) metav1.Condition {
	return metav1.Condition{Type: "SizingFieldsStored", Status: metav1.ConditionFalse, ObservedGeneration: 3,
		LastTransitionTime: at, Reason: "FieldsNotStored", Message: "the fraction is lost"}
}

// The JSON of the zero time is null, which must not make the request invalid.
func TestTheRequestHasTheConditionsOfTheConfiguration(t *testing.T) {
	for wanted, at := range map[string]metav1.Time{
		"2026-11-01T00:00:00Z": metav1.NewTime(time.Date(2026, 11, 1, 1, 0, 0, 0, time.FixedZone("", 3600))),
		"":                     {},
	} {
		config := &ClusterSizingConfiguration{
			Status: ClusterSizingConfigurationStatus{Conditions: []metav1.Condition{fieldsNotStored(at)}}}
		request, err := (&Reconciler{}).sizingRequest(hostedCluster(), config, &VerticalPodAutoscaler{})
		if err != nil {
			t.Fatal(err)
		}
		condition := &v1.Condition{Type: "SizingFieldsStored", Status: "False", ObservedGeneration: 3,
			LastTransitionTime: wanted, Reason: "FieldsNotStored", Message: "the fraction is lost"}
		status := &v1.ClusterSizingConfigurationStatus{Conditions: []*v1.Condition{condition}}
		if !proto.Equal(request.ClusterSizingConfiguration.Status, status) {
			t.Errorf("%v is not %v", request.ClusterSizingConfiguration.Status, status)
		}
	}
}

// A write of the status does not change the generation of the configuration.
func TestAChangedConditionAsksForAllClusters(t *testing.T) {
	o := newObjects(t)
	sizing := &fakeSizing{answer: recommended("large")}
	o.startManager(sizing)
	key := o.createCluster("lost", "30Gi")
	o.eventually("the size is written", func() bool { size, _ := o.sizeOf(key); return size == "large" })
	config := &ClusterSizingConfiguration{}
	o.must(o.Get(context.Background(), types.NamespacedName{Name: configurationName}, config))
	config.Status.Conditions = []metav1.Condition{fieldsNotStored(metav1.Now())}
	o.must(o.Status().Update(context.Background(), config))
	o.eventually("the condition is sent", func() bool {
		sizing.mutex.Lock()
		defer sizing.mutex.Unlock()
		last := sizing.requests[len(sizing.requests)-1].ClusterSizingConfiguration.GetStatus().GetConditions()
		return len(last) == 1 && last[0].Type == "SizingFieldsStored" && last[0].Status == "False"
	})
}

func TestAnEmptySizeIsNeverWritten(t *testing.T) {
	o := newObjects(t)
	key := o.createCluster("kept", "30Gi")
	reconcileWith := func(answer *v1.RecommendSizeResponse) (string, bool) {
		r := &Reconciler{Client: o.Client, Sizing: &fakeSizing{answer: answer}}
		reconcileOnce(t, r, context.Background(), key)
		return o.sizeOf(key)
	}
	// The second response has the outcome RECOMMENDED but no size. Neither response may cause a write.
	empty := []*v1.RecommendSizeResponse{held("kept"), recommended("")}
	for _, answer := range empty {
		if size, found := reconcileWith(answer); found {
			t.Errorf("%v wrote %q", answer, size)
		}
	}
	reconcileWith(recommended("small"))
	for _, answer := range empty {
		if size, _ := reconcileWith(answer); size != "small" {
			t.Errorf("%v wrote %q", answer, size)
		}
	}
}

func TestAHeldClusterIsLoggedOncePerChange(t *testing.T) {
	o := newObjects(t)
	key := o.createCluster("quiet", "30Gi")
	var lines []string
	ctx := log.IntoContext(context.Background(), funcr.New(func(_, line string) { lines = append(lines, line) }, funcr.Options{}))
	sizing := &fakeSizing{}
	r := &Reconciler{Client: o.Client, Sizing: sizing}
	for _, step := range []struct {
		answer *v1.RecommendSizeResponse
		lines  int // number of lines after this step
	}{
		{held("memory 30Gi is suspect"), 1},
		{held("memory 31Gi is suspect"), 1},
		{&v1.RecommendSizeResponse{Outcome: v1.SizeOutcome_SIZE_OUTCOME_NO_RECOMMENDATION}, 2},
		{held("memory 31Gi is suspect"), 3},
		{recommended("small"), 4}, // includes the log line about the write
		{recommended("small"), 4},
		{held("memory 30Gi is suspect"), 5},
	} {
		sizing.answer = step.answer
		reconcileOnce(t, r, ctx, key)
		if len(lines) != step.lines {
			t.Fatalf("%v: %q", step.answer, lines)
		}
	}
}

// The size is valid only for the version of the cluster that was read.
func TestAClusterThatChangedMeanwhileIsNotWritten(t *testing.T) {
	o := newObjects(t)
	key := o.createCluster("changed", "30Gi")
	admin, err := client.NewWithWatch(apiServer, client.Options{Scheme: newScheme()})
	o.must(err)
	racing := interceptor.NewClient(admin, interceptor.Funcs{Patch: func(ctx context.Context, under client.WithWatch,
		object client.Object, patch client.Patch, options ...client.PatchOption) error {
		other := hostedCluster()
		o.must(under.Get(ctx, key, other))
		other.Labels = map[string]string{"changed": "meanwhile"}
		o.must(under.Patch(ctx, other, client.Merge))
		return under.Patch(ctx, object, patch, options...)
	}})
	reconcileOnce(t, &Reconciler{Client: racing, Sizing: &fakeSizing{answer: recommended("large")}}, context.Background(), key)
	if size, found := o.sizeOf(key); found {
		t.Errorf("%q", size)
	}
}

// failingList is a reader whose lists fail.
type failingList struct{ client.Reader }

var errList = errors.New("the list fails")

func (failingList) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return errList
}

func TestAListThatFailsIsTriedAgain(t *testing.T) {
	if _, err := (&configurationReconciler{clusters: failingList{}}).Reconcile(context.Background(), ctrl.Request{}); !errors.Is(err, errList) {
		t.Error(err)
	}
}

func TestAVpaWithoutTheAnnotationsIsOfNoCluster(t *testing.T) {
	for _, annotations := range []map[string]string{nil, {clusterName: "a"}, {clusterNamespace: "b"}, {clusterName: "", clusterNamespace: "b"}} {
		vpa := &VerticalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Annotations: annotations}}
		if requests := clusterOfVpa(context.Background(), vpa); len(requests) != 0 {
			t.Error(annotations, requests)
		}
	}
	vpa := &VerticalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{clusterName: "a", clusterNamespace: "b"}}}
	if requests := clusterOfVpa(context.Background(), vpa); len(requests) != 1 || requests[0].String() != "b/a" {
		t.Error(requests)
	}
}
