#ifndef CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// The kinds of objects that decisions use.
enum class ObjectKind : uint8_t {
  kOther,
  // Kinds for sizes of control planes.
  kConfiguration,
  kHostedCluster,
  kVerticalPodAutoscaler,
  kMachineSet,
  kNodePool,
  kHostedControlPlane,
  // Kinds for replicas of workloads.
  kHorizontalPodAutoscaler,
  kScale,
  kWorkload,  // Deployment, StatefulSet, ReplicaSet, ReplicationController
  kPod,
  kPodMetrics,
  kMetricValue,
  kExternalMetricValue,
  // Kinds for CPU requests of a control plane, in addition to workloads, pods and pod metrics.
  kInfrastructure,
  kKubeletConfig,
  kNode,
  kDaemonSet,
  kInstallConfig,
  // Kinds for machines of control planes.
  kControlPlaneMachineSetAutoscaler,
  kTriggerAuthentication,
  kControlPlaneMachineSet,
  kNodeMetrics,
  // Kinds for the cluster-autoscaler.
  kClusterAutoscaler,
  kMachineAutoscaler,
  kScalingTarget,  // a MachineSet with its annotations
  // An object that the operator writes (such as a Deployment or a Service), or a FeatureGate.
  kOperand,
  // Kinds for the capacity of a management cluster: a Node and a Pod with what placement depends on.
  kCapacityNode,
  kCapacityPod,
};

// A kind in the table of all kinds.
struct KnownKind {
  ObjectKind kind;
  absl::string_view name;
  absl::string_view api_version;
  absl::string_view older_api_version;  // another accepted apiVersion; may be empty
  // The plural in the paths of the API server, for a kind that verbs of the command list on a cluster. May be empty.
  absl::string_view plural = "";
  bool in_namespaces = true;
};

// `cpsizer validate` lists the kinds of kUserKinds in this order.
inline constexpr KnownKind kKnownKinds[] = {
    {ObjectKind::kConfiguration, "ClusterSizingConfiguration", "scheduling.hypershift.openshift.io/v1alpha1", ""},
    {ObjectKind::kHostedCluster, "HostedCluster", "hypershift.openshift.io/v1beta1", "hypershift.openshift.io/v1alpha1",
     "hostedclusters"},
    {ObjectKind::kVerticalPodAutoscaler, "VerticalPodAutoscaler", "autoscaling.k8s.io/v1", ""},
    {ObjectKind::kMachineSet, "MachineSet", "machine.openshift.io/v1beta1", ""},
    {ObjectKind::kNodePool, "NodePool", "hypershift.openshift.io/v1beta1", "hypershift.openshift.io/v1alpha1",
     "nodepools"},
    {ObjectKind::kHostedControlPlane, "HostedControlPlane", "hypershift.openshift.io/v1beta1",
     "hypershift.openshift.io/v1alpha1", "hostedcontrolplanes"},
    {ObjectKind::kHorizontalPodAutoscaler, "HorizontalPodAutoscaler", "autoscaling/v2", "autoscaling/v1",
     "horizontalpodautoscalers"},
    {ObjectKind::kScale, "Scale", "autoscaling/v1", ""},
    {ObjectKind::kWorkload, "Deployment", "apps/v1", ""},
    {ObjectKind::kWorkload, "StatefulSet", "apps/v1", ""},
    {ObjectKind::kWorkload, "ReplicaSet", "apps/v1", ""},
    {ObjectKind::kWorkload, "ReplicationController", "v1", ""},
    {ObjectKind::kPod, "Pod", "v1", ""},
    {ObjectKind::kPodMetrics, "PodMetrics", "metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kMetricValue, "MetricValue", "custom.metrics.k8s.io/v1beta2", "custom.metrics.k8s.io/v1beta1"},
    {ObjectKind::kExternalMetricValue, "ExternalMetricValue", "external.metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kInfrastructure, "Infrastructure", "config.openshift.io/v1", "", "infrastructures", false},
    {ObjectKind::kKubeletConfig, "KubeletConfig", "machineconfiguration.openshift.io/v1", "", "kubeletconfigs", false},
    {ObjectKind::kControlPlaneMachineSetAutoscaler, "ControlPlaneMachineSetAutoscaler", "machine.openshift.io/v1alpha1",
     "", "controlplanemachinesetautoscalers"},
    {ObjectKind::kTriggerAuthentication, "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
     "machine.openshift.io/v1alpha1", "", "controlplanemachinesetautoscalingtriggerauthentications"},
    {ObjectKind::kControlPlaneMachineSet, "ControlPlaneMachineSet", "machine.openshift.io/v1", ""},
    {ObjectKind::kNodeMetrics, "NodeMetrics", "metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kClusterAutoscaler, "ClusterAutoscaler", "autoscaling.openshift.io/v1", "", "clusterautoscalers",
     false},
    {ObjectKind::kMachineAutoscaler, "MachineAutoscaler", "autoscaling.openshift.io/v1beta1", "", "machineautoscalers"},
    {ObjectKind::kScalingTarget, "MachineSet", "machine.openshift.io/v1beta1", ""},
    {ObjectKind::kOperand, "FeatureGate", "config.openshift.io/v1", ""},
    {ObjectKind::kOperand, "Deployment", "apps/v1", ""},
    {ObjectKind::kOperand, "Service", "v1", ""},
    {ObjectKind::kOperand, "ServiceMonitor", "monitoring.coreos.com/v1", ""},
    {ObjectKind::kOperand, "PrometheusRule", "monitoring.coreos.com/v1", ""},
    {ObjectKind::kOperand, "NetworkPolicy", "networking.k8s.io/v1", ""},
    {ObjectKind::kNode, "Node", "v1", ""},
    {ObjectKind::kDaemonSet, "DaemonSet", "apps/v1", ""},
    {ObjectKind::kCapacityNode, "Node", "v1", "", "nodes", false},
    {ObjectKind::kCapacityPod, "Pod", "v1", "", "pods"},
};

// A set of kinds.
class KindSet {
 public:
  constexpr KindSet(std::initializer_list<ObjectKind> kinds) {
    for (const ObjectKind kind : kinds) bits_ |= Bit(kind);
  }

  constexpr bool Has(ObjectKind kind) const { return (bits_ & Bit(kind)) != 0; }
  constexpr KindSet With(const KindSet& more) const {
    KindSet both = *this;
    both.bits_ |= more.bits_;
    return both;
  }
  constexpr KindSet Without(const KindSet& others) const {
    KindSet rest = *this;
    rest.bits_ &= ~others.bits_;
    return rest;
  }

 private:
  static constexpr uint32_t Bit(ObjectKind kind) { return uint32_t{1} << static_cast<uint8_t>(kind); }

  uint32_t bits_ = 0;
};

// The kinds that size decisions use.
inline constexpr KindSet kSizingKinds = {
    ObjectKind::kConfiguration, ObjectKind::kHostedCluster, ObjectKind::kVerticalPodAutoscaler,
    ObjectKind::kMachineSet,    ObjectKind::kNodePool,      ObjectKind::kHostedControlPlane};
// The kinds that users write and can validate.
inline constexpr KindSet kUserKinds = {ObjectKind::kConfiguration,
                                       ObjectKind::kHorizontalPodAutoscaler,
                                       ObjectKind::kInfrastructure,
                                       ObjectKind::kKubeletConfig,
                                       ObjectKind::kControlPlaneMachineSetAutoscaler,
                                       ObjectKind::kTriggerAuthentication,
                                       ObjectKind::kClusterAutoscaler,
                                       ObjectKind::kMachineAutoscaler};
// The kinds that can be validated, and the kinds that findings may refer to.
inline constexpr KindSet kValidatedKinds = kUserKinds.With(kSizingKinds);
// The kinds that define the pods of validated autoscalers, and the targets of validated MachineAutoscalers. Objects of
// these kinds are optional.
inline constexpr KindSet kScaledKinds = {ObjectKind::kScale, ObjectKind::kWorkload, ObjectKind::kPod,
                                         ObjectKind::kScalingTarget};
inline constexpr KindSet kNoKinds = {};
// The kinds that decisions about replicas use.
inline constexpr KindSet kReplicaKinds = {ObjectKind::kHorizontalPodAutoscaler,
                                          ObjectKind::kScale,
                                          ObjectKind::kWorkload,
                                          ObjectKind::kPod,
                                          ObjectKind::kPodMetrics,
                                          ObjectKind::kMetricValue,
                                          ObjectKind::kExternalMetricValue};

// The kinds that decisions about CPU requests use.
inline constexpr KindSet kCpuRequestKinds = {ObjectKind::kInfrastructure, ObjectKind::kKubeletConfig, ObjectKind::kNode,
                                             ObjectKind::kWorkload,       ObjectKind::kDaemonSet,     ObjectKind::kPod,
                                             ObjectKind::kPodMetrics,     ObjectKind::kInstallConfig};

// The kinds that decisions about control plane machines use.
inline constexpr KindSet kMachineKinds = {ObjectKind::kControlPlaneMachineSetAutoscaler,
                                          ObjectKind::kControlPlaneMachineSet, ObjectKind::kNode,
                                          ObjectKind::kNodeMetrics};

// The kinds that plans of the cluster-autoscaler use.
inline constexpr KindSet kAutoscalingKinds = {ObjectKind::kClusterAutoscaler, ObjectKind::kMachineAutoscaler,
                                              ObjectKind::kScalingTarget, ObjectKind::kInfrastructure,
                                              ObjectKind::kOperand};

// The kinds that the capacity of a management cluster depends on, and those that give a HostedCluster its size.
inline constexpr KindSet kCapacityKinds = {ObjectKind::kConfiguration, ObjectKind::kHostedCluster,
                                           ObjectKind::kNodePool,      ObjectKind::kHostedControlPlane,
                                           ObjectKind::kCapacityNode,  ObjectKind::kCapacityPod};

struct ObjectType {
  ObjectKind kind = ObjectKind::kOther;
  bool version_known = true;
  absl::string_view api_version;  // the apiVersion whose fields are read
};

// Returns the type of an object by its apiVersion and kind. Returns kOther for kinds that are not in `kinds`, and for
// kinds of another API group. The API group of ClusterSizingConfiguration and HorizontalPodAutoscaler is not compared,
// because these names are unique. The decision library reports a wrong apiVersion of a configuration.
ObjectType Recognize(absl::string_view api_version, absl::string_view kind, const KindSet& kinds = kSizingKinds);

// Returns whether the API group of `api_version` is the group of one of `kinds`. The core group, which has no name, is
// none of them.
bool IsKnownGroup(absl::string_view api_version, const KindSet& kinds);

// Returns whether `text` contains the name of one of `kinds`.
bool NamesKnownKind(absl::string_view text, const KindSet& kinds = kSizingKinds);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
