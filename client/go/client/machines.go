package client

import (
	"encoding/json"
	"fmt"

	v1 "cpsizer/client/go/cpsizer/v1"
)

// MachineAutoscalerOf makes a message of a ControlPlaneMachineSetAutoscaler, of any Go type as in [ConfigurationOf]. Send it
// with its status: the times in it keep changes apart.
func MachineAutoscalerOf(object any) (*v1.ControlPlaneMachineSetAutoscaler, error) {
	return messageOf(object, &v1.ControlPlaneMachineSetAutoscaler{})
}

// ControlPlaneMachineSetOf makes a message of a ControlPlaneMachineSet, of any Go type as in [ConfigurationOf].
func ControlPlaneMachineSetOf(object any) (*v1.ControlPlaneMachineSet, error) {
	return messageOf(object, &v1.ControlPlaneMachineSet{})
}

// MachineSampleOf makes a sample of a NodeMetrics (metrics.k8s.io/v1beta1) and its Node, each of any Go type as in
// [ConfigurationOf]. A resource that one of them lacks does not count.
func MachineSampleOf(nodeMetrics, node any) (*v1.MachineSample, error) {
	text, err := json.Marshal(nodeMetrics)
	if err != nil {
		return nil, err
	}
	var metrics struct {
		Timestamp string            `json:"timestamp"`
		Window    string            `json:"window"`
		Usage     map[string]string `json:"usage"`
	}
	if err := json.Unmarshal(text, &metrics); err != nil {
		return nil, fmt.Errorf("this is no NodeMetrics: %w", err)
	}
	message, err := messageOf(node, &v1.Node{})
	if err != nil {
		return nil, err
	}
	capacity := message.GetStatus().GetCapacity()
	return &v1.MachineSample{
		Timestamp:      metrics.Timestamp,
		Window:         metrics.Window,
		CpuUsage:       metrics.Usage["cpu"],
		CpuCapacity:    capacity["cpu"],
		MemoryUsage:    metrics.Usage["memory"],
		MemoryCapacity: capacity["memory"],
	}, nil
}

// AddMachineSample adds a new sample of a node to the samples of the last response, and returns those of the next request.
// The metrics API repeats a measurement until it has a newer one; a repeated one is left out.
func AddMachineSample(samples []*v1.MachineNodeSamples, node string, sample *v1.MachineSample) []*v1.MachineNodeSamples {
	for _, entry := range samples {
		if entry.GetNode() != node {
			continue
		}
		for _, known := range entry.GetSamples() {
			if known.GetTimestamp() == sample.GetTimestamp() {
				return samples
			}
		}
		entry.Samples = append(entry.Samples, sample)
		return samples
	}
	return append(samples, &v1.MachineNodeSamples{Node: node, Samples: []*v1.MachineSample{sample}})
}

// PendingScaleOf returns the change that a response decides, for status.pendingScale of the autoscaler; nil where nothing
// changes. `now` is that of the request.
func PendingScaleOf(answer *v1.RecommendMachineResponse, now string) *v1.AutoscalerPendingScale {
	pending := &v1.AutoscalerPendingScale{From: answer.GetCurrent().GetName(), To: answer.GetTarget().GetName(), Time: now}
	switch answer.GetOutcome() {
	case v1.MachineOutcome_MACHINE_OUTCOME_SCALE_UP:
		pending.Direction = "Up"
	case v1.MachineOutcome_MACHINE_OUTCOME_SCALE_DOWN:
		pending.Direction = "Down"
	default:
		return nil
	}
	return pending
}

// SettlePendingScale removes the pending change from a status, and counts it if it was made. answer is the response to a
// request with this status and with the ControlPlaneMachineSet as the API server has it, not as a cache has it.
func SettlePendingScale(status *v1.ControlPlaneMachineSetAutoscalerStatus, answer *v1.RecommendMachineResponse) {
	pending := status.GetPendingScale()
	if pending == nil {
		return
	}
	status.PendingScale = nil
	if answer.GetOutcome() == v1.MachineOutcome_MACHINE_OUTCOME_HOLD {
		status.LastScaleUpTime, status.LastScaleDownTime = answer.GetLastScaleUpTime(), answer.GetLastScaleDownTime()
		return
	}
	// The times of this response are those after the change that it decides.
	if answer.GetCurrent().GetName() == pending.GetFrom() {
		return
	}
	if pending.GetDirection() == "Up" {
		status.LastScaleUpTime = pending.GetTime()
	} else {
		status.LastScaleDownTime = pending.GetTime()
	}
}
