#include <string>
#include <vector>

#include "cpsizer/quantity.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/engine/size/vpa_values.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct HygieneCase {
  absl::string_view name;
  absl::string_view memory;
  absl::string_view cpu;
  absl::string_view current;
  v1::SizeOutcome outcome;
  absl::string_view would;  // recommended, or would be
  std::vector<std::string> rules;
};

constexpr v1::SizeOutcome kHygieneRecommended = v1::SIZE_OUTCOME_RECOMMENDED;
constexpr v1::SizeOutcome kHygieneBestEffort = v1::SIZE_OUTCOME_BEST_EFFORT;
constexpr v1::SizeOutcome kHeld = v1::SIZE_OUTCOME_HELD;
constexpr v1::SizeOutcome kNothing = v1::SIZE_OUTCOME_NO_RECOMMENDATION;

std::vector<HygieneCase> HygieneCases() {
  return {
      {"ordinary", "4281023392", "1168m", "medium", kHygieneRecommended, "small", {}},
      {"last rung of memory", "1174275820239", "1168m", "medium", kHeld, "large", {"VPA_OVERFLOW"}},
      {"memory at the bound", "1000000000000", "", "", kHeld, "large", {"VPA_OVERFLOW"}},
      {"memory just below the bound", "999999999999", "", "", kHygieneBestEffort, "large", {}},
      {"cpu at the bound", "4281023392", "1000", "", kHeld, "large", {"VPA_OVERFLOW"}},
      {"cpu just below the bound", "4281023392", "999999m", "", kHygieneBestEffort, "large", {}},
      {"both overflow", "1e15", "5000", "", kHeld, "large", {"VPA_OVERFLOW", "VPA_OVERFLOW"}},
      {"beyond every quantity", "1e30", "", "", kHeld, "large", {"VPA_OVERFLOW"}},
      {"zero memory counts as absent", "0", "12", "", kHygieneRecommended, "large", {"VPA_ZERO"}},
      {"zero of both", "0", "0", "", kNothing, "", {"VPA_ZERO", "VPA_ZERO"}},
      {"zero memory never shrinks", "0", "2", "large", kHeld, "small", {"VPA_ZERO", "VPA_MEMORY_MISSING"}},
      {"missing memory never shrinks", "", "2", "medium", kHeld, "small", {"VPA_MEMORY_MISSING"}},
      {"missing memory may keep", "", "2", "small", kHygieneRecommended, "small", {}},
      {"missing memory may grow", "", "12", "medium", kHygieneRecommended, "large", {}},
      {"missing memory without current size", "", "2", "", kHygieneRecommended, "small", {}},
      {"missing memory with unknown current size",
       "",
       "2",
       "huge",
       kHeld,
       "small",
       {"CURRENT_SIZE_UNKNOWN", "VPA_MEMORY_MISSING"}},
      {"missing memory may grow from an unknown size to the largest",
       "",
       "12",
       "huge",
       kHygieneRecommended,
       "large",
       {"CURRENT_SIZE_UNKNOWN"}},
      {"floor with unknown current size",
       "262144000",
       "1168m",
       "huge",
       kHeld,
       "small",
       {"CURRENT_SIZE_UNKNOWN", "VPA_AT_FLOOR"}},
      {"ordinary with unknown current size",
       "4281023392",
       "1168m",
       "huge",
       kHygieneRecommended,
       "small",
       {"CURRENT_SIZE_UNKNOWN"}},
      {"floor never shrinks", "262144000", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor shared by four containers, older format", "65536k", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor shared by four containers, newer format", "64000Ki", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor may keep", "64000Ki", "1168m", "small", kHygieneRecommended, "small", {"VPA_AT_FLOOR"}},
      {"floor may grow by the other resource",
       "64000Ki",
       "12",
       "small",
       kHygieneRecommended,
       "large",
       {"VPA_AT_FLOOR"}},
      {"cpu floor never shrinks", "4281023392", "25m", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"cpu floor shared by three, rounded up", "4281023392", "9m", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"less than any floor never shrinks", "1", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"cpu less than any floor never shrinks", "4281023392", "1u", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"not quite the floor", "262144001", "1168m", "medium", kHygieneRecommended, "small", {}},
      {"both floors hold once each", "64000Ki", "6m", "large", kHeld, "small", {"VPA_AT_FLOOR", "VPA_AT_FLOOR"}},
  };
}

TEST(Hygiene, EnforcedHolds) {
  for (const HygieneCase& c : HygieneCases()) {
    const v1::RecommendSizeResponse response = Recommend(VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current));
    EXPECT_EQ(response.outcome(), c.outcome) << c.name;
    EXPECT_THAT(Rules(response.findings()), ::testing::UnorderedElementsAreArray(c.rules)) << c.name;
    EXPECT_EQ(response.recommended_size(), c.outcome == kHeld ? "" : c.would) << c.name;
    EXPECT_EQ(response.would_recommend(), c.outcome == kHeld ? c.would : "") << c.name;
    if (c.outcome != kHeld) continue;
    EXPECT_FALSE(response.changed()) << c.name;
    EXPECT_EQ(response.driver(), v1::SIZE_DRIVER_UNSPECIFIED) << c.name;
    EXPECT_FALSE(response.has_flips()) << c.name;
    EXPECT_THAT(response.summary(), HasSubstr("it would give " + std::string(c.would))) << c.name;
  }
}

TEST(Hygiene, WarningsDecideAllTheSame) {
  for (const HygieneCase& c : HygieneCases()) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current);
    request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_WARN);
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.recommended_size(), c.would) << c.name;
    EXPECT_THAT(Rules(response.findings()), ::testing::UnorderedElementsAreArray(c.rules)) << c.name;
  }
}

TEST(Hygiene, OffSaysNothing) {
  for (const HygieneCase& c : HygieneCases()) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current);
    request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.recommended_size(), c.would) << c.name;
    EXPECT_THAT(Rules(response.findings()), Not(Contains(::testing::StartsWith("VPA_")))) << c.name;
  }
}

TEST(Hygiene, NeverAppliesToAnExplicitDemand) {
  for (const HygieneCase& c : HygieneCases()) {
    if (c.memory == "1e30") continue;
    const v1::RecommendSizeResponse response = Recommend(DemandRequest(ExampleConfig(), c.memory, c.cpu));
    EXPECT_THAT(response.findings(), IsEmpty()) << c.name;
    EXPECT_NE(response.outcome(), kHeld) << c.name;
  }
}

TEST(Hygiene, OnlyResourcesInPlayHold) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", "1000", "large");
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(Hygiene, OverflowIsHeldEvenWhereACapacityIsMissing) {
  const v1::RecommendSizeResponse response =
      Recommend(VpaRequest(ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}}), "1174275820239", ""));
  EXPECT_EQ(response.outcome(), kHeld);
  EXPECT_EQ(response.would_recommend(), "");
}

// Rungs: ..., 17453794248, 18337983960 (17.07Gi), 19266383156, ... ; small holds 17.6Gi = 18897856102.
TEST(Hygiene, NotesThatTheNextRungWouldChangeTheAnswer) {
  struct Rung {
    absl::string_view memory;
    std::vector<std::string> messages;
  };
  const Rung rungs[] = {
      {"17453794248", {}},
      {"18337983960", {"the recommender's next higher value, 17.943Gi of memory, would change the answer"}},
      {"19266383157", {"the recommender's next lower value, 17.078Gi of memory, would change the answer"}},
      {"20241202314", {}},
  };
  for (const Rung& rung : rungs) {
    const v1::RecommendSizeResponse response = Recommend(VpaRequest(ExampleConfig(), rung.memory, ""));
    std::vector<std::string> messages;
    for (const v1::Finding& finding : response.findings()) {
      EXPECT_EQ(finding.rule(), "ONE_BUCKET_AWAY");
      EXPECT_EQ(finding.severity(), v1::SEVERITY_NOTE);
      messages.push_back(finding.message());
    }
    EXPECT_EQ(messages, rung.messages) << rung.memory;
  }
}

TEST(Hygiene, BelowTheMinimumIsSaidInOtherWordsThanTheMinimum) {
  const auto message = [](absl::string_view memory) {
    const auto response = Recommend(VpaRequest(ExampleConfig(), memory, "1", "small"));
    for (const v1::Finding& finding : response.findings()) {
      if (finding.rule() == "VPA_AT_FLOOR") return finding.message();
    }
    return std::string();
  };
  EXPECT_THAT(message("262144000"), HasSubstr("is the recommender's minimum, which means"));
  EXPECT_THAT(message("1Mi"), HasSubstr("is less than the recommender's minimum"));
}

TEST(Hygiene, ANeighbourOnTheVeryEdgeStaysWhereTheAnswerStays) {
  Quantity value;
  ASSERT_EQ(ParseQuantity("11381663335", value), QuantityError::kNone);
  const std::string above = CanonicalText(*NextVpaValueAbove(Resource::kMemory, value));
  const std::string below = CanonicalText(*NextVpaValueBelow(Resource::kMemory, value));
  const auto rules = [&](absl::string_view small, absl::string_view large) {
    const auto config = ConfigOf({{"small", small, "", "1", ""}, {"large", large, "", "1", ""}});
    return Rules(Recommend(VpaRequest(config, CanonicalText(value), "")).findings());
  };
  EXPECT_THAT(rules(above, "1Ti"), ::testing::Not(::testing::Contains("ONE_BUCKET_AWAY")))
      << "the next one fits as well";
  EXPECT_THAT(rules(below, "1Ti"), ::testing::Contains("ONE_BUCKET_AWAY")) << "the one below fits the smaller size";
}

}  // namespace
}  // namespace cpsizer
