#include "server/engine/size/hygiene.h"

#include "absl/strings/str_cat.h"
#include "server/engine/size/size_fields.h"
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

bool Shrinks(const Choice& choice, absl::optional<int> current_place) {
  return current_place.has_value() && choice.size < *current_place;
}

}  // namespace

Hygiene::Hygiene(const Observation& observation, v1::SizeHygieneMode mode, Findings& findings)
    : observation_(observation),
      enabled_(observation.from_vpa && mode != v1::SIZE_HYGIENE_MODE_OFF),
      enforces_(observation.from_vpa && mode == v1::SIZE_HYGIENE_MODE_ENFORCE),
      findings_(findings) {}

void Hygiene::Report(Rule rule, Resource resource, absl::string_view value, absl::string_view message,
                     v1::SizeHoldRule held_by) {
  findings_.Add(rule, observation_.PathOf(resource).ToString(), value, message);
  if (held_by == v1::SIZE_HOLD_RULE_UNSPECIFIED || !enforces_ || hold_.has_value()) return;
  hold_ = Hold{rule, held_by, std::string(message)};
}

void Hygiene::CheckZero() {
  if (!enabled_) return;
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
                           absl::optional<int> current_place) {
  if (!enabled_) return;
  for (const MissingResource& missing : kMissingResources) {
    const Resource resource = missing.resource;
    if (!counted[resource] || in_play[resource].has_value()) continue;
    if (resource == Resource::kCpu && observation_.vpa_omits_cpu) continue;
    const bool shrinks = Shrinks(choice, current_place);
    if (!shrinks && (current_place.has_value() || !missing.warns_new_clusters)) continue;
    Report(missing.rule, resource, "",
           absl::StrCat("the VPA recommends no ", missing.word, ", and ", missing.other, " alone would ",
                        shrinks ? "make the cluster smaller" : "choose the cluster's first size"),
           shrinks ? missing.held_by : v1::SIZE_HOLD_RULE_UNSPECIFIED);
  }
}

void Hygiene::CheckValues(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                          absl::optional<int> current_place) {
  if (!enabled_) return;
  for (const Resource resource : kResources) {
    if (!in_play[resource].has_value()) continue;
    CheckFloor(resource, *in_play[resource], Shrinks(choice, current_place));
    CheckNeighbours(ladder, in_play, choice, resource);
  }
}

void Hygiene::CheckFloor(Resource resource, const Quantity& value, bool shrinks) {
  const bool below = IsBelowVpaFloor(resource, value);
  if (!below && !IsVpaFloor(resource, value)) return;
  Report(Rule::kVpaAtFloor, resource, CanonicalText(value),
         absl::StrCat(NamesOf(resource).word, " ", HumanAmount(resource, value),
                      below ? " is less than the recommender's minimum, so it was not measured"
                            : " is the recommender's minimum, which means that it has no data"),
         shrinks ? v1::SIZE_HOLD_RULE_VPA_AT_FLOOR : v1::SIZE_HOLD_RULE_UNSPECIFIED);
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
