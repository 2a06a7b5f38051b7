#include "client/history/replay/outcome_kind.h"

#include <gtest/gtest.h>

#include <set>

namespace cpsizer::history {
namespace {

v1::RecommendSizeResponse Response(v1::SizeOutcome outcome, int held_by = 0, int reason = 0) {
  v1::RecommendSizeResponse response;
  response.set_outcome(outcome);
  response.set_held_by(static_cast<v1::SizeHoldRule>(held_by));
  response.set_no_recommendation_reason(static_cast<v1::SizeNoRecommendationReason>(reason));
  return response;
}

TEST(OutcomeKindTest, EachResponseHasItsKindAndReason) {
  EXPECT_EQ(OutcomeKindOf(Response(v1::SIZE_OUTCOME_RECOMMENDED)), kRecommended);
  EXPECT_EQ(OutcomeKindOf(Response(v1::SIZE_OUTCOME_BEST_EFFORT)), kBestEffort);
  const int hold = OutcomeKindOf(Response(v1::SIZE_OUTCOME_HELD, v1::SIZE_HOLD_RULE_VPA_AT_FLOOR));
  EXPECT_TRUE(IsHold(hold));
  EXPECT_EQ(ReasonOf(hold), "VPA_AT_FLOOR");
  const int none = OutcomeKindOf(
      Response(v1::SIZE_OUTCOME_NO_RECOMMENDATION, 0, v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED));
  EXPECT_FALSE(IsHold(none));
  EXPECT_EQ(ReasonOf(none), "NO_RESOURCE_RECOMMENDED");
}

TEST(OutcomeKindTest, ValuesOfANewerServiceAreUnspecified) {
  const int hold = OutcomeKindOf(Response(v1::SIZE_OUTCOME_HELD, 1000));
  EXPECT_EQ(hold, kFirstHold);
  EXPECT_EQ(ReasonOf(hold), "UNSPECIFIED");
  EXPECT_EQ(OutcomeKindOf(Response(v1::SIZE_OUTCOME_NO_RECOMMENDATION, 0, -1)), kFirstNoRecommendation);
}

TEST(OutcomeKindTest, EachKindHasItsOwnReason) {
  std::set<std::string> reasons;
  for (int kind = kFirstHold + 1; kind < kOutcomeKinds; ++kind) {
    if (kind == kFirstNoRecommendation) continue;
    EXPECT_TRUE(reasons.insert(ReasonOf(kind)).second) << kind;
  }
  EXPECT_EQ(reasons.size(), 18u);
}

}  // namespace
}  // namespace cpsizer::history
