#include "client/history/replay/outcome_kind.h"

#include "absl/strings/strip.h"

namespace cpsizer::history {

int OutcomeKindOf(const v1::RecommendSizeResponse& response) {
  switch (response.outcome()) {
    case v1::SIZE_OUTCOME_RECOMMENDED:
      return kRecommended;
    case v1::SIZE_OUTCOME_BEST_EFFORT:
      return kBestEffort;
    case v1::SIZE_OUTCOME_HELD:
      return kFirstHold + (v1::SizeHoldRule_IsValid(response.held_by()) ? response.held_by() : 0);
    default: {
      const int reason = response.no_recommendation_reason();
      return kFirstNoRecommendation + (v1::SizeNoRecommendationReason_IsValid(reason) ? reason : 0);
    }
  }
}

std::string ReasonOf(int kind) {
  if (IsHold(kind)) {
    const std::string name = v1::SizeHoldRule_Name(kind - kFirstHold);
    return std::string(absl::StripPrefix(absl::string_view(name), "SIZE_HOLD_RULE_"));
  }
  if (kind == kNoSizeForNodes) return "NO_SIZE_FOR_NODES";
  if (kind == kNodesUnknown) return "NODE_COUNT_MISSING";
  const std::string name = v1::SizeNoRecommendationReason_Name(kind - kFirstNoRecommendation);
  return std::string(absl::StripPrefix(absl::string_view(name), "SIZE_NO_RECOMMENDATION_REASON_"));
}

}  // namespace cpsizer::history
