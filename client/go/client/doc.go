// Package client calls cpsizer's sizing service as docs/clients.md recommends.
//
// A [Client] is one channel for all goroutines. Use it for the life of the process. It distributes calls among the
// replicas that report SERVING, retries when a replica shuts down, and uses renewed certificates without a new channel.
// Each call has a deadline.
//
// A [CoalescingClient] joins concurrent calls about one configuration to batches.
//
// A failed call returns an [*Error]. The error contains the fields that the service refuses or that are missing, and
// the delay that the service requests. If there is no connection, the error contains the reason: for example
// "certificate signed by unknown authority" instead of "context deadline exceeded".
//
// [HeldBy] returns the rule that holds the recommendation of a size.
//
// After any error, a caller must not change anything. See examples/operator for a reconciler that follows this rule.
//
// [ConfigurationOf], [VpaStatusOf], [VpaResourcePolicyOf], [MachineSetOf], [InfrastructureOf],
// [ControlPlaneMachineSetAutoscalerOf], [ControlPlaneMachineSetOf], [ClusterAutoscalerOf] and [MachineAutoscalerOf]
// make messages from Kubernetes objects of any Go type, so this package does not depend on Kubernetes.
// [CurrentObjectOf] makes messages from the objects that a plan of the cluster-autoscaler is compared with.
//
// [AddMachineSample] adds a measurement of a node (a [MachineSample]) to the samples of earlier responses.
//
// [PendingScaleOf] and [SettlePendingScale] keep the status of a ControlPlaneMachineSetAutoscaler correct if its
// controller exits between two writes. The example of SettlePendingScale is a complete step of such a controller.
package client
