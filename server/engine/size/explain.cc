#include "server/engine/size/explain.h"

#include "cpsizer/quantity.h"
#include "server/engine/size/size_rows.h"

namespace cpsizer {
namespace {

// Writes the assessment of one resource of the chosen size.
void AssessChosen(const ResourceCapacity& capacity, const absl::optional<Quantity>& demand,
                  v1::SizeAssessment& assessment) {
  if (capacity.known()) {
    SetCanonicalText(capacity.capacity, *assessment.mutable_capacity());
    assessment.set_capacity_source(capacity.source);
    SetCanonicalText(capacity.effective, *assessment.mutable_effective_capacity());
  }
  SetCanonicalText(capacity.fraction, *assessment.mutable_fraction());
  assessment.set_fraction_source(capacity.fraction_source);
  if (!demand.has_value()) return;
  const Quantity headroom = capacity.effective - *demand;
  if (headroom.nanos >= 0) {
    SetCanonicalText(headroom, *assessment.mutable_headroom());
  } else {
    SetCanonicalText(*demand - capacity.effective, *assessment.mutable_shortfall());
  }
  if (demand->nanos == 0) return;
  assessment.set_headroom_ratio(static_cast<double>(headroom.nanos) / static_cast<double>(demand->nanos));
}

void Assess(const SizeLadder& ladder, const Observation& observation, const Decision& decision, Resource resource,
            v1::SizeAssessment& assessment) {
  const absl::optional<Quantity>& demand = decision.in_play[resource];
  assessment.set_in_play(demand.has_value());
  assessment.set_not_in_play_reason(decision.not_in_play[resource]);
  if (observation.demand[resource].has_value()) {
    SetCanonicalText(*observation.demand[resource], *assessment.mutable_demand());
  }
  if (!decision.choice.has_value()) return;
  if (demand.has_value()) {
    assessment.set_size_alone(ladder.sizes()[static_cast<size_t>(decision.choice->alone[resource])].name);
    assessment.set_exceeds_all_sizes(decision.choice->exceeds_all_sizes[resource]);
  }
  if (decision.outcome == v1::SIZE_OUTCOME_HELD) return;
  AssessChosen(ladder.sizes()[static_cast<size_t>(decision.choice->size)].resources[resource], demand, assessment);
}

void SetFlips(const SizeLadder& ladder, const Decision& decision, v1::SizeFlips& flips) {
  for (const Resource resource : kResources) {
    if (!decision.in_play[resource].has_value()) continue;
    const SizeLadder::Edges edges = ladder.EdgesOf(decision.in_play, *decision.choice, resource);
    v1::SizeResourceFlips& message = resource == Resource::kMemory ? *flips.mutable_memory() : *flips.mutable_cpu();
    if (edges.grows_above.has_value()) SetCanonicalText(*edges.grows_above, *message.mutable_grows_above());
    if (edges.shrinks_at.has_value()) SetCanonicalText(*edges.shrinks_at, *message.mutable_shrinks_at());
  }
}

}  // namespace

void Explain(const SizeConfiguration& configuration, const Observation& observation, const Decision& decision,
             SizeRows rows, v1::RecommendSizeResponse& response) {
  const SizeLadder& ladder = *configuration.ladder;
  AddRows(configuration, decision.in_play, rows, response);
  Assess(ladder, observation, decision, Resource::kMemory, *response.mutable_memory());
  Assess(ladder, observation, decision, Resource::kCpu, *response.mutable_cpu());
  if (!decision.choice.has_value()) return;
  if (decision.outcome == v1::SIZE_OUTCOME_HELD) {
    response.set_would_recommend(ladder.sizes()[static_cast<size_t>(decision.choice->size)].name);
  } else {
    SetFlips(ladder, decision, *response.mutable_flips());
  }
}

}  // namespace cpsizer
