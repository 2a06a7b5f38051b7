#include "server/engine/size/explain.h"

#include "cpsizer/quantity.h"

namespace cpsizer {
namespace {

Quantity Difference(const Quantity& a, const Quantity& b) {
  return {a.nanos - b.nanos, a.format};
}

void SetCapacity(const ResourceCapacity& capacity, v1::SizeResource& row) {
  row.set_fraction_source(capacity.fraction_source);
  SetCanonicalText(capacity.fraction, *row.mutable_fraction());
  if (!capacity.known()) return;
  row.set_capacity_source(capacity.source);
  SetCanonicalText(capacity.capacity, *row.mutable_capacity());
  SetCanonicalText(capacity.effective, *row.mutable_effective_capacity());
}

// Sets the fields that depend on the demand.
void SetFit(const ResourceCapacity& capacity, const absl::optional<Quantity>& demand, v1::SizeResource& row) {
  if (!demand.has_value() || !capacity.known()) return;
  row.set_fits(capacity.effective >= *demand);
  if (!row.fits()) SetCanonicalText(Difference(*demand, capacity.effective), *row.mutable_shortfall());
}

// Writes the assessment of one resource of the chosen size, from its row in the response.
void AssessChosen(const v1::SizeResource& row, const Quantity& effective, const absl::optional<Quantity>& demand,
                  v1::SizeAssessment& assessment) {
  assessment.set_capacity(row.capacity());
  assessment.set_capacity_source(row.capacity_source());
  assessment.set_fraction(row.fraction());
  assessment.set_fraction_source(row.fraction_source());
  assessment.set_effective_capacity(row.effective_capacity());
  if (!demand.has_value()) return;
  const Quantity headroom = Difference(effective, *demand);
  if (row.fits()) {
    SetCanonicalText(headroom, *assessment.mutable_headroom());
  } else {
    assessment.set_shortfall(row.shortfall());
  }
  if (demand->nanos == 0) return;
  assessment.set_headroom_ratio(static_cast<double>(headroom.nanos) / static_cast<double>(demand->nanos));
}

// Requires that the response has the rows of all sizes.
void Assess(const SizeLadder& ladder, const Observation& observation, const Decision& decision, Resource resource,
            const v1::RecommendSizeResponse& response, v1::SizeAssessment& assessment) {
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
  const v1::SizeRow& row = response.sizes(decision.choice->size);
  AssessChosen(resource == Resource::kMemory ? row.memory() : row.cpu(),
               ladder.sizes()[static_cast<size_t>(decision.choice->size)].resources[resource].effective, demand,
               assessment);
}

void SetFits(const SizeLadder& ladder, const Demand& in_play, google::protobuf::RepeatedPtrField<v1::SizeRow>& rows) {
  auto row = rows.begin();
  for (const Size& size : ladder.sizes()) {
    SetFit(size.resources.memory, in_play.memory, *row->mutable_memory());
    SetFit(size.resources.cpu, in_play.cpu, *row->mutable_cpu());
    ++row;
  }
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

void AddRows(const SizeLadder& ladder, google::protobuf::RepeatedPtrField<v1::SizeRow>& rows) {
  rows.Reserve(static_cast<int>(ladder.sizes().size()));
  for (const Size& size : ladder.sizes()) {
    v1::SizeRow& row = *rows.Add();
    row.set_name(size.name);
    SetCapacity(size.resources.memory, *row.mutable_memory());
    SetCapacity(size.resources.cpu, *row.mutable_cpu());
  }
}

void PrepareRows(SizeConfiguration& configuration) {
  AddRows(*configuration.ladder, configuration.rows);
}

void Explain(const SizeConfiguration& configuration, const Observation& observation, const Decision& decision,
             v1::RecommendSizeResponse& response) {
  const SizeLadder& ladder = *configuration.ladder;
  if (configuration.rows.empty()) {
    AddRows(ladder, *response.mutable_sizes());
  } else {
    *response.mutable_sizes() = configuration.rows;
  }
  SetFits(ladder, decision.in_play, *response.mutable_sizes());
  Assess(ladder, observation, decision, Resource::kMemory, response, *response.mutable_memory());
  Assess(ladder, observation, decision, Resource::kCpu, response, *response.mutable_cpu());
  if (!decision.choice.has_value()) return;
  if (decision.outcome == v1::SIZE_OUTCOME_HELD) {
    response.set_would_recommend(ladder.sizes()[static_cast<size_t>(decision.choice->size)].name);
  } else {
    SetFlips(ladder, decision, *response.mutable_flips());
  }
}

}  // namespace cpsizer
