#ifndef CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/hygiene.h"
#include "server/engine/size/observation.h"

namespace cpsizer {

// One decision, before it is explained.
struct Decision {
  v1::SizeOutcome outcome = v1::SIZE_OUTCOME_NO_RECOMMENDATION;
  v1::SizeNoRecommendationReason missing = v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED;
  // The demands that take part.
  Demand in_play;
  PerResource<v1::SizeNotInPlayReason> not_in_play;
  // The resources that count for the configuration and the CPU policy if the demand names them.
  PerResource<bool> counted;
  // The choice for the demands in play, also if the outcome is HELD; absent if there is no choice.
  absl::optional<Choice> choice;
  // The reason of a hold; set only if the outcome is HELD.
  absl::optional<Hygiene::Hold> hold;
  // True if the demand names memory and a size has no memory capacity: there is no decision.
  bool capacity_missing = false;
};

// Options of a decision, with defaults filled in.
struct DecisionOptions {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED;
  v1::SizeHygieneMode hygiene = v1::SIZE_HYGIENE_MODE_ENFORCE;
  v1::Detail detail = v1::DETAIL_FULL;
};

// Returns the policy, or its default if it is unspecified; adds ENUM_UNKNOWN for a number that the API does not have.
v1::SizeCpuPolicy ReadCpuPolicy(v1::SizeCpuPolicy policy, absl::string_view path, Findings& findings);

// Fills in the defaults; adds ENUM_UNKNOWN for a number that the API does not have.
DecisionOptions ReadOptions(const v1::RecommendSizeOptions& message, v1::Detail default_detail, Findings& findings);

// Decides, and adds the findings of hygiene. `current_place` is the place below which a decision without data must
// not go; absent if the cluster has no size.
Decision Decide(const SizeLadder& ladder, const Observation& observation, const DecisionOptions& options,
                absl::optional<int> current_place, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_
