#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_OUTCOME_KIND_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_OUTCOME_KIND_H_

#include <string>

#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::history {

// Kinds of decisions, numbered from 0: the outcome with the rule of a hold, or the reason for no recommendation. A
// decision by number of nodes is kRecommended, or one of the last two kinds.
inline constexpr int kRecommended = 0;
inline constexpr int kBestEffort = 1;
inline constexpr int kFirstHold = 2;
inline constexpr int kFirstNoRecommendation = kFirstHold + v1::SizeHoldRule_ARRAYSIZE;
// No size is for the number of nodes.
inline constexpr int kNoSizeForNodes = kFirstNoRecommendation + v1::SizeNoRecommendationReason_ARRAYSIZE;
inline constexpr int kNodesUnknown = kNoSizeForNodes + 1;
inline constexpr int kOutcomeKinds = kNodesUnknown + 1;

constexpr bool IsHold(int kind) {
  return kind >= kFirstHold && kind < kFirstNoRecommendation;
}

// Returns the kind of a response. A rule or a reason that is not known is the unspecified one.
int OutcomeKindOf(const v1::RecommendSizeResponse& response);

// Returns the rule or the reason of a kind without a recommendation, such as VPA_AT_FLOOR.
std::string ReasonOf(int kind);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_OUTCOME_KIND_H_
