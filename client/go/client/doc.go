// Package client calls cpsizer's sizing service as docs/clients.md recommends.
//
// A [Client] is one channel, for all goroutines and for the life of the process: it distributes calls among the
// replicas that report SERVING, retries when a replica shuts down, and uses renewed certificates without a new
// channel. Each call has a deadline.
//
// A call that fails returns an [*Error]. It contains the fields that the service refuses or misses, the delay that
// the service requested, and the reason for a missing connection: "certificate signed by unknown authority" instead
// of "context deadline exceeded".
//
// [HeldBy] returns the rule by which a recommendation of a size is held.
//
// On any error, a caller leaves things unchanged: see examples/operator for a reconciler that does.
//
// [ConfigurationOf], [VpaStatusOf], [VpaResourcePolicyOf], [MachineSetOf], [InfrastructureOf],
// [ControlPlaneMachineSetAutoscalerOf], [ControlPlaneMachineSetOf], [ClusterAutoscalerOf] and [MachineAutoscalerOf] make
// messages of Kubernetes objects of any Go type, so that neither this package nor the messages depend on Kubernetes.
// [CurrentObjectOf] does the same for the objects with which a plan of the cluster-autoscaler is compared.
//
// [AddMachineSample] adds a measurement of a node, a [MachineSample], to those of earlier responses.
//
// [PendingScaleOf] and [SettlePendingScale] keep the status of a ControlPlaneMachineSetAutoscaler correct if its
// controller exits between two writes; their example is a complete step of such a controller.
package client
