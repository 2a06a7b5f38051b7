package client_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
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

const gibibyte = int64(1) << 30

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// machineSample returns a measurement of 3600m of 4 CPUs and 8Gi of 16Gi.
func machineSample(end time.Time) client.MachineSample {
	return client.MachineSample{
		End:    end,
		Window: 30 * time.Second,
		CPU:    client.MachineUsage{Usage: 3_600_000_000, Capacity: 4_000_000_000},
		Memory: client.MachineUsage{Usage: 8 * gibibyte, Capacity: 16 * gibibyte},
	}
}

// machineRequest returns a request with a sample for each of the last `minutes` minutes before noon, with CPU at 90 %.
func machineRequest(t *testing.T, minutes int) *v1.RecommendMachineRequest {
	t.Helper()
	autoscaler, err := client.ControlPlaneMachineSetAutoscalerOf(json.RawMessage(autoscalerObject))
	must(t, err)
	machineSet, err := client.ControlPlaneMachineSetOf(json.RawMessage(machineSetObject))
	must(t, err)
	request := &v1.RecommendMachineRequest{
		ControlPlaneMachineSetAutoscaler: autoscaler,
		ControlPlaneMachineSet:           machineSet,
		Nodes:                            []string{"master-0"},
		Now:                              noon.Format(time.RFC3339),
	}
	for minute := minutes - 1; minute >= 0; minute-- {
		sample := machineSample(noon.Add(-time.Duration(minute) * time.Minute))
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
}

// columns returns samples with windows of 30 s, in the form of a request.
func columns(capacity int64, ends []time.Time, usages ...int64) *v1.MachineUsageSamples {
	samples := &v1.MachineUsageSamples{Usages: usages}
	for _, end := range ends {
		samples.EndUnixNanos = append(samples.EndUnixNanos, end.UnixNano())
		samples.WindowNanos = append(samples.WindowNanos, 30_000_000_000)
		samples.Capacities = append(samples.Capacities, capacity)
	}
	return samples
}

func TestAddMachineSample(t *testing.T) {
	const cpus, bytes = 4_000_000_000, 16 << 30
	first, second := noon, noon.Add(time.Minute)
	one, two := []time.Time{first}, []time.Time{first, second}
	sampleOf := func(end time.Time, cpu, memory client.MachineUsage) client.MachineSample {
		return client.MachineSample{End: end, Window: 30 * time.Second, CPU: cpu, Memory: memory}
	}
	usage := func(used, capacity int64) client.MachineUsage {
		return client.MachineUsage{Usage: used, Capacity: capacity}
	}
	for _, test := range []struct {
		name                string
		samples             []client.MachineSample
		wantCPU, wantMemory *v1.MachineUsageSamples
	}{
		{"one sample", []client.MachineSample{sampleOf(first, usage(1, cpus), usage(2, bytes))},
			columns(cpus, one, 1), columns(bytes, one, 2)},
		{"a usage of 0 is a sample", []client.MachineSample{sampleOf(first, usage(0, cpus), usage(2, bytes))},
			columns(cpus, one, 0), columns(bytes, one, 2)},
		{"a later end is added", []client.MachineSample{
			sampleOf(first, usage(1, cpus), usage(2, bytes)), sampleOf(second, usage(3, cpus), usage(4, bytes))},
			columns(cpus, two, 1, 3), columns(bytes, two, 2, 4)},
		{"a repeated end is left out", []client.MachineSample{
			sampleOf(first, usage(1, cpus), usage(2, bytes)), sampleOf(first, usage(3, cpus), usage(4, bytes)),
			sampleOf(second, usage(5, cpus), usage(6, bytes)), sampleOf(first, usage(7, cpus), usage(8, bytes))},
			columns(cpus, two, 1, 5), columns(bytes, two, 2, 6)},
		{"the same end in another time zone is repeated", []client.MachineSample{
			sampleOf(first, usage(1, cpus), usage(2, bytes)),
			sampleOf(first.In(time.FixedZone("", 3600)), usage(3, cpus), usage(4, bytes))},
			columns(cpus, one, 1), columns(bytes, one, 2)},
		{"the ends of each resource are compared alone", []client.MachineSample{
			sampleOf(first, usage(1, cpus), usage(2, 0)), sampleOf(first, usage(3, cpus), usage(4, bytes))},
			columns(cpus, one, 1), columns(bytes, one, 4)},
		{"capacity 0 is left out", []client.MachineSample{
			sampleOf(first, usage(1, cpus), usage(2, bytes)), sampleOf(second, usage(3, 0), usage(4, bytes))},
			columns(cpus, one, 1), columns(bytes, two, 2, 4)},
		{"a resource that was never measured is absent", []client.MachineSample{
			sampleOf(first, client.MachineUsage{}, usage(2, bytes))},
			nil, columns(bytes, one, 2)},
	} {
		var got []*v1.MachineNodeSamples
		for _, sample := range test.samples {
			got = client.AddMachineSample(got, "master-0", sample)
			checkColumns(t, test.name, got)
		}
		want := &v1.MachineNodeSamples{Node: "master-0", Cpu: test.wantCPU, Memory: test.wantMemory}
		if len(got) != 1 || !proto.Equal(got[0], want) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// checkColumns fails the test if the columns that a request needs have different lengths.
func checkColumns(t *testing.T, name string, samples []*v1.MachineNodeSamples) {
	t.Helper()
	for _, entry := range samples {
		for _, resource := range []*v1.MachineUsageSamples{entry.GetCpu(), entry.GetMemory()} {
			count := len(resource.GetEndUnixNanos())
			if len(resource.GetWindowNanos()) != count || len(resource.GetUsages()) != count || len(resource.GetCapacities()) != count {
				t.Errorf("%s: columns of different lengths: %v", name, resource)
			}
		}
	}
}

func TestAddMachineSampleAddsToTheNode(t *testing.T) {
	var samples []*v1.MachineNodeSamples
	for _, end := range []time.Time{noon, noon, noon.Add(time.Minute)} {
		samples = client.AddMachineSample(samples, "master-0", machineSample(end))
		samples = client.AddMachineSample(samples, "master-1", machineSample(end))
	}
	checkColumns(t, "two nodes", samples)
	if len(samples) != 2 || samples[0].Node != "master-0" || samples[1].Node != "master-1" ||
		len(samples[0].Cpu.Usages) != 2 || len(samples[1].Memory.Usages) != 2 {
		t.Errorf("%v", samples)
	}
}

func TestAddMachineSampleClearsUtilizationsOfAResponse(t *testing.T) {
	cpu, memory := columns(4_000_000_000, []time.Time{noon}, 3_600_000_000), columns(16*gibibyte, []time.Time{noon}, 8*gibibyte)
	cpu.Utilizations, memory.Utilizations = []float64{90}, []float64{50}
	samples := []*v1.MachineNodeSamples{{Node: "master-0", Cpu: cpu, Memory: memory}}
	samples = client.AddMachineSample(samples, "master-0", machineSample(noon.Add(time.Minute)))
	ends := []time.Time{noon, noon.Add(time.Minute)}
	want := &v1.MachineNodeSamples{Node: "master-0",
		Cpu:    columns(4_000_000_000, ends, 3_600_000_000, 3_600_000_000),
		Memory: columns(16*gibibyte, ends, 8*gibibyte, 8*gibibyte)}
	if len(samples) != 1 || !proto.Equal(samples[0], want) {
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
	// The size in the response shows that the pending change was never made, so no time is set.
	status := request.ControlPlaneMachineSetAutoscaler.Status
	client.SettlePendingScale(status, answer)
	if status.PendingScale != nil || status.LastScaleUpTime != "" {
		t.Errorf("%v", status)
	}
}
