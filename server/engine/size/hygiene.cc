#include "server/engine/size/hygiene.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/size/size_fields.h"
#include "server/engine/size/vpa_floor.h"
#include "server/engine/size/vpa_values.h"

namespace cpsizer {
namespace {

// The texts for a resource for which the VPA has no recommendation.
struct MissingResource {
  Resource resource;
  Rule rule;
  v1::SizeHoldRule held_by;
  absl::string_view word, other;  // the names of this resource and of the other resource, for sentences
  bool warns_new_clusters;        // true if a cluster without a size also gets a warning
};

constexpr MissingResource kMissingResources[] = {
    {Resource::kMemory, Rule::kVpaMemoryMissing, v1::SIZE_HOLD_RULE_VPA_MEMORY_MISSING, "memory", "CPU", false},
    {Resource::kCpu, Rule::kVpaCpuMissing, v1::SIZE_HOLD_RULE_VPA_CPU_MISSING, "CPU", "memory", true},
};

bool Shrinks(const Choice& choice, const absl::optional<CurrentSize>& current) {
  return current.has_value() && choice.size < current->place;
}

}  // namespace

Hygiene::Hygiene(const Observation& observation, v1::SizeHygieneMode mode, const VpaOptions& options,
                 HoldReport& report)
    : observation_(observation),
      enabled_(observation.from_vpa && mode != v1::SIZE_HYGIENE_MODE_OFF),
      enforces_(observation.from_vpa && mode == v1::SIZE_HYGIENE_MODE_ENFORCE),
      options_(options),
      report_(report) {}

void Hygiene::Report(Rule rule, Resource resource, absl::string_view value, absl::string_view message,
                     v1::SizeHoldRule held_by) {
  ReportAt(rule, observation_.PathOf(resource).ToString(), value, message, held_by);
}

void Hygiene::ReportAt(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message,
                       v1::SizeHoldRule held_by) {
  report_.Add(rule, path, value, message, enforces_ ? held_by : v1::SIZE_HOLD_RULE_UNSPECIFIED);
}

void Hygiene::CheckStatus() {
  if (!enabled_) return;
  if (observation_.repeated_container >= 0) {
    ReportAt(Rule::kVpaContainerRepeated, Indexed(kContainersPath, observation_.repeated_container),
             observation_.container->container_name(),
             absl::StrCat("the VPA has more than one recommendation for kube-apiserver; ",
                          Indexed("containerRecommendations", observation_.vpa_container), " is used"),
             v1::SIZE_HOLD_RULE_UNSPECIFIED);
  }
  for (const Resource resource : kResources) {
    if (!observation_.vpa_zero[resource]) continue;
    Report(Rule::kVpaZero, resource, "0",
           absl::StrCat("the VPA recommends zero ", NamesOf(resource).word, ", which is treated as absent"));
  }
}

void Hygiene::CheckOverflow(const Demand& in_play) {
  if (!enabled_) return;
  for (const Resource resource : kResources) {
    if (!in_play[resource].has_value() || !IsVpaOverflow(resource, *in_play[resource])) continue;
    Report(Rule::kVpaOverflow, resource, CanonicalText(*in_play[resource]),
           absl::StrCat(NamesOf(resource).word, " ", HumanAmount(resource, *in_play[resource]),
                        " is at the upper end of the recommender's histogram"),
           v1::SIZE_HOLD_RULE_VPA_OVERFLOW);
  }
}

void Hygiene::CheckMissing(const Demand& in_play, const PerResource<bool>& counted, const Choice& choice,
                           const absl::optional<CurrentSize>& current) {
  if (!enabled_) return;
  for (const MissingResource& missing : kMissingResources) {
    const Resource resource = missing.resource;
    if (!counted[resource] || in_play[resource].has_value()) continue;
    if (resource == Resource::kCpu && observation_.vpa_omits_cpu) continue;
    const bool shrinks = Shrinks(choice, current);
    if (!shrinks && (current.has_value() || !missing.warns_new_clusters)) continue;
    Report(missing.rule, resource, "",
           absl::StrCat("the VPA recommends no ", missing.word, ", and ", missing.other, " alone would ",
                        shrinks ? "make the cluster smaller" : "choose the cluster's first size"),
           shrinks ? missing.held_by : v1::SIZE_HOLD_RULE_UNSPECIFIED);
  }
}

void Hygiene::CheckValues(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                          const absl::optional<CurrentSize>& current) {
  if (!enabled_) return;
  for (const Resource resource : kResources) {
    if (!in_play[resource].has_value()) continue;
    CheckFloor(resource, *in_play[resource], Shrinks(choice, current));
    CheckNeighbours(ladder, in_play, choice, resource);
  }
}

void Hygiene::CheckFloor(Resource resource, const Quantity& value, bool shrinks) {
  const VpaRecommender& recommender = options_.recommender;
  const bool settings_known =
      recommender.pod_minimum[resource].has_value() && recommender.rounding[resource].has_value();
  absl::string_view why;
  if (IsBelowVpaFloor(resource, value, recommender)) {
    why = " is less than the recommender's minimum, so it was not measured";
  } else if (IsVpaFloor(resource, value, recommender)) {
    why = " is the recommender's minimum, which means that it has no data";
  } else if (!settings_known && IsSmallVpaAmount(resource, value) && IsSmallAndAlike(*observation_.container)) {
    why =
        " is small, and the lower bound is as high as the target, as from a recommender without data whose minimum is "
        "set "
        "or rounded";
  } else {
    return;
  }
  Report(Rule::kVpaAtFloor, resource, CanonicalText(value),
         absl::StrCat(NamesOf(resource).word, " ", HumanAmount(resource, value), why),
         shrinks ? v1::SIZE_HOLD_RULE_VPA_AT_FLOOR : v1::SIZE_HOLD_RULE_UNSPECIFIED);
}

void Hygiene::CheckEvidence(const Demand& in_play, const Choice& choice, const absl::optional<CurrentSize>& current) {
  if (!enabled_) return;
  const bool shrinks = Shrinks(choice, current);
  if (observation_.stale_condition >= 0) {
    ReportAt(Rule::kVpaRecommendationStale, Indexed("vpaStatus.conditions", observation_.stale_condition),
             observation_.stale_type,
             absl::StrCat("the VPA's condition ", observation_.stale_type,
                          " is True, so the recommendation is not about running pods"),
             shrinks ? v1::SIZE_HOLD_RULE_VPA_RECOMMENDATION_STALE : v1::SIZE_HOLD_RULE_UNSPECIFIED);
  }
  for (const Resource resource : kResources) {
    if (in_play[resource].has_value()) CheckUpperBound(resource, *in_play[resource], shrinks);
  }
  CheckAge(shrinks);
}

void Hygiene::CheckUpperBound(Resource resource, const Quantity& value, bool shrinks) {
  const std::string* text = AmountText(observation_.container->upper_bound(), resource);
  Quantity bound;
  if (text == nullptr || options_.max_upper_bound_ratio == 0) return;
  const QuantityError error = ParseQuantity(*text, bound);
  if (error != QuantityError::kNone && error != QuantityError::kOutOfRange) return;
  if (bound.nanos <= value.nanos * options_.max_upper_bound_ratio) return;
  ReportAt(Rule::kVpaLowEvidence,
           FieldPath{kContainersPath, observation_.vpa_container,
                     resource == Resource::kMemory ? "upperBound.memory" : "upperBound.cpu"}
               .ToString(),
           *text,
           absl::StrCat("the upper bound of ", NamesOf(resource).word, ", ", HumanAmount(resource, bound),
                        ", is more than ", options_.max_upper_bound_ratio, " times the uncapped target, ",
                        HumanAmount(resource, value), ", so the VPA has few samples"),
           shrinks ? v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE : v1::SIZE_HOLD_RULE_UNSPECIFIED);
}

void Hygiene::CheckAge(bool shrinks) {
  if (!observation_.vpa_age.has_value() || *observation_.vpa_age >= options_.min_age) return;
  const std::string least = FormatGoDuration(static_cast<int64_t>(options_.min_age));
  ReportAt(Rule::kVpaLowEvidence, "vpaCreationTimestamp", least,
           absl::StrCat("the VPA is younger than ", least, ", so it has few samples"),
           shrinks ? v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE : v1::SIZE_HOLD_RULE_UNSPECIFIED);
}

void Hygiene::CheckNeighbours(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                              Resource resource) {
  const Quantity& value = *in_play[resource];
  const SizeLadder::Edges edges = ladder.EdgesOf(in_play, choice, resource);
  const auto report = [&](const Quantity& neighbour, absl::string_view direction) {
    Report(Rule::kOneBucketAway, resource, CanonicalText(value),
           absl::StrCat("the recommender's next ", direction, " value, ", HumanAmount(resource, neighbour), " of ",
                        NamesOf(resource).word, ", would change the result"));
  };
  const absl::optional<Quantity> above = NextVpaValueAbove(resource, value);
  if (above.has_value() && edges.grows_above.has_value() && *above > *edges.grows_above) report(*above, "higher");
  const absl::optional<Quantity> below = NextVpaValueBelow(resource, value);
  if (below.has_value() && edges.shrinks_at.has_value() && *below <= *edges.shrinks_at) report(*below, "lower");
}

}  // namespace cpsizer
