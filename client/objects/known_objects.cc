#include "client/objects/known_objects.h"

#include "absl/strings/match.h"

namespace cpsizer::objects {
namespace {

struct KnownKind {
  ObjectKind kind;
  absl::string_view name;
  absl::string_view api_version;
  absl::string_view older_api_version;  // another accepted apiVersion; may be empty
};

constexpr KnownKind kKnownKinds[] = {
    {ObjectKind::kConfiguration, "ClusterSizingConfiguration", "scheduling.hypershift.openshift.io/v1alpha1", ""},
    {ObjectKind::kHostedCluster, "HostedCluster", "hypershift.openshift.io/v1beta1",
     "hypershift.openshift.io/v1alpha1"},
    {ObjectKind::kVerticalPodAutoscaler, "VerticalPodAutoscaler", "autoscaling.k8s.io/v1", ""},
    {ObjectKind::kMachineSet, "MachineSet", "machine.openshift.io/v1beta1", ""},
    {ObjectKind::kHorizontalPodAutoscaler, "HorizontalPodAutoscaler", "autoscaling/v2", "autoscaling/v1"},
    {ObjectKind::kScale, "Scale", "autoscaling/v1", ""},
    {ObjectKind::kWorkload, "Deployment", "apps/v1", ""},
    {ObjectKind::kWorkload, "StatefulSet", "apps/v1", ""},
    {ObjectKind::kWorkload, "ReplicaSet", "apps/v1", ""},
    {ObjectKind::kWorkload, "ReplicationController", "v1", ""},
    {ObjectKind::kPod, "Pod", "v1", ""},
    {ObjectKind::kPodMetrics, "PodMetrics", "metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kMetricValue, "MetricValue", "custom.metrics.k8s.io/v1beta2", "custom.metrics.k8s.io/v1beta1"},
    {ObjectKind::kExternalMetricValue, "ExternalMetricValue", "external.metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kControlPlaneMachineSetAutoscaler, "ControlPlaneMachineSetAutoscaler", "machine.openshift.io/v1alpha1",
     ""},
    {ObjectKind::kTriggerAuthentication, "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
     "machine.openshift.io/v1alpha1", ""},
    {ObjectKind::kControlPlaneMachineSet, "ControlPlaneMachineSet", "machine.openshift.io/v1", ""},
    {ObjectKind::kNodeMetrics, "NodeMetrics", "metrics.k8s.io/v1beta1", ""},
    {ObjectKind::kClusterAutoscaler, "ClusterAutoscaler", "autoscaling.openshift.io/v1", ""},
    {ObjectKind::kMachineAutoscaler, "MachineAutoscaler", "autoscaling.openshift.io/v1beta1", ""},
    {ObjectKind::kScalingTarget, "MachineSet", "machine.openshift.io/v1beta1", ""},
    {ObjectKind::kOperand, "FeatureGate", "config.openshift.io/v1", ""},
    {ObjectKind::kOperand, "Deployment", "apps/v1", ""},
    {ObjectKind::kOperand, "Service", "v1", ""},
    {ObjectKind::kOperand, "ServiceMonitor", "monitoring.coreos.com/v1", ""},
    {ObjectKind::kOperand, "PrometheusRule", "monitoring.coreos.com/v1", ""},
    {ObjectKind::kOperand, "NetworkPolicy", "networking.k8s.io/v1", ""},
    {ObjectKind::kInfrastructure, "Infrastructure", "config.openshift.io/v1", ""},
    {ObjectKind::kKubeletConfig, "KubeletConfig", "machineconfiguration.openshift.io/v1", ""},
    {ObjectKind::kNode, "Node", "v1", ""},
    {ObjectKind::kDaemonSet, "DaemonSet", "apps/v1", ""},
};

absl::string_view Group(absl::string_view api_version) {
  return api_version.substr(0, api_version.find('/'));
}

// Returns whether the name of the kind is unique. If the name is unique, the API group is not compared.
bool HasUniqueName(ObjectKind kind) {
  return kind == ObjectKind::kConfiguration || kind == ObjectKind::kHorizontalPodAutoscaler;
}

}  // namespace

ObjectType Recognize(absl::string_view api_version, absl::string_view kind, const KindSet& kinds) {
  for (const KnownKind& known : kKnownKinds) {
    if (kind != known.name || !kinds.Has(known.kind)) continue;
    if (api_version == known.api_version || api_version == known.older_api_version) {
      return {known.kind, true, known.api_version};
    }
    if (HasUniqueName(known.kind) || Group(api_version) == Group(known.api_version)) {
      return {known.kind, false, known.api_version};
    }
  }
  return {};
}

bool IsKnownGroup(absl::string_view api_version, const KindSet& kinds) {
  if (!absl::StrContains(api_version, '/')) return false;
  for (const KnownKind& known : kKnownKinds) {
    if (kinds.Has(known.kind) && Group(api_version) == Group(known.api_version)) return true;
  }
  return false;
}

bool NamesKnownKind(absl::string_view text, const KindSet& kinds) {
  for (const KnownKind& known : kKnownKinds) {
    if (kinds.Has(known.kind) && absl::StrContains(text, known.name)) return true;
  }
  return false;
}

}  // namespace cpsizer::objects
