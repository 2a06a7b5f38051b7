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
  // What the demands in play ask for, also when the outcome is HELD; absent where nothing could be chosen.
  absl::optional<Choice> choice;
  // Why the answer is held back; only when the outcome is HELD.
  absl::optional<Hygiene::Hold> hold;
  // The demand names memory and a size has no memory capacity: no decision can be made.
  bool capacity_missing = false;
};

// How to decide, defaults filled in.
struct DecisionOptions {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED;
  v1::SizeHygieneMode hygiene = v1::SIZE_HYGIENE_MODE_ENFORCE;
  v1::Detail detail = v1::DETAIL_FULL;
};

// The policy, or its default where it is unspecified; says ENUM_UNKNOWN for a number that the API does not have.
v1::SizeCpuPolicy ReadCpuPolicy(v1::SizeCpuPolicy policy, absl::string_view path, Findings& findings);

// Fills in the defaults; says ENUM_UNKNOWN for a number that the API does not have.
DecisionOptions ReadOptions(const v1::RecommendSizeOptions& message, v1::Detail default_detail, Findings& findings);

// Decides, and says what hygiene finds. `current_place` is the place below which it must not go without data; absent
// where the cluster has no size.
Decision Decide(const SizeLadder& ladder, const Observation& observation, const DecisionOptions& options,
                absl::optional<int> current_place, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_
