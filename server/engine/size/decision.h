#ifndef CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/hold_report.h"
#include "server/engine/size/observation.h"
#include "server/engine/size/vpa_options.h"

namespace cpsizer {

// One decision, without its explanation.
struct Decision {
  v1::SizeOutcome outcome = v1::SIZE_OUTCOME_NO_RECOMMENDATION;
  v1::SizeNoRecommendationReason missing = v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED;
  // The demands that take part.
  Demand in_play;
  PerResource<v1::SizeNotInPlayReason> not_in_play;
  // The resources that would take part if the demand included them. Depends on the configuration and the CPU policy.
  PerResource<bool> counted;
  // The choice for the demands that take part; can also be set if the outcome is HELD. Absent if no size was chosen.
  absl::optional<Choice> choice;
  // The reason of a hold. Set only if the outcome is HELD.
  absl::optional<HoldReport::Hold> hold;
  // True if the demand includes memory and a size has no memory capacity. In this case no size is chosen.
  bool capacity_missing = false;
};

// Options of a decision. Absent options have their defaults.
struct DecisionOptions {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED;
  v1::SizeHygieneMode hygiene = v1::SIZE_HYGIENE_MODE_ENFORCE;
  v1::Detail detail = v1::DETAIL_FULL;
  v1::SizeHoldMode holds = v1::SIZE_HOLD_MODE_ENFORCE;
  VpaOptions vpa;
};

// Returns the policy, or its default if it is unspecified. Adds ENUM_UNKNOWN for a number that the API does not have.
v1::SizeCpuPolicy ReadCpuPolicy(v1::SizeCpuPolicy policy, absl::string_view path, Findings& findings);

// Reads the options, and sets defaults for absent ones. Adds ENUM_UNKNOWN for a number that the API does not have.
DecisionOptions ReadOptions(const v1::RecommendSizeOptions& message, v1::Detail default_detail, Findings& findings);

// Makes a decision, and adds the findings of the rules that can hold the cluster. If data is missing, the decision must
// not choose a smaller size than `current`. `current` is absent if the cluster has no size.
Decision Decide(const SizeLadder& ladder, const Observation& observation, const DecisionOptions& options,
                const absl::optional<CurrentSize>& current, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_DECISION_H_
