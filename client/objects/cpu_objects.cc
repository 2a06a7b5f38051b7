#include "client/objects/cpu_objects.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/message_reader.h"
#include "client/objects/unknown_field.h"
#include "server/process/nearest_name.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kControlPlaneRoles[] = {"node-role.kubernetes.io/control-plane",
                                                    "node-role.kubernetes.io/master"};
constexpr char kPools[] = "pools.operator.machineconfiguration.openshift.io/";
constexpr char kLimit[] = "controlPlaneCPULimit";

// Removes the findings for a field of the kubelet whose name is similar to that of a field that is read.
void RemoveFieldsOfKubelet(std::vector<v1::Finding>& unknown_fields) {
  const auto is_of_kubelet = [](const v1::Finding& finding) { return absl::EndsWith(finding.path(), ".qosReserved"); };
  unknown_fields.erase(std::remove_if(unknown_fields.begin(), unknown_fields.end(), is_of_kubelet),
                       unknown_fields.end());
}

// Returns whether `object` selects the pool of the control plane, or does not select a pool by a label with the prefix
// kPools.
bool SelectsControlPlane(const Node& object) {
  const Node& labels = tree::Find(object, {"spec", "machineConfigPoolSelector", "matchLabels"});
  const auto selects_pool = [](const Entry& label) { return absl::StartsWith(label.key, kPools); };
  return labels.Find(absl::StrCat(kPools, "master")) != nullptr ||
         std::none_of(labels.entries.begin(), labels.entries.end(), selects_pool);
}

// Sets the position of `finding`, unless it was not added.
void AddAt(const Entry& entry, const v1::Finding* finding, CheckedObject& found) {
  if (finding != nullptr) found.positions[finding->path()] = entry.position;
}

// Adds findings for the fields of `holder` whose name is similar to kLimit. `path` is the path of `holder`.
void CheckLimitSpelling(const Node& holder, const std::string& path, absl::string_view words, CheckedObject& found) {
  constexpr absl::string_view kKnown[] = {kLimit};
  for (const Entry& entry : holder.entries) {
    if (entry.key == kLimit || !server::NearestName(entry.key, kKnown).has_value()) continue;
    AddAt(entry, AddUnknownField(entry, path, words, {kKnown, kKnown}, found.unknown_fields), found);
  }
}

}  // namespace

bool ReadInfrastructure(const Node& object, ProblemList& problems, FoundInfrastructure& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (!MessageReader(problems, static_cast<FoundObject&>(found)).Read(object, "", found.infrastructure)) return false;
  CheckLimitSpelling(tree::Find(object, {"status"}), "status", "status", found);
  // Adds a finding for the field kLimit in the spec, because the field has no effect there.
  const Node* misplaced = tree::Find(object, {"spec"}).Find(kLimit);
  if (misplaced != nullptr) {
    const Entry entry = {kLimit, misplaced->position, *misplaced};
    constexpr absl::string_view kMeant[] = {kLimit};
    v1::Finding* const finding = AddUnknownField(entry, "spec", "spec", {{}, kMeant}, found.unknown_fields);
    AddAt(entry, finding, found);
    if (finding != nullptr) finding->set_remedy("Write it in status.");
  }
  return true;
}

bool ReadKubeletConfig(const Node& object, ProblemList& problems, FoundKubeletConfig& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  found.is_partial = true;
  if (!MessageReader(problems, found).Read(object, "", found.config)) return false;
  RemoveFieldsOfKubelet(found.unknown_fields);
  found.of_control_plane = SelectsControlPlane(object);
  return true;
}

bool ReadNode(const Node& object, ProblemList& problems, FoundNode& found) {
  if (!MessageReader(problems).Read(object, "", found.node)) return false;
  v1::ObjectMeta& metadata = *found.node.mutable_metadata();
  const auto has = [&metadata](absl::string_view role) { return metadata.labels().contains(std::string(role)); };
  found.of_control_plane = std::any_of(std::begin(kControlPlaneRoles), std::end(kControlPlaneRoles), has);
  // Keeps only the name, because a request needs no other metadata of a node.
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
  found.file = problems.file();
  found.positions[""] = document.position;
  v1::InfrastructureStatus status;
  if (!MessageReader(problems, static_cast<FoundObject&>(found)).Read(document, "", status)) return false;
  CheckLimitSpelling(document, "", "install-config.yaml", found);
  found.limit = status.control_plane_cpu_limit();
  found.place = {problems.file(), found.PositionOf(kLimit)};
  return true;
}

bool IsStaticPod(const Node& object) {
  const std::vector<Node>& owners = tree::Find(object, {"metadata", "ownerReferences"}).items;
  return std::all_of(owners.begin(), owners.end(),
                     [](const Node& owner) { return tree::TextAt(owner, {"kind"}) == "Node"; });
}

}  // namespace cpsizer::objects
