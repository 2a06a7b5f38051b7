package client

import (
	"slices"
	"time"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// ControlPlaneMachineSetAutoscalerOf makes a message from a ControlPlaneMachineSetAutoscaler of any Go type, as in
// [ConfigurationOf]. Send the autoscaler with its status, because the times in the status enforce the delays between
// changes.
func ControlPlaneMachineSetAutoscalerOf(object any) (*v1.ControlPlaneMachineSetAutoscaler, error) {
	return messageOf(object, &v1.ControlPlaneMachineSetAutoscaler{})
}

// ControlPlaneMachineSetOf makes a message from a ControlPlaneMachineSet of any Go type, as in [ConfigurationOf].
func ControlPlaneMachineSetOf(object any) (*v1.ControlPlaneMachineSet, error) {
	return messageOf(object, &v1.ControlPlaneMachineSet{})
}

// MachineSample is one measurement of a node, from its NodeMetrics (metrics.k8s.io/v1beta1) and the capacity of its
// Node. The amounts are numbers, so that this package does not depend on Kubernetes. For example, with the types of
// k8s.io/metrics and k8s.io/api:
//
//	usage := func(name corev1.ResourceName, scale resource.Scale) client.MachineUsage {
//		used, measured := nodeMetrics.Usage[name]
//		if !measured {
//			return client.MachineUsage{}
//		}
//		capacity := node.Status.Capacity[name]
//		return client.MachineUsage{Usage: used.ScaledValue(scale), Capacity: capacity.ScaledValue(scale)}
//	}
//	samples = client.AddMachineSample(samples, node.Name, client.MachineSample{
//		End:    nodeMetrics.Timestamp.Time,
//		Window: nodeMetrics.Window.Duration,
//		CPU:    usage(corev1.ResourceCPU, resource.Nano), // billionths of a CPU
//		Memory: usage(corev1.ResourceMemory, 0),          // bytes
//	})
type MachineSample struct {
	// The end of the measured interval: `timestamp` of the NodeMetrics. Required.
	End time.Time
	// The length of the measured interval: `window` of the NodeMetrics.
	Window time.Duration
	// In billionths of a CPU: 250m is 250,000,000.
	CPU MachineUsage
	// In bytes.
	Memory MachineUsage
}

// MachineUsage is the usage of one resource of a node. The service refuses negative amounts.
type MachineUsage struct {
	// The amount that was used.
	Usage int64
	// The amount that the node has: status.capacity of the Node. 0 if the capacity is not known, or if the usage was
	// not measured.
	Capacity int64
}

// AddMachineSample adds a sample of a node to the samples of the last response, and returns the samples of the next
// request. Like append, it may change the samples that are passed.
//
// A resource whose capacity is 0 is not added. A resource is also not added if the node already has a sample with the
// same end, because the metrics API returns the same measurement until a newer measurement exists.
func AddMachineSample(samples []*v1.MachineNodeSamples, node string, sample MachineSample) []*v1.MachineNodeSamples {
	index := slices.IndexFunc(samples, func(entry *v1.MachineNodeSamples) bool { return entry.GetNode() == node })
	if index < 0 {
		index = len(samples)
		samples = append(samples, &v1.MachineNodeSamples{Node: node})
	}
	entry := samples[index]
	entry.Cpu = addUsage(entry.Cpu, sample, sample.CPU)
	entry.Memory = addUsage(entry.Memory, sample, sample.Memory)
	return samples
}

// addUsage adds the usage of one resource in a sample to the columns of this resource, which may be nil.
func addUsage(columns *v1.MachineUsageSamples, sample MachineSample, usage MachineUsage) *v1.MachineUsageSamples {
	end := sample.End.UnixNano()
	if usage.Capacity == 0 || slices.Contains(columns.GetEndUnixNanos(), end) {
		return columns
	}
	if columns == nil {
		columns = &v1.MachineUsageSamples{}
	}
	columns.EndUnixNanos = append(columns.EndUnixNanos, end)
	columns.WindowNanos = append(columns.WindowNanos, sample.Window.Nanoseconds())
	columns.Usages = append(columns.Usages, usage.Usage)
	columns.Capacities = append(columns.Capacities, usage.Capacity)
	columns.Utilizations = nil // only a response has utilizations, one for each sample
	return columns
}

// PendingScaleOf returns the change that a response decides, for status.pendingScale of the autoscaler; nil if nothing
// changes. `now` must be the time in the request.
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

// SettlePendingScale removes the pending change from a status, and sets the time of the last change if the change was
// made. answer must be the response to a request with this status and with the ControlPlaneMachineSet. The
// ControlPlaneMachineSet must be read from the API server, not from a cache.
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
	// The times in this response cannot be used, because they include the new change that the response decides.
	if answer.GetCurrent().GetName() == pending.GetFrom() {
		return
	}
	if pending.GetDirection() == "Up" {
		status.LastScaleUpTime = pending.GetTime()
	} else {
		status.LastScaleDownTime = pending.GetTime()
	}
}
