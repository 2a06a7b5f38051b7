#include <string>

#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::VpaRequest;

TEST(Summary, OfAnExplicitDemand) {
  struct Case {
    absl::string_view memory;
    absl::string_view cpu;
    absl::string_view summary;
  };
  const Case cases[] = {
      {"5Gi", "", "small: memory 5Gi fits small (32Gi x 0.55 = 17.6Gi), the smallest size"},
      {"20Gi", "", "medium: memory 20Gi exceeds small (32Gi x 0.55 = 17.6Gi) and fits medium (64Gi x 0.65 = 41.6Gi)"},
      {"20Gi", "5",
       "medium: memory 20Gi exceeds small (32Gi x 0.55 = 17.6Gi) and fits medium (64Gi x 0.65 = 41.6Gi); cpu 5 exceeds "
       "small (8 x 0.40 = 3.2) and fits medium (16 x 0.50 = 8)"},
      {"", "650m",
       "small: cpu 650m fits small (8 x 0.40 = 3.2), the smallest size; memory does not take part: the demand includes "
       "none"},
      {"200Gi", "1",
       "large, best effort: memory 200Gi exceeds large (128Gi x 0.75 = 96Gi) by 104Gi; cpu 1 would fit small"},
      {"103079215105", "",
       "large, best effort: memory 96Gi exceeds large (128Gi x 0.75 = 96Gi, exactly 103079215104 for 103079215105) by "
       "1"},
      {"103079215104.000000001", "",
       "large, best effort: memory 96Gi exceeds large (128Gi x 0.75 = 96Gi, exactly 103079215104 for "
       "103079215104.000000001) "
       "by 1n"},
      {"", "19.200000001",
       "large, best effort: cpu 19.2 exceeds large (32 x 0.60 = 19.2, exactly 19.2 for 19.200000001) by 1n; memory "
       "does not take part: the demand includes none"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Recommend(DemandRequest(ExampleConfig(), c.memory, c.cpu)).summary(), c.summary);
  }
}

TEST(Summary, OfCpuThatTakesNoPart) {
  EXPECT_EQ(
      Recommend(DemandRequest(ConfigOf({{"a", "32Gi", "", "", ""}}), "1Gi", "2")).summary(),
      "a: memory 1Gi fits a (32Gi x 0.65 = 20.8Gi), the smallest size; cpu 2 does not take part: no CPU capacity is "
      "configured");
  EXPECT_EQ(
      Recommend(DemandRequest(ConfigOf({{"a", "32Gi", "", "", ""}}), "", "2")).summary(),
      "no recommendation: there is neither memory nor a CPU amount that takes part (no CPU capacity is configured); "
      "the cluster stays as it is");
}

TEST(Summary, OfMemoryThatTakesNoPart) {
  const auto summary = [](absl::string_view memory) {
    return Recommend(VpaRequest(ExampleConfig(), memory, "2")).summary();
  };
  const std::string cpu = "small: cpu 2 fits small (8 x 0.40 = 3.2), the smallest size; memory does not take part: ";
  EXPECT_EQ(summary("0"), cpu + "the VPA recommends zero");
  EXPECT_EQ(summary(""), cpu + "the VPA recommends none");
  EXPECT_EQ(Recommend(DemandRequest(ExampleConfig(), "", "2")).summary(), cpu + "the demand includes none");
}

TEST(Summary, OfAVerySmallDemand) {
  EXPECT_EQ(Recommend(DemandRequest(ExampleConfig(), "1n", "")).summary(),
            "small: memory 1n fits small (32Gi x 0.55 = 17.6Gi), the smallest size");
}

TEST(Summary, OfAHeldRecommendation) {
  EXPECT_EQ(Recommend(VpaRequest(ExampleConfig(), "1174275820239", "2", "medium")).summary(),
            "held: memory 1.067Ti is at the upper end of the recommender's histogram (VPA_OVERFLOW); without the hold "
            "it would be large; "
            "the cluster stays medium");
}

TEST(Summary, NeverCarriesControlCharacters) {
  const std::string summary = Recommend(VpaRequest(ExampleConfig(), "1174275820239", "2", "\x1b[31mred\n")).summary();
  for (const char c : summary) EXPECT_GE(c, ' ');
}

TEST(Summary, OfBothResourcesThatFitOnlyInDifferentSizes) {
  const auto config = ConfigOf({{"a", "32Gi", "8", "1", "0.1"}, {"b", "64Gi", "16", "0.1", "1"}});
  EXPECT_EQ(
      Recommend(DemandRequest(config, "28Gi", "10")).summary(),
      "b, best effort: memory 28Gi would fit a and cpu 10 would fit b, but b does not hold memory 28Gi (64Gi x 0.10 = "
      "6.4Gi); no size holds both, and memory 28Gi exceeds b (64Gi x 0.10 = 6.4Gi) by 21.6Gi");
}

TEST(Summary, ASizeThatHoldsExactlyTheDemandHoldsIt) {
  // Size a has more memory than the demand, and size c has exactly the memory of the demand. Size b has exactly the CPU
  // of the demand, but less memory.
  const auto config = ConfigOf(
      {{"a", "32Gi", "8", "0.5", "0.5"}, {"b", "64Gi", "16", "0.1", "0.5"}, {"c", "128Gi", "32", "0.125", "0.5"}});
  const std::string summary = Recommend(DemandRequest(config, "16Gi", "8")).summary();
  EXPECT_THAT(summary, ::testing::HasSubstr("b does not hold memory 16Gi"));
  EXPECT_THAT(summary, ::testing::Not(::testing::HasSubstr("cpu 8 (")));
  EXPECT_THAT(summary, ::testing::Not(::testing::HasSubstr("c does not hold")));
}

}  // namespace
}  // namespace cpsizer
