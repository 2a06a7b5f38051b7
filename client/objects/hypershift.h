#ifndef CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_
#define CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/tree/node.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

// The names that objects of HyperShift and of the machine API use to refer to each other. Source: the folders api and
// hypershift-operator/controllers of the repository hypershift.
namespace cpsizer::objects {

// Annotations and a label of a HostedCluster. Automatic sizing of a cluster requires the value "true" of kAutoScaling.
inline constexpr char kAutoScaling[] = "hypershift.openshift.io/resource-based-cp-auto-scaling";
inline constexpr char kTopology[] = "hypershift.openshift.io/topology";
inline constexpr char kDedicatedTopology[] = "dedicated-request-serving-components";
inline constexpr char kRecommendedSize[] = "hypershift.openshift.io/recommended-cluster-size";
inline constexpr char kSizeOverride[] = "hypershift.openshift.io/cluster-size-override";  // replaces the recommendation
inline constexpr char kSizeLabel[] = "hypershift.openshift.io/hosted-cluster-size";       // the current size

// The annotations of a HostedCluster that set requests of a container of its control plane: the key ends with
// DEPLOYMENT.CONTAINER, and the value is such as `memory=2Gi,cpu=500m`.
inline constexpr char kRequestOverridePrefix[] = "resource-request-override.hypershift.openshift.io/";

// The other annotations of a HostedCluster that the scheduler writes for the effects of its size. Source:
// hypershift-operator/controllers/scheduler/util/scheduler.go.
inline constexpr char kGoMemLimit[] = "hypershift.openshift.io/kube-apiserver-gomemlimit";
inline constexpr char kControlPlanePriorityClass[] = "hypershift.openshift.io/control-plane-priority-class";
inline constexpr char kEtcdPriorityClass[] = "hypershift.openshift.io/etcd-priority-class";
inline constexpr char kApiCriticalPriorityClass[] = "hypershift.openshift.io/api-critical-priority-class";
inline constexpr char kHealthCheckTimeout[] = "hypershift.openshift.io/machine-health-check-timeout";
inline constexpr char kMaxInflight[] = "hypershift.openshift.io/kube-apiserver-max-requests-inflight";
inline constexpr char kMaxMutatingInflight[] = "hypershift.openshift.io/kube-apiserver-max-mutating-requests-inflight";
inline constexpr const char* kEffectAnnotations[] = {
    kGoMemLimit,  kControlPlanePriorityClass, kEtcdPriorityClass, kApiCriticalPriorityClass, kHealthCheckTimeout,
    kMaxInflight, kMaxMutatingInflight};

// A label of the nodes that serve the requests of a cluster, with the value of its annotation kGoMemLimit.
inline constexpr char kNodeGoMemLimit[] = "hypershift.openshift.io/request-serving-gomemlimit";

// An annotation of a HostedCluster that the scheduler of request-serving nodes sets to "true". Only these clusters wait
// for `spec.concurrency.limit`.
inline constexpr char kScheduled[] = "hypershift.openshift.io/cluster-scheduled";

// The condition of a ClusterSizingConfiguration that reports whether the configuration can be used.
inline constexpr char kConfigurationCondition[] = "ClusterSizingConfigurationValid";

// The condition of a ClusterSizingConfiguration that reports whether the API server still stores all capacities and
// fractions that the configuration had. Only the sidecar writes it.
inline constexpr char kStoredFieldsCondition[] = "SizingFieldsStored";

// The annotation of a ClusterSizingConfiguration with the fractions for which the schema of an operator may not have
// fields. The service reads it; see docs/install.md. A JSON object.
inline constexpr char kFractionsAnnotation[] = "cpsizer/fractions";

// The name of the VPA of a hosted cluster. The VPA is in the control plane namespace of the cluster. Two annotations of
// the VPA contain the namespace and the name of the cluster.
inline constexpr char kVpaName[] = "kube-apiserver";
inline constexpr char kVpaTargetKind[] = "Deployment";  // the target workload has the name of the VPA
inline constexpr char kClusterNamespace[] = "hypershift.openshift.io/cluster-namespace";
inline constexpr char kClusterName[] = "hypershift.openshift.io/cluster-name";

// The label of a machine with the size for which the machine is used.
inline constexpr char kMachineSize[] = "hypershift.openshift.io/cluster-size";

// The annotations of a MachineSet that contain the capacity of its machines: memory in MiB, and the number of cores.
inline constexpr const char* kCapacityAnnotations[] = {"machine.openshift.io/memoryMb", "machine.openshift.io/vCPU"};

// Returns the namespace of the control plane of a hosted cluster. Two clusters can have the same namespace: the cluster
// c in the namespace a-b, and the cluster b-c in the namespace a.
std::string ControlPlaneNamespace(absl::string_view name_space, absl::string_view name);

// Returns whether a VPA with the `spec.targetRef` `target` is for the API server of a hosted cluster. Does not compare
// the apiVersion.
bool IsApiServer(const tree::Node& target);

// Returns the time until which the operator does not change a HostedCluster. Returns InfinitePast() if it is not
// paused, and InfiniteFuture() if the pause has no end. An invalid `spec.pausedUntil` has no end: the operator then
// does not change the size. Source: support/util/pausereconcile.go.
//
// `invalid`, if it is not null, gets the value of an invalid field.
absl::Time PausedUntil(const tree::Node& hosted_cluster, std::string* invalid = nullptr);

// Returns the time since which a HostedCluster has the size in its label: `lastTransitionTime` of its condition
// ClusterSizeComputed. Returns InfinitePast() if the condition is absent or is about another size. Source:
// hypershift-operator/controllers/hostedclustersizing/hostedclustersizing_controller.go.
absl::Time SizeSince(const tree::Node& hosted_cluster);

// Returns the number of the only size for which the operator creates placeholders: the first one with any. Returns the
// number of sizes if no size has any. Source: hypershift-operator/controllers/scheduler/aws/placeholders.go.
int SizeWithPlaceholders(const v1::ClusterSizingConfigurationSpec& spec);

// The error about a HostedCluster without a name.
inline constexpr char kClusterWithoutName[] = "the HostedCluster has no metadata.name";

// Returns an error message if the VPA `vpa` is for another workload. Returns an empty text if the target is the API
// server, or if the VPA has no target.
std::string OtherTargetProblem(const tree::Node& vpa);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_
