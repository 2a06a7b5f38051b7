package main

import (
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// configuration has the same field types as HyperShift's Go types: it uses Kubernetes' types for metadata, quantities
// and durations.
type configuration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              struct {
		Sizes           []size `json:"sizes,omitempty"`
		TransitionDelay struct {
			Increase metav1.Duration `json:"increase,omitempty"`
		} `json:"transitionDelay,omitempty"`
		NonRequestServingNodesBufferPerZone *resource.Quantity `json:"nonRequestServingNodesBufferPerZone,omitempty"`
	} `json:"spec,omitempty"`
	Status struct {
		Conditions []metav1.Condition `json:"conditions,omitempty"`
	} `json:"status,omitempty"`
}

type size struct {
	Name     string `json:"name"`
	Criteria struct {
		From uint32  `json:"from"`
		To   *uint32 `json:"to,omitempty"`
	} `json:"criteria"`
	Capacity *struct {
		Memory *resource.Quantity `json:"memory,omitempty"`
		CPU    *resource.Quantity `json:"cpu,omitempty"`
	} `json:"capacity,omitempty"`
}

// JSON from the API server. It has fields that the Protobuf message does not have.
const fromServer = `{
	"apiVersion": "scheduling.hypershift.openshift.io/v1alpha1", "kind": "ClusterSizingConfiguration",
	"metadata": {"name": "cluster", "generation": 3, "resourceVersion": "7", "creationTimestamp": "2026-11-01T00:00:00Z",
		"managedFields": [{"manager": "kubectl", "operation": "Apply"}]},
	"spec": {
		"sizes": [
			{"name": "small", "criteria": {"from": 0, "to": 10}, "capacity": {"memory": "32Gi", "cpu": "8"}},
			{"name": "large", "criteria": {"from": 11}}],
		"transitionDelay": {"increase": "30s"}, "nonRequestServingNodesBufferPerZone": "1"},
	"status": {"conditions": [{"type": "ClusterSizingConfigurationValid", "status": "True", "reason": "AsExpected",
		"message": "", "lastTransitionTime": "2026-11-01T00:00:00Z"}]}}`

func ptr[T any](of T) *T { return &of }

func TestTypesOfKubernetesBecomeTheMessageThatTheAPIServerWouldSend(t *testing.T) {
	var typed configuration
	typed.APIVersion, typed.Kind = "scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration"
	created := metav1.NewTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	typed.ObjectMeta = metav1.ObjectMeta{Name: "cluster", Generation: 3, ResourceVersion: "7", CreationTimestamp: created,
		ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kubectl", Operation: metav1.ManagedFieldsOperationApply}}}
	typed.Spec.Sizes = []size{{Name: "small"}, {Name: "large"}}
	small, large := &typed.Spec.Sizes[0], &typed.Spec.Sizes[1]
	small.Criteria.To, large.Criteria.From = ptr(uint32(10)), 11
	small.Capacity = &struct {
		Memory *resource.Quantity `json:"memory,omitempty"`
		CPU    *resource.Quantity `json:"cpu,omitempty"`
	}{ptr(resource.MustParse("32Gi")), ptr(resource.MustParse("8"))}
	typed.Spec.TransitionDelay.Increase = metav1.Duration{Duration: 30 * time.Second}
	typed.Spec.NonRequestServingNodesBufferPerZone = ptr(resource.MustParse("1"))
	typed.Status.Conditions = []metav1.Condition{{Type: "ClusterSizingConfigurationValid", Status: metav1.ConditionTrue,
		Reason: "AsExpected", LastTransitionTime: created}}

	wanted := &v1.ClusterSizingConfiguration{}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal([]byte(fromServer), wanted); err != nil {
		t.Fatal(err)
	}
	untyped := &unstructured.Unstructured{}
	if err := untyped.UnmarshalJSON([]byte(fromServer)); err != nil {
		t.Fatal(err)
	}
	for _, object := range []any{typed, &typed, untyped, untyped.Object} {
		message, err := cpsizer.ConfigurationOf(object)
		if err != nil || !proto.Equal(message, wanted) {
			t.Errorf("%T: %v, %v", object, message, err)
		}
	}
}

// In older versions of apimachinery, the JSON of an empty object has `creationTimestamp: null`.
func TestAnEmptyObjectOfKubernetesTypesIsRead(t *testing.T) {
	if _, err := cpsizer.ConfigurationOf(&configuration{}); err != nil {
		t.Error(err)
	}
}
