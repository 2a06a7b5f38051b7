#include "client/objects/cpu_objects.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "client/objects/message_reader.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kControlPlaneRoles[] = {"node-role.kubernetes.io/control-plane",
                                                    "node-role.kubernetes.io/master"};
constexpr char kControlPlanePool[] = "pools.operator.machineconfiguration.openshift.io/master";
constexpr char kLimit[] = "controlPlaneCPULimit";

// Keeps what is likely misspelt: AddUnknownField proposes a name then.
void KeepMisspelt(std::vector<v1::Finding>& unknown_fields) {
  const auto is_other = [](const v1::Finding& finding) { return !absl::StartsWith(finding.remedy(), "Write "); };
  unknown_fields.erase(std::remove_if(unknown_fields.begin(), unknown_fields.end(), is_other), unknown_fields.end());
}

bool SelectsControlPlane(const Node& object) {
  const Node& labels = tree::Find(object, {"spec", "machineConfigPoolSelector", "matchLabels"});
  return labels.Find(kControlPlanePool) != nullptr;
}

}  // namespace

bool ReadInfrastructure(const Node& object, ProblemList& problems, FoundInfrastructure& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  return MessageReader(problems, static_cast<FoundObject&>(found)).Read(object, "", found.infrastructure);
}

bool ReadKubeletConfig(const Node& object, ProblemList& problems, FoundKubeletConfig& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (!MessageReader(problems, found).Read(object, "", found.config)) return false;
  KeepMisspelt(found.unknown_fields);
  found.of_control_plane = SelectsControlPlane(object);
  return true;
}

bool ReadNode(const Node& object, ProblemList& problems, FoundNode& found) {
  if (!MessageReader(problems).Read(object, "", found.node)) return false;
  v1::ObjectMeta& metadata = *found.node.mutable_metadata();
  const auto has = [&metadata](absl::string_view role) { return metadata.labels().contains(std::string(role)); };
  found.of_control_plane = std::any_of(std::begin(kControlPlaneRoles), std::end(kControlPlaneRoles), has);
  // A request carries no more of a node than its name.
  v1::ObjectMeta kept;
  kept.set_name(metadata.name());
  metadata = std::move(kept);
  found.place = {problems.file(), object.position};
  return true;
}

bool ReadDaemonSet(const Node& object, ProblemList& problems, FoundDaemonSet& found) {
  if (!ReadWorkload(object, "apps/v1", "DaemonSet", problems, found.workload)) return false;
  const Node& scheduled = tree::Find(object, {"status", "desiredNumberScheduled"});
  if (scheduled.kind == NodeKind::kInteger && scheduled.integer >= 0 && scheduled.integer <= INT32_MAX) {
    found.scheduled = static_cast<int32_t>(scheduled.integer);
  }
  return true;
}

bool IsInstallConfig(const Node& document) {
  return document.Find("kind") == nullptr && document.Find("baseDomain") != nullptr;
}

bool ReadInstallConfig(const Node& document, ProblemList& problems, FoundInstallConfig& found) {
  FoundObject positions;
  v1::InfrastructureStatus status;
  if (!MessageReader(problems, positions).Read(document, "", status)) return false;
  found.limit = status.control_plane_cpu_limit();
  const auto limit = positions.positions.find(kLimit);
  found.place = {problems.file(), limit == positions.positions.end() ? document.position : limit->second};
  return true;
}

bool IsStaticPod(const v1::ObjectMeta& metadata) {
  const auto runs_it = [](const v1::OwnerReference& owner) { return owner.controller() && owner.kind() != "Node"; };
  return std::none_of(metadata.owner_references().begin(), metadata.owner_references().end(), runs_it);
}

}  // namespace cpsizer::objects
