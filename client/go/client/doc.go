// Package client calls cpsizer's sizing service as docs/clients.md says a client should.
//
// A [Client] is one channel, for all goroutines and for the life of the process: it asks replicas in turn, only those that
// say they serve, tries again where one is just going away, and takes renewed certificates without a new channel. Every
// call has a deadline.
//
// A call that fails returns an [*Error]. It names the fields that the service refuses or does not have, says how long to
// wait where the service said so, and why there is no connection where there is none: "certificate signed by unknown authority" instead
// of "context deadline exceeded".
//
// [HeldBy] returns the rule by which a recommendation of a size is held.
//
// Whatever fails, a caller leaves things as they are: see examples/operator for a reconciler that does.
//
// [ConfigurationOf], [VpaStatusOf], [VpaResourcePolicyOf], [MachineSetOf], [InfrastructureOf],
// [ControlPlaneMachineSetAutoscalerOf], [ControlPlaneMachineSetOf], [ClusterAutoscalerOf] and [MachineAutoscalerOf] make
// messages of Kubernetes objects of any Go type, so that neither this package nor the messages depend on Kubernetes.
// [CurrentObjectOf] does the same for the objects that a plan of the cluster-autoscaler is compared with.
//
// [AddMachineSample] adds a measurement of a node, a [MachineSample], to those of earlier responses.
//
// [PendingScaleOf] and [SettlePendingScale] keep the status of a ControlPlaneMachineSetAutoscaler right when its controller
// ends between two writes; their example is a whole step of such a controller.
package client
