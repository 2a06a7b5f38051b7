#include "client/cli/effects/effects_model.h"

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "client/cli/input/cluster_effects.h"
#include "client/effects/go_mem_limit.h"
#include "client/objects/hypershift.h"
#include "cpsizer/quantity.h"
#include "cpsizer/size_ladder.h"

namespace cpsizer::cli {
namespace {

using effects::AnnotationState;

// Returns the part of `amount` that `bytes` is, or nothing if `amount` is 0.
absl::optional<double> PartOf(int64_t bytes, const Quantity& amount) {
  if (amount.nanos <= 0) return absl::nullopt;
  return static_cast<double>(bytes) * kNanosPerUnit / static_cast<double>(amount.nanos);
}

void AddShares(const SizeLadder* ladder, SizeEffects& size) {
  const absl::optional<int64_t> bytes = effects::GoMemLimitBytes(size.go_mem_limit);
  if (!bytes.has_value()) return;
  const auto requests = size.requests.find({effects::kKubeApiServer, effects::kKubeApiServer});
  if (requests != size.requests.end()) {
    const auto memory = requests->second.find("memory");
    if (memory != requests->second.end()) size.of_request = PartOf(*bytes, memory->second.amount);
  }
  const absl::optional<int> index = ladder == nullptr ? absl::nullopt : ladder->IndexOf(size.size);
  if (!index.has_value()) return;
  const ResourceCapacity& memory = ladder->sizes()[static_cast<size_t>(*index)].resources.memory;
  if (memory.known()) size.of_capacity = PartOf(*bytes, memory.effective);
}

void AddEffectsOfSizes(const Sources& sources, const effects::SizeAnnotations& sizes, const effects::Requests& baseline,
                       EffectsModel& model) {
  SizeLadder::FindingList findings;
  const v1::ClusterSizingConfiguration& config = sources.configuration.config;
  const absl::optional<SizeLadder> ladder = SizeLadder::Compile(config, sources.MachineSets(), findings);
  std::set<std::string> seen;
  for (const v1::SizeConfiguration& each : config.spec().sizes()) {
    if (!seen.insert(each.name()).second) continue;
    SizeEffects size = {each.name(), 0, baseline, each.effects().kas_go_mem_limit(), {}, {}};
    const effects::Annotations& annotations = *sizes.Find(each.name());
    effects::ApplyAnnotations(annotations, annotations, size.requests);
    effects::Requests named;
    effects::ApplyAnnotations(annotations, annotations, named);
    for (const auto& [name, requests] : named) model.named.insert(name);
    AddShares(ladder.has_value() ? &*ladder : nullptr, size);
    model.sizes.push_back(std::move(size));
  }
}

ClusterEffects EffectsOn(const objects::HostedCluster& cluster, const effects::SizeAnnotations& sizes,
                         const NodeMemoryLimits& limits, const effects::Requests& baseline) {
  ClusterEffects result;
  result.cluster = &cluster;
  const std::string& size = cluster.size_label;
  result.node_go_mem_limit = limits.Of(cluster, size);
  const effects::Annotations present = EffectAnnotationsOf(cluster);
  for (effects::AnnotationRow& row : sizes.Compare(size, result.node_go_mem_limit, present)) {
    const std::string& value = row.present.has_value() ? *row.present : *row.of_size;
    effects::AnnotationProblem problem = effects::ProblemOf(row.key, value);
    result.annotations.push_back({std::move(row), std::move(problem)});
  }
  const effects::Annotations* const of_size = sizes.Find(size);
  const effects::Annotations none;
  effects::ApplyAnnotations(present, none, result.requests);
  effects::ApplyAnnotations(sizes.After(size, result.node_go_mem_limit, present), of_size == nullptr ? none : *of_size,
                            result.requests);
  // The annotations win, so only what they do not set comes from the baseline.
  for (auto& [name, requests] : result.requests) {
    const auto found = baseline.find(name);
    if (found != baseline.end()) requests.insert(found->second.begin(), found->second.end());
  }
  return result;
}

}  // namespace

bool ClusterAnnotation::IsNotable() const {
  if (problem.consequence != effects::Consequence::kNone) return true;
  return state == AnnotationState::kOverwritten || state == AnnotationState::kRemoved ||
         state == AnnotationState::kLeftover;
}

bool ClusterEffects::IsNotable() const {
  return absl::c_any_of(annotations, [](const ClusterAnnotation& each) { return each.IsNotable(); });
}

bool ClusterEffects::HasNone() const {
  const auto sets = [](const ClusterAnnotation& each) { return each.of_size.has_value(); };
  const auto has = [&](const ClusterAnnotation& each) { return sets(each) && each.present.has_value(); };
  return absl::c_any_of(annotations, sets) && absl::c_none_of(annotations, has);
}

EffectsModel MakeEffectsModel(const Sources& sources, const std::vector<objects::FoundCapacityNode>& nodes,
                              absl::Span<const objects::HostedCluster> clusters, const effects::Requests& baseline) {
  EffectsModel model;
  const effects::SizeAnnotations sizes(sources.configuration.config);
  AddEffectsOfSizes(sources, sizes, baseline, model);
  const NodeMemoryLimits limits(nodes);
  std::map<std::string, size_t> counts;
  for (const objects::HostedCluster& cluster : clusters) {
    model.clusters.push_back(EffectsOn(cluster, sizes, limits, baseline));
    effects::Requests& requests = model.clusters.back().requests;
    if (clusters.size() == 1) requests.insert(baseline.begin(), baseline.end());
    ++counts[cluster.size_label];
  }
  for (SizeEffects& size : model.sizes) size.clusters = counts[size.size];
  return model;
}

}  // namespace cpsizer::cli
