#include "cpsizer/validate_config.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/metadata_update.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/validate/validate_cluster_autoscaler.h"
#include "server/engine/cpu_requests/validate_cpu.h"
#include "server/engine/machine/validate/validate_control_plane_autoscaler.h"
#include "server/engine/replicas/validate/read_version.h"
#include "server/engine/replicas/validate/validate_autoscaler.h"
#include "server/engine/size/validate_sizing.h"

namespace cpsizer {
namespace {

// The fields that objects of all kinds have in common.
struct ObjectHead {
  absl::string_view kind;      // the kind that the field requires; empty if there is no object
  absl::string_view own_kind;  // `kind` of the object
  const v1::ObjectMeta* metadata = nullptr;
};

// `Configs` is ValidateConfigRequest or ConfigOldObject.
template <typename Configs>
ObjectHead HeadOf(const Configs& configs) {
  const auto head = [](const auto& object, const ObjectType& type) {
    return ObjectHead{type.kind, object.kind(), &object.metadata()};
  };
  switch (configs.config_case()) {
    case Configs::kClusterSizingConfiguration:
      return head(configs.cluster_sizing_configuration(), kSizingType);
    case Configs::kHorizontalPodAutoscaler:
      return head(configs.horizontal_pod_autoscaler(), kAutoscalerType);
    case Configs::kInfrastructure:
      return head(configs.infrastructure(), kInfrastructureType);
    case Configs::kKubeletConfig:
      return head(configs.kubelet_config(), kKubeletConfigType);
    case Configs::kControlPlaneMachineSetAutoscaler:
      return head(configs.control_plane_machine_set_autoscaler(), kControlPlaneMachineSetAutoscalerType);
    case Configs::kControlPlaneMachineSetAutoscalingTriggerAuthentication:
      return head(configs.control_plane_machine_set_autoscaling_trigger_authentication(), kTriggerAuthenticationType);
    case Configs::kClusterAutoscaler:
      return head(configs.cluster_autoscaler(), kClusterAutoscalerType);
    case Configs::kMachineAutoscaler:
      return head(configs.machine_autoscaler(), kMachineAutoscalerType);
    case Configs::CONFIG_NOT_SET:
      break;
  }
  return {};
}

// Adds KIND_MISMATCH if the kinds differ: an update cannot change the kind, so the old object is not the object that is
// updated.
void CheckOldKind(const v1::ValidateConfigRequest& request, Findings& findings) {
  const ObjectHead object = HeadOf(request);
  const ObjectHead old = HeadOf(request.old_config());
  const absl::string_view old_kind = old.own_kind.empty() ? old.kind : old.own_kind;
  if (old.kind == object.kind && old_kind == object.kind) return;
  findings.Add(Rule::kKindMismatch, "oldConfig", old_kind,
               absl::StrCat("the old object ",
                            old_kind.empty() ? "has no kind" : absl::StrCat("has the kind \"", Quoted(old_kind), "\""),
                            ", the new one is a ", object.kind));
}

}  // namespace

absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  Findings findings(*response.mutable_findings());
  const v1::SizeCpuPolicy cpu_policy = ReadSizingOptions(request, findings);
  const int kubernetes_minor = ReadKubernetesVersion(request, "kubernetesVersion", findings);
  if (request.config_case() == v1::ValidateConfigRequest::CONFIG_NOT_SET) {
    findings.Add(Rule::kConfigMissing, "clusterSizingConfiguration", "", "the request has no configuration");
  }
  if (request.has_old_config()) CheckOldKind(request, findings);
  if (findings.has_errors()) return InvalidArgument(response.findings());
  if (request.has_old_config()) {
    CheckMetadataUpdate(*HeadOf(request).metadata, *HeadOf(request.old_config()).metadata, findings);
  }
  switch (request.config_case()) {
    case v1::ValidateConfigRequest::kClusterSizingConfiguration:
      ValidateSizing(request, cpu_policy, response);
      break;
    case v1::ValidateConfigRequest::kHorizontalPodAutoscaler:
      ValidateAutoscaler(request, kubernetes_minor, response);
      break;
    case v1::ValidateConfigRequest::kInfrastructure:
      ValidateInfrastructure(request, response);
      break;
    case v1::ValidateConfigRequest::kKubeletConfig:
      ValidateKubeletConfig(request, response);
      break;
    case v1::ValidateConfigRequest::kControlPlaneMachineSetAutoscaler:
      ValidateControlPlaneAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::kControlPlaneMachineSetAutoscalingTriggerAuthentication:
      ValidateTriggerAuthentication(request, response);
      break;
    case v1::ValidateConfigRequest::kClusterAutoscaler:
      ValidateClusterAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::kMachineAutoscaler:
      ValidateMachineAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::CONFIG_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
