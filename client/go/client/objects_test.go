package client_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// The object is the output of kubectl, with all fields that the API server adds to the spec.
func TestAConfigurationOfTheAPIServerIsRead(t *testing.T) {
	text, err := os.ReadFile("../../../tests/testdata/clustersizingconfiguration_kubectl_get.json")
	must(t, err)
	config, err := client.ConfigurationOf(json.RawMessage(text))
	must(t, err)
	var object struct {
		Metadata struct{ Generation int64 }
		Spec     struct{ Sizes []struct{ Name string } }
	}
	must(t, json.Unmarshal(text, &object))
	if len(object.Spec.Sizes) == 0 || len(config.Spec.Sizes) != len(object.Spec.Sizes) ||
		config.Metadata.Generation != object.Metadata.Generation {
		t.Fatalf("%v", config)
	}
	for i, size := range object.Spec.Sizes {
		if config.Spec.Sizes[i].Name != size.Name || config.Spec.Sizes[i].Capacity.GetMemory() == "" {
			t.Errorf("%v is not %s", config.Spec.Sizes[i], size.Name)
		}
	}
}

// configuration is similar to HyperShift's Go types: it has pointers for optional fields, and tags with their names.
type configuration struct {
	Metadata struct {
		Name              string            `json:"name"`
		CreationTimestamp *time.Time        `json:"creationTimestamp"` // marshals to null
		ManagedFields     []json.RawMessage `json:"managedFields,omitempty"`
	} `json:"metadata"`
	Spec struct {
		Sizes []size `json:"sizes"`
	} `json:"spec"`
	Status struct{} `json:"status"`
}

type size struct {
	Name     string    `json:"name"`
	Capacity *capacity `json:"capacity,omitempty"`
	Effects  *effects  `json:"effects,omitempty"`
}

type capacity struct {
	Memory      *quantity `json:"memory,omitempty"`
	CPU         any       `json:"cpu,omitempty"`
	CPUFraction *quantity `json:"kubeAPIServerCPUFraction,omitempty"`
}

type effects struct {
	MachineHealthCheckTimeout string `json:"machineHealthCheckTimeout,omitempty"`
	MaximumRequestsInflight   *int   `json:"maximumRequestsInflight,omitempty"`
	OfANewerOperator          string `json:"ofANewerOperator,omitempty"`
}

// quantity marshals itself, in the same way as resource.Quantity.
type quantity string

func (q quantity) MarshalJSON() ([]byte, error) { return json.Marshal(string(q)) }

func TestGoTypesAreReadByTheJSONThatTheyWrite(t *testing.T) {
	var object configuration
	object.Metadata.Name = "cluster"
	object.Metadata.ManagedFields = []json.RawMessage{[]byte(`{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}`)}
	memory, fraction, inflight := quantity("32Gi"), quantity("0.4"), 3000
	object.Spec.Sizes = []size{
		{Name: "small", Capacity: &capacity{Memory: &memory, CPU: 8, CPUFraction: &fraction},
			Effects: &effects{MaximumRequestsInflight: &inflight, OfANewerOperator: "x"}},
		{Name: "large", Capacity: &capacity{CPU: json.Number("0.5e1")}},
		{Name: "none"},
	}
	wanted := &v1.ClusterSizingConfiguration{
		Metadata: &v1.ObjectMeta{Name: "cluster"}, Status: &v1.ClusterSizingConfigurationStatus{},
		Spec: &v1.ClusterSizingConfigurationSpec{Sizes: []*v1.SizeConfiguration{
			{Name: "small", Capacity: &v1.SizeCapacity{
				Memory: text("32Gi"), Cpu: text("8"), KubeApiServerCpuFraction: text("0.4")},
				Effects: &v1.Effects{MaximumRequestsInflight: proto.Int64(3000)}},
			{Name: "large", Capacity: &v1.SizeCapacity{Cpu: text("0.5e1")}},
			{Name: "none"},
		}},
	}
	for _, form := range []any{object, &object} {
		config, err := client.ConfigurationOf(form)
		if err != nil || !proto.Equal(config, wanted) {
			t.Errorf("%v, %v", config, err)
		}
	}
}

func TestTheStatusOfAVPAIsRead(t *testing.T) {
	status, err := client.VpaStatusOf(map[string]any{
		"metadata": map[string]any{"name": "kube-apiserver"},
		"status": map[string]any{
			"conditions": []any{map[string]any{
				"type": "RecommendationProvided", "status": "True", "lastTransitionTime": "2026-11-01T00:00:00Z"}},
			"recommendation": map[string]any{"containerRecommendations": []any{map[string]any{
				"containerName":  "kube-apiserver",
				"uncappedTarget": map[string]any{"cpu": 2, "memory": "20Gi", "ephemeral-storage": "1Gi"}}}},
		}})
	must(t, err)
	wanted := &v1.ResourceList{Memory: text("20Gi"), Cpu: text("2")}
	got := status.Recommendation.ContainerRecommendations[0].UncappedTarget
	if !proto.Equal(got, wanted) || status.Conditions[0].Status != "True" {
		t.Errorf("%v", status)
	}
	none, err := client.VpaStatusOf(map[string]any{})
	if err != nil || !proto.Equal(none, &v1.VerticalPodAutoscalerStatus{}) {
		t.Errorf("%v, %v", none, err)
	}
}

func TestTheResourcePolicyOfAVPAIsRead(t *testing.T) {
	policy, err := client.VpaResourcePolicyOf(json.RawMessage(`{"spec": {"targetRef": {"name": "kube-apiserver"},
		"resourcePolicy": {"containerPolicies": [{"containerName": "*", "mode": "Auto", "maxAllowed": {"cpu": 8},
			"controlledResources": ["memory"], "controlledValues": "RequestsOnly"}]}}}`))
	must(t, err)
	wanted := &v1.PodResourcePolicy{ContainerPolicies: []*v1.ContainerResourcePolicy{
		{ContainerName: "*", ControlledResources: []string{"memory"}}}}
	if !proto.Equal(policy, wanted) {
		t.Errorf("%v", policy)
	}
	for _, without := range []string{`{}`, `{"spec": {}}`, `{"spec": null}`, `{"spec": {"resourcePolicy": null}}`} {
		if policy, err := client.VpaResourcePolicyOf(json.RawMessage(without)); policy != nil || err != nil {
			t.Errorf("%s: %v, %v", without, policy, err)
		}
	}
	if _, err := client.VpaResourcePolicyOf("text"); err == nil {
		t.Error("text is a VPA")
	}
}

func TestTheCapacityOfAMachineSetIsRead(t *testing.T) {
	machineSet, err := client.MachineSetOf(json.RawMessage(`{
		"metadata": {"name": "a", "annotations": {"machine.openshift.io/memoryMb": "32768", "machine.openshift.io/vCPU": "8"}},
		"spec": {"replicas": 3, "template": {"spec": {"providerSpec": {"value": {"kind": "X"}},
			"metadata": {"labels": {"hypershift.openshift.io/cluster-size": "small"}}}}}}`))
	if err != nil || machineSet.Metadata.Annotations["machine.openshift.io/vCPU"] != "8" ||
		machineSet.Spec.Template.Spec.Metadata.Labels["hypershift.openshift.io/cluster-size"] != "small" {
		t.Errorf("%v, %v", machineSet, err)
	}
}

func TestObjectOfWrongTypeIsAnError(t *testing.T) {
	for _, test := range []struct {
		object any
		wanted string
	}{
		{json.Number("7"), "this is not a ClusterSizingConfiguration"},
		{(*struct{})(nil), "this is not a ClusterSizingConfiguration"},
		{json.RawMessage(`{"spec": []}`), "this is not a ClusterSizingConfiguration"},
		{make(chan struct{}), "unsupported type"},
	} {
		config, err := client.ConfigurationOf(test.object)
		if config != nil || err == nil || !strings.Contains(err.Error(), test.wanted) {
			t.Errorf("%v: %v, %v", test.object, config, err)
		}
	}
	_, err := client.VpaStatusOf("text")
	if err == nil || !strings.Contains(err.Error(), "this is not a VerticalPodAutoscaler") {
		t.Errorf("%v", err)
	}
}
