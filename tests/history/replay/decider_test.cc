#include "client/history/replay/decider.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/history/replay/outcome_kind.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kMilliGi = kGi * kMillisPerByte;  // in the unit of Demand
constexpr int64_t kCore = kNanosPerUnit;
constexpr int64_t kRecommenderMinimum = (int64_t{250} << 20) * kMillisPerByte;

class DeciderTest : public ::testing::Test {
 protected:
  std::unique_ptr<BlockingService> service_ = InProcess();
};

Decision DecideOne(Decider& decider, const DecisionInput& input) {
  std::vector<Decision> decisions;
  const absl::Status status = decider.Decide({input}, decisions);
  EXPECT_TRUE(status.ok()) << status;
  return decisions.at(0);
}

TEST_F(DeciderTest, ReadsTheSizesOfTheConfiguration) {
  v1::BatchRecommendSizeRequest request = Configuration();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes()->SwapElements(0, 2);
  request.mutable_cluster_sizing_configuration()
      ->mutable_spec()
      ->mutable_sizes(1)
      ->mutable_management()
      ->set_placeholders(3);
  // The operator creates no placeholders of a later size.
  request.mutable_cluster_sizing_configuration()
      ->mutable_spec()
      ->mutable_sizes(2)
      ->mutable_management()
      ->set_placeholders(5);
  Decider decider(request, *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  ASSERT_EQ(decider.sizes().size(), 3u);
  EXPECT_EQ(decider.sizes()[0].name, "large");
  EXPECT_EQ(decider.sizes()[0].rank, 2);
  EXPECT_EQ(decider.sizes()[2].rank, 0);
  EXPECT_EQ(decider.sizes()[1].placeholders, 3);
  EXPECT_EQ(decider.sizes()[2].placeholders, 0);
  EXPECT_TRUE(decider.sizes()[2].memory == Nanos{8 * kMilliGi} * (kNanosPerUnit / kMillisPerByte));
  EXPECT_TRUE(decider.sizes()[2].cpu == Nanos{4} * kNanosPerUnit);
}

TEST_F(DeciderTest, AResourceThatDoesNotTakePartHasNoCapacity) {
  v1::BatchRecommendSizeRequest request = Configuration();
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  Decider decider(request, *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  EXPECT_TRUE(decider.sizes()[0].memory.has_value());
  EXPECT_FALSE(decider.sizes()[0].cpu.has_value());
}

TEST_F(DeciderTest, RefusesAConfigurationAsTheServiceDoes) {
  Decider decider(Configuration("1.5"), *service_);
  const absl::Status status = decider.ReadSizes();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("kubeAPIServerMemoryFraction"));
}

TEST_F(DeciderTest, DecidesWithTheRulesForRecommendations) {
  Decider decider(Configuration(), *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  constexpr int kSmall = 0, kMedium = 1, kLarge = 2;
  const struct {
    const char* name;
    DecisionInput input;
    int size;
    int outcome;
  } kCases[] = {
      {"equality fits", {{8 * kMilliGi, 4 * kCore}, Decider::kNoSize}, kSmall, kRecommended},
      {"a thousandth of a byte more", {{8 * kMilliGi + 1, kCore}, Decider::kNoSize}, kMedium, kRecommended},
      {"one nano-core more", {{kMilliGi, 4 * kCore + 1}, kSmall}, kMedium, kRecommended},
      {"best effort", {{33 * kMilliGi, kCore}, kLarge}, kLarge, kBestEffort},
      {"smaller without cpu",
       {{kMilliGi, Demand::kAbsent}, kLarge},
       Decider::kNoSize,
       kFirstHold + v1::SIZE_HOLD_RULE_VPA_CPU_MISSING},
      {"at the minimum of the recommender",
       {{kRecommenderMinimum, kCore}, kLarge},
       Decider::kNoSize,
       kFirstHold + v1::SIZE_HOLD_RULE_VPA_AT_FLOOR},
      {"nothing recommended",
       {{0, 0}, kSmall},
       Decider::kNoSize,
       kFirstNoRecommendation + v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED},
  };
  for (const auto& test : kCases) {
    const Decision decision = DecideOne(decider, test.input);
    EXPECT_EQ(decision.size, test.size) << test.name;
    EXPECT_EQ(decision.outcome, test.outcome) << test.name << ": " << ReasonOf(decision.outcome);
  }
}

TEST_F(DeciderTest, RequestsEqualDecisionsOnce) {
  Decider decider(Configuration(), *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  const DecisionInput small{{kMilliGi, kCore}, Decider::kNoSize};
  const DecisionInput large{{20 * kMilliGi, kCore}, 0};
  std::vector<Decision> decisions;
  ASSERT_TRUE(decider.Decide({small, large, small, small}, decisions).ok());
  EXPECT_EQ(decider.requested(), 2);
  ASSERT_EQ(decisions.size(), 4u);
  EXPECT_EQ(decisions[1].size, 2);
  EXPECT_EQ(decisions[3].size, 0);
  ASSERT_TRUE(decider.Decide({large}, decisions).ok());
  EXPECT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decider.requested(), 2);
  DecideOne(decider, {{20 * kMilliGi, kCore}, 1});
  EXPECT_EQ(decider.requested(), 3);
}

TEST_F(DeciderTest, DecidesMoreInputsThanFitIntoOneCall) {
  Decider decider(Configuration(), *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  std::vector<DecisionInput> inputs;
  for (int64_t i = 0; i < 12'000; ++i) inputs.push_back({{16 * kMilliGi - 5'999 + i, kCore}, Decider::kNoSize});
  std::vector<Decision> decisions;
  ASSERT_TRUE(decider.Decide(inputs, decisions).ok());
  for (size_t i = 0; i < inputs.size(); ++i) ASSERT_EQ(decisions[i].size, i < 6'000 ? 1 : 2) << i;
}

TEST_F(DeciderTest, ACurrentSizeOfAnotherConfigurationIsTheLargest) {
  Decider decider(Configuration(), *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  const int other = decider.NumberOf("huge");
  EXPECT_EQ(other, 3);
  EXPECT_EQ(decider.NumberOf("huge"), other);
  EXPECT_EQ(decider.NumberOf(""), Decider::kNoSize);
  EXPECT_EQ(decider.NumberOf("medium"), 1);
  EXPECT_TRUE(IsHold(DecideOne(decider, {{kRecommenderMinimum, kCore}, other}).outcome));
}

}  // namespace
}  // namespace cpsizer::history
