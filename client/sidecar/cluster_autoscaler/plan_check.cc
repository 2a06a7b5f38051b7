#include "client/sidecar/cluster_autoscaler/plan_check.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/objects/escape.h"
#include "client/tree/parse_json.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

absl::Status Wrong(const v1::ClusterAutoscalerObject& object, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("object ", objects::Escape(object.kind()), " ", objects::Escape(object.name()), ": ", what));
}

bool IsOperand(const v1::ClusterAutoscalerObject& object) {
  const auto& operands = cluster_autoscaler::kOperands;
  return std::any_of(std::begin(operands), std::end(operands), [&object](const cluster_autoscaler::Operand& operand) {
    return operand.api_version == object.api_version() && operand.kind == object.kind() &&
           NameOf(operand) == object.name();
  });
}

bool HasIdentity(const Node& manifest, const v1::ClusterAutoscalerObject& object) {
  return TextAt(manifest, {"apiVersion"}) == object.api_version() && TextAt(manifest, {"kind"}) == object.kind() &&
         TextAt(manifest, {"metadata", "name"}) == object.name() &&
         TextAt(manifest, {"metadata", "namespace"}) == object.namespace_();
}

// Returns whether the object has no owner, or only the ClusterAutoscaler as its owner.
bool HasRightOwner(const Node& manifest, const std::string& uid) {
  const std::vector<Node>& owners = Find(manifest, {"metadata", "ownerReferences"}).items;
  return owners.empty() || (owners.size() == 1 && !uid.empty() && TextAt(owners[0], {"uid"}) == uid &&
                            TextAt(owners[0], {"kind"}) == "ClusterAutoscaler");
}

// Checks the image and the program. Another image or program would run with the permissions of the cluster-autoscaler.
bool RunsTheAutoscaler(const Node& manifest, const std::string& image) {
  const Node& pod = Find(manifest, {"spec", "template", "spec"});
  const std::vector<Node>& containers = Find(pod, {"containers"}).items;
  return containers.size() == 1 && Find(pod, {"initContainers"}).is_null() &&
         TextAt(pod, {"serviceAccountName"}) == "cluster-autoscaler" && TextAt(containers[0], {"image"}) == image &&
         Find(containers[0], {"command"}).items.size() == 1 &&
         Find(containers[0], {"command"}).items[0].text == "cluster-autoscaler";
}

absl::Status CheckManifest(const v1::PlanClusterAutoscalerRequest& request, const v1::ClusterAutoscalerObject& object) {
  const Node manifest = tree::ParseJson(object.manifest());
  if (!manifest.is_map() || !HasIdentity(manifest, object)) return Wrong(object, "its manifest is another object");
  if (!HasRightOwner(manifest, request.cluster_autoscaler().metadata().uid())) {
    return Wrong(object, "it has an owner that is not the ClusterAutoscaler");
  }
  if (object.kind() == "Deployment" && !RunsTheAutoscaler(manifest, request.operator_().image())) {
    return Wrong(object, "it runs something other than the image of the cluster-autoscaler");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPlan(const v1::PlanClusterAutoscalerRequest& request,
                       const v1::PlanClusterAutoscalerResponse& response) {
  const bool runs = response.outcome() == v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS;
  if (runs && !request.has_cluster_autoscaler()) {
    return absl::InvalidArgumentError("the plan runs the cluster-autoscaler without a ClusterAutoscaler");
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    if (!IsOperand(object) || object.namespace_() != request.operator_().namespace_()) {
      return Wrong(object, "it is not an object of the cluster-autoscaler");
    }
    if (!seen.emplace(object.kind(), object.name()).second) return Wrong(object, "it occurs twice");
    const bool deletes = object.action() == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE;
    if (deletes == runs) return Wrong(object, "its action does not match the outcome");
    if (deletes) continue;
    if (absl::Status status = CheckManifest(request, object); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::sidecar
