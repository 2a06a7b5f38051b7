package client_test

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// errRefused is the response of the ControlPlaneMachineSet's webhook to an unsupported size.
var errRefused = errors.New("admission webhook denied the request")

// machineAPI has the reads and writes that a controller sends to the API server. Reads must not come from a cache.
type machineAPI interface {
	Autoscaler() *v1.ControlPlaneMachineSetAutoscaler
	MachineSet() *v1.ControlPlaneMachineSet
	// WriteStatus replaces the status of the autoscaler, unless another client has changed the autoscaler.
	WriteStatus(status *v1.ControlPlaneMachineSetAutoscalerStatus) error
	// Patch sends a JSON Patch of the ControlPlaneMachineSet.
	Patch(patch string) error
}

// reconcileMachines makes one step as described in docs/machines.md under "Apply it safely". It may be interrupted at
// any point. The next call continues with the state on the API server.
func reconcileMachines(ctx context.Context, sizing v1.SizingServiceClient, api machineAPI, now string) error {
	autoscaler := api.Autoscaler()
	status := autoscaler.GetStatus()
	if status == nil {
		status = &v1.ControlPlaneMachineSetAutoscalerStatus{}
	}
	answer, err := sizing.RecommendMachine(ctx, &v1.RecommendMachineRequest{
		ControlPlaneMachineSetAutoscaler: autoscaler,
		ControlPlaneMachineSet:           api.MachineSet(),
		Now:                              now, // also set nodes, samples and readings: see AddMachineSample
		Options:                          &v1.RecommendMachineOptions{Detail: v1.Detail_DETAIL_BRIEF},
	})
	if err != nil {
		return err // the machines do not change
	}
	// Completes the change of an earlier call first. The next call of reconcileMachines makes a new decision.
	if status.GetPendingScale() != nil {
		client.SettlePendingScale(status, answer)
		return api.WriteStatus(status)
	}
	pending := client.PendingScaleOf(answer, now)
	if pending == nil {
		return nil // call again after answer.RequeueAfter
	}
	status.PendingScale = pending
	if err := api.WriteStatus(status); err != nil {
		return err // nothing was changed
	}
	switch err := api.Patch(answer.Patch); {
	case err == nil:
		status.LastScaleUpTime, status.LastScaleDownTime = answer.LastScaleUpTime, answer.LastScaleDownTime
	case !errors.Is(err, errRefused):
		return err // a conflict, or no response: the next call finds out whether the patch was applied
	}
	status.PendingScale = nil
	return api.WriteStatus(status)
}

// The size of the machines changes, but the controller exits before it receives the response to the patch. The next
// call finds the new size in the ControlPlaneMachineSet.
func ExampleSettlePendingScale() {
	api := &lostAnswer{status: &v1.ControlPlaneMachineSetAutoscalerStatus{}, size: "m6i.xlarge"}
	for _, now := range []string{"2026-03-01T12:00:00Z", "2026-03-01T12:01:00Z"} {
		err := reconcileMachines(context.Background(), twoSizes{}, api, now)
		fmt.Printf("%s, %v, pending: %t, last: %q\n", api.size, err, api.status.PendingScale != nil, api.status.LastScaleUpTime)
	}
	// Output:
	// m6i.2xlarge, connection reset by peer, pending: true, last: ""
	// m6i.2xlarge, <nil>, pending: false, last: "2026-03-01T12:00:00Z"
}

// lostAnswer is an API server that accepts a patch but never sends the response.
type lostAnswer struct {
	status *v1.ControlPlaneMachineSetAutoscalerStatus
	size   string
}

func (a *lostAnswer) Autoscaler() *v1.ControlPlaneMachineSetAutoscaler {
	return &v1.ControlPlaneMachineSetAutoscaler{Status: a.status}
}

func (a *lostAnswer) MachineSet() *v1.ControlPlaneMachineSet {
	return &v1.ControlPlaneMachineSet{Metadata: &v1.ObjectMeta{Name: a.size}}
}

func (a *lostAnswer) WriteStatus(status *v1.ControlPlaneMachineSetAutoscalerStatus) error {
	a.status = status
	return nil
}

func (a *lostAnswer) Patch(string) error {
	a.size = "m6i.2xlarge"
	return errors.New("connection reset by peer")
}

// twoSizes is a service for which the smaller of two sizes is always too small.
type twoSizes struct{ v1.SizingServiceClient }

func (twoSizes) RecommendMachine(_ context.Context, request *v1.RecommendMachineRequest, _ ...grpc.CallOption) (
	*v1.RecommendMachineResponse, error) {
	size, pending := request.ControlPlaneMachineSet.Metadata.Name, request.ControlPlaneMachineSetAutoscaler.Status.PendingScale
	answer := &v1.RecommendMachineResponse{
		Outcome: v1.MachineOutcome_MACHINE_OUTCOME_HOLD, Current: &v1.MachineLadderSize{Name: size}}
	if size == "m6i.xlarge" {
		answer.Outcome = v1.MachineOutcome_MACHINE_OUTCOME_SCALE_UP
		answer.Target = &v1.MachineLadderSize{Name: "m6i.2xlarge"}
		answer.LastScaleUpTime = request.Now
	} else if pending.GetFrom() != size {
		answer.LastScaleUpTime = pending.GetTime()
	}
	return answer, nil
}
