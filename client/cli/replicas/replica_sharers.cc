// Finds who shares the pods of an autoscaler: other autoscalers, and other workloads.
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_set.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/replicas/target_findings.h"
#include "client/replicas/other_owners.h"
#include "cpsizer/selected_pods.h"

namespace cpsizer::cli {
namespace {

bool IsSameTarget(const v1::CrossVersionObjectReference& a, const v1::CrossVersionObjectReference& b) {
  return a.kind() == b.kind() && a.name() == b.name() && GroupOf(a.api_version()) == GroupOf(b.api_version());
}

}  // namespace

UnscaledWorkloads UnscaledWorkloadsOf(const objects::CpuObjects& objects) {
  UnscaledWorkloads unscaled;
  unscaled.reserve(objects.daemon_sets.size());
  for (const objects::FoundDaemonSet& found : objects.daemon_sets) unscaled.push_back(&found.workload);
  return unscaled;
}

bool ReplicaInput::ShareNamespace(size_t a, size_t b) const {
  const v1::ObjectMeta& one = objects_.autoscalers[a].autoscaler.metadata();
  const v1::ObjectMeta& other = objects_.autoscalers[b].autoscaler.metadata();
  // Two objects with the same name are one autoscaler that occurs twice.
  return one.name() != other.name() && SameNamespace(one.namespace_(), other.namespace_());
}

void ReplicaInput::AddSharers(size_t place, absl::string_view name_space, const objects::Labels& labels,
                              SharerSet& sharers) const {
  std::vector<size_t> others;
  selectors_.AppendTo(name_space, labels, others);
  for (const size_t other : others) {
    if (sharers.contains(other) || !ShareNamespace(other, place)) continue;
    if (Selects(other, name_space, labels)) sharers.insert(other);
  }
}

void ReplicaInput::AddOtherOwners(size_t place, absl::Span<const size_t> pods,
                                  v1::RecommendReplicasRequest& request) const {
  const v1::HorizontalPodAutoscaler& autoscaler = objects_.autoscalers[place].autoscaler;
  absl::btree_set<objects::PodOwner> owners;
  // Pods in files often have no owner, although they belong to the target.
  if (absl::c_any_of(pods, [this](size_t pod) { return !objects_.pods[pod].owner.kind.empty(); })) {
    for (const size_t pod : pods) owners.insert(replicas::OwnerOf(objects_.pods[pod]));
  }
  const std::string& name_space = autoscaler.metadata().namespace_();
  for (const size_t id : index_.workload_pods.MaySelect(name_space, targets_[place].selector)) {
    const objects::FoundWorkload& workload = objects_.workloads[id];
    if (Selects(place, workload.name_space, workload.pod_labels)) owners.insert({workload.kind, workload.name});
  }
  for (const size_t id : unscaled_pods_.MaySelect(name_space, targets_[place].selector)) {
    const objects::FoundWorkload& workload = *unscaled_[id];
    if (Selects(place, workload.name_space, workload.pod_labels)) owners.insert({workload.kind, workload.name});
  }
  for (std::string& owner : replicas::OtherOwners(autoscaler.spec().scale_target_ref(), owners)) {
    request.add_other_owners(std::move(owner));
  }
}

void ReplicaInput::AddRivals(size_t place, absl::Span<const size_t> pods, AutoscalerInput& input) const {
  SharerSet rivals;
  for (const size_t pod : pods) AddSharers(place, objects_.pods[pod].name_space, objects_.pods[pod].labels, rivals);
  for (const size_t other : rivals) {
    input.request.add_rivals(objects_.autoscalers[other].autoscaler.metadata().name());
  }
}

std::vector<std::string> ReplicaInput::SharersOf(size_t place) const {
  const auto target = [this](size_t i) -> const v1::CrossVersionObjectReference& {
    return objects_.autoscalers[i].autoscaler.spec().scale_target_ref();
  };
  const std::string& name_space = objects_.autoscalers[place].autoscaler.metadata().namespace_();
  SharerSet sharers;
  for (const size_t i : index_.autoscalers_by_target.Find(name_space, target(place).name())) {
    if (ShareNamespace(i, place) && IsSameTarget(target(i), target(place))) sharers.insert(i);
  }
  for (const size_t pod : PodsOf(place)) {
    AddSharers(place, objects_.pods[pod].name_space, objects_.pods[pod].labels, sharers);
  }
  for (const size_t id : index_.workload_pods.MaySelect(name_space, targets_[place].selector)) {
    const objects::FoundWorkload& workload = objects_.workloads[id];
    if (!Selects(place, workload.name_space, workload.pod_labels)) continue;
    AddSharers(place, workload.name_space, workload.pod_labels, sharers);
  }
  std::vector<std::string> names;
  names.reserve(sharers.size());
  for (const size_t i : sharers) names.push_back(objects_.autoscalers[i].autoscaler.metadata().name());
  return names;
}

std::vector<v1::Finding> ReplicaInput::TargetFindings(size_t place) const {
  const objects::FoundAutoscaler& found = objects_.autoscalers[place];
  const Target& target = targets_[place];
  if (target.Scale() == nullptr) return UnmatchedTarget(found, objects_.workloads, scaled_);
  std::vector<v1::Finding> findings;
  if (target.workload != nullptr) findings = ManifestFindings(found, *target.workload);
  v1::RecommendReplicasRequest selected;
  *selected.mutable_scale() = *target.Scale();
  const std::vector<size_t> pods = PodsOf(place);
  for (const size_t pod : pods) *selected.add_pods() = objects_.pods[pod].pod;
  AddOtherOwners(place, pods, selected);
  if (OtherPods others = DescribeOtherPods(selected); !others.message.empty()) {
    findings.push_back(MakeFinding(Rule::kSelectorTooWide, "spec.scaleTargetRef", target.Scale()->status().selector(),
                                   std::move(others.message)));
    if (!others.remedy.empty()) findings.back().set_remedy(std::string(others.remedy));
  }
  return findings;
}

}  // namespace cpsizer::cli
