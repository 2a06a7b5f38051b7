package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"cpsizer/client/go/client"
	v1 "cpsizer/client/go/cpsizer/v1"
)

const autoscalerObject = `{
	"metadata": {"name": "cluster", "namespace": "openshift-machine-api"},
	"spec": {
		"machineConfiguration": {
			"machineType": "machines_v1beta1_machine_openshift_io",
			"machines_v1beta1_machine_openshift_io": {"machineConfigurations": {"platform": "AWS", "aws": [
				{"weight": 1, "instanceType": "m6i.xlarge"}, {"weight": 2, "instanceType": "m6i.2xlarge"}]}}
		},
		"scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": 80, "timeWindow": "5m"}}]}
	},
	"status": {"pendingScale": {"direction": "Up", "from": "m6i.xlarge", "to": "m6i.2xlarge", "time": "2026-03-01T11:00:00Z"}}
}`

const machineSetObject = `{
	"metadata": {"name": "cluster", "resourceVersion": "48151"},
	"spec": {"state": "Active", "template": {"machines_v1beta1_machine_openshift_io": {"spec": {"providerSpec": {"value":
		{"kind": "AWSMachineProviderConfig", "instanceType": "m6i.xlarge"}}}}}}
}`

const nodeObject = `{"metadata": {"name": "master-0"}, "status": {"capacity": {"cpu": "4", "memory": "16Gi", "pods": "250"}}}`

func nodeMetrics(timestamp string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"metadata": {"name": "master-0"}, "timestamp": %q, "window": "30s",
		"usage": {"cpu": "3600m", "memory": "8Gi"}}`, timestamp))
}

// machineRequest asks about machines of which CPU is at 90 % for as many minutes before noon.
func machineRequest(t *testing.T, minutes int) *v1.RecommendMachineRequest {
	t.Helper()
	autoscaler, err := client.MachineAutoscalerOf(json.RawMessage(autoscalerObject))
	must(t, err)
	machineSet, err := client.ControlPlaneMachineSetOf(json.RawMessage(machineSetObject))
	must(t, err)
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	request := &v1.RecommendMachineRequest{
		ControlPlaneMachineSetAutoscaler: autoscaler,
		ControlPlaneMachineSet:           machineSet,
		Nodes:                            []string{"master-0"},
		Now:                              noon.Format(time.RFC3339),
	}
	for minute := minutes - 1; minute >= 0; minute-- {
		sample, err := client.MachineSampleOf(nodeMetrics(noon.Add(-time.Duration(minute)*time.Minute).Format(time.RFC3339)),
			json.RawMessage(nodeObject))
		must(t, err)
		request.Samples = client.AddMachineSample(request.Samples, "master-0", sample)
	}
	return request
}

func TestObjectsOfMachinesAreRead(t *testing.T) {
	request := machineRequest(t, 2)
	spec, status := request.ControlPlaneMachineSetAutoscaler.Spec, request.ControlPlaneMachineSetAutoscaler.Status
	if spec.ScaleUp.Triggers[0].Cpu.Value != "80" || status.PendingScale.From != "m6i.xlarge" {
		t.Errorf("%v", request.ControlPlaneMachineSetAutoscaler)
	}
	provider := request.ControlPlaneMachineSet.Spec.Template.MachinesV1Beta1MachineOpenshiftIo.Spec.ProviderSpec.Value
	if provider.InstanceType != "m6i.xlarge" {
		t.Errorf("%v", request.ControlPlaneMachineSet)
	}
	want := &v1.MachineSample{Timestamp: "2026-03-01T11:59:00Z", Window: "30s",
		CpuUsage: "3600m", CpuCapacity: "4", MemoryUsage: "8Gi", MemoryCapacity: "16Gi"}
	if got := request.Samples[0].Samples[0]; !proto.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if _, err := client.MachineSampleOf(json.RawMessage(`{"usage": 1}`), json.RawMessage(nodeObject)); err == nil {
		t.Error("that is no NodeMetrics")
	}
}

func TestASampleIsAddedOnceAndToItsNode(t *testing.T) {
	first, second := &v1.MachineSample{Timestamp: "2026-03-01T12:00:00Z"}, &v1.MachineSample{Timestamp: "2026-03-01T12:01:00Z"}
	var samples []*v1.MachineNodeSamples
	for _, sample := range []*v1.MachineSample{first, first, second} {
		samples = client.AddMachineSample(samples, "master-0", sample)
		samples = client.AddMachineSample(samples, "master-1", sample)
	}
	if len(samples) != 2 || len(samples[0].Samples) != 2 || len(samples[1].Samples) != 2 {
		t.Errorf("%v", samples)
	}
}

func TestAPendingScaleIsCountedIfTheSizeChanged(t *testing.T) {
	const before, at, now = "2026-03-01T09:00:00Z", "2026-03-01T11:00:00Z", "2026-03-01T12:00:00Z"
	for _, test := range []struct {
		name          string
		direction     string
		answer        *v1.RecommendMachineResponse
		wantUp, wantD string
	}{
		{"a response that holds has the times", "Up", &v1.RecommendMachineResponse{
			Outcome: v1.MachineOutcome_MACHINE_OUTCOME_HOLD, LastScaleUpTime: at, LastScaleDownTime: before}, at, before},
		{"another size, and a further change", "Up", &v1.RecommendMachineResponse{
			Outcome: v1.MachineOutcome_MACHINE_OUTCOME_SCALE_UP, Current: &v1.MachineLadderSize{Name: "b"}, LastScaleUpTime: now}, at, before},
		{"another size, smaller", "Down", &v1.RecommendMachineResponse{
			Outcome: v1.MachineOutcome_MACHINE_OUTCOME_SCALE_UP, Current: &v1.MachineLadderSize{Name: "b"}, LastScaleUpTime: now}, before, at},
		{"the same size, and the change again", "Up", &v1.RecommendMachineResponse{
			Outcome: v1.MachineOutcome_MACHINE_OUTCOME_SCALE_UP, Current: &v1.MachineLadderSize{Name: "a"}, LastScaleUpTime: now}, before, before},
	} {
		status := &v1.ControlPlaneMachineSetAutoscalerStatus{LastScaleUpTime: before, LastScaleDownTime: before,
			PendingScale: &v1.AutoscalerPendingScale{Direction: test.direction, From: "a", To: "b", Time: at}}
		client.SettlePendingScale(status, test.answer)
		if status.PendingScale != nil || status.LastScaleUpTime != test.wantUp || status.LastScaleDownTime != test.wantD {
			t.Errorf("%s: %v", test.name, status)
		}
	}
	status := &v1.ControlPlaneMachineSetAutoscalerStatus{LastScaleUpTime: before}
	client.SettlePendingScale(status, &v1.RecommendMachineResponse{Outcome: v1.MachineOutcome_MACHINE_OUTCOME_HOLD})
	if status.LastScaleUpTime != before {
		t.Errorf("without a pending change: %v", status)
	}
}

func TestTheMachinesAreDecidedFromObjects(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	request := machineRequest(t, 3)
	answer, err := c.RecommendMachine(context.Background(), request)
	must(t, err)
	if answer.Reason != v1.MachineReason_MACHINE_REASON_INSUFFICIENT_DATA || client.PendingScaleOf(answer, request.Now) != nil {
		t.Errorf("%v", answer)
	}
	request = machineRequest(t, 5)
	answer, err = c.RecommendMachine(context.Background(), request)
	must(t, err)
	want := &v1.AutoscalerPendingScale{Direction: "Up", From: "m6i.xlarge", To: "m6i.2xlarge", Time: request.Now}
	if got := client.PendingScaleOf(answer, request.Now); !proto.Equal(got, want) {
		t.Errorf("%v", answer)
	}
	// The pending change was never made: it does not count.
	status := request.ControlPlaneMachineSetAutoscaler.Status
	client.SettlePendingScale(status, answer)
	if status.PendingScale != nil || status.LastScaleUpTime != "" {
		t.Errorf("%v", status)
	}
}
