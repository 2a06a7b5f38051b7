#include "client/replicas/other_owners.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"

namespace cpsizer::replicas {
namespace {

// A kind of workloads. `creates` is the kind of the objects that it creates to run its pods; empty if it runs its pods
// itself.
struct WorkloadKind {
  absl::string_view kind;
  absl::string_view creates;
};
constexpr WorkloadKind kWorkloadKinds[] = {
    {"Deployment", "ReplicaSet"}, {"Rollout", "ReplicaSet"}, {"DeploymentConfig", "ReplicationController"},
    {"StatefulSet", ""},          {"ReplicaSet", ""},        {"ReplicationController", ""},
    {"CronJob", "Job"},
};

// Returns the workloads to which an object such as `ReplicaSet web-5d8f` can belong: its name is that of the workload
// and a suffix without a dash.
std::vector<objects::PodOwner> ParentsOf(absl::string_view kind, absl::string_view name) {
  std::vector<objects::PodOwner> parents;
  const size_t dash = name.rfind('-');
  if (dash == absl::string_view::npos) return parents;
  for (const WorkloadKind& known : kWorkloadKinds) {
    if (known.creates == kind) parents.push_back({std::string(known.kind), std::string(name.substr(0, dash))});
  }
  return parents;
}

constexpr absl::string_view kAlone = "Pod";

}  // namespace

objects::PodOwner OwnerOf(const objects::FoundPod& pod) {
  if (!pod.owner.kind.empty()) return pod.owner;
  return {std::string(kAlone), pod.pod.metadata().name()};
}

std::vector<std::string> OtherOwners(const v1::CrossVersionObjectReference& target,
                                     const absl::btree_set<objects::PodOwner>& owners) {
  std::vector<std::string> others;
  const auto is_target = [&target](const WorkloadKind& known) { return known.kind == target.kind(); };
  if (!absl::c_any_of(kWorkloadKinds, is_target)) return others;
  const objects::PodOwner own = {target.kind(), target.name()};
  const std::vector<objects::PodOwner> parents = ParentsOf(own.kind, own.name);
  const bool owners_known = absl::c_any_of(owners, [](const objects::PodOwner& owner) { return owner.kind != kAlone; });
  for (const objects::PodOwner& owner : owners) {
    if (owner.kind == kAlone && !owners_known) continue;
    if (owner == own || absl::c_linear_search(parents, owner)) continue;
    const auto is_named = [&](const objects::PodOwner& parent) { return parent == own || owners.contains(parent); };
    if (absl::c_any_of(ParentsOf(owner.kind, owner.name), is_named)) continue;
    others.push_back(absl::StrCat(owner.kind, " ", owner.name));
    if (others.size() == kMaxOtherOwners) break;
  }
  return others;
}

}  // namespace cpsizer::replicas
