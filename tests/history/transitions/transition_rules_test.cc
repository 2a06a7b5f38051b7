#include "client/history/transitions/transition_rules.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::Duration kIncrease = absl::Seconds(30);
constexpr absl::Duration kDecrease = absl::Minutes(10);
constexpr absl::Duration kWindow = absl::Minutes(10);
constexpr absl::Duration kNone = absl::ZeroDuration();

v1::ClusterSizingConfiguration Configuration(absl::string_view spec) {
  v1::ClusterSizingConfiguration config;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(absl::StrCat("spec {", spec, "}"), &config)) << spec;
  return config;
}

// An object that exists has the defaults of its fields. An absent object is a limit of 0, or no delays.
TEST(TransitionRulesTest, ReadsEachField) {
  const struct {
    absl::string_view spec;
    absl::Duration increase = absl::ZeroDuration();
    absl::Duration decrease = absl::ZeroDuration();
    absl::Duration window = absl::ZeroDuration();
    int64_t limit = 0;
  } kCases[] = {
      {""},
      {"concurrency {} transition_delay {}", kIncrease, kDecrease, kWindow, 5},
      {"transition_delay {}", kIncrease, kDecrease},
      {"transition_delay { increase: '45s' }", absl::Seconds(45), kDecrease},
      {"transition_delay { decrease: '1h30m' }", kIncrease, absl::Minutes(90)},
      {"transition_delay { increase: '0s' decrease: '0m' }"},
      {"transition_delay { increase: '1.5m' decrease: '5m5m' }", absl::Seconds(90), absl::Minutes(10)},
      {"concurrency {}", kNone, kNone, kWindow, 5},
      {"concurrency { sliding_window: '20m' }", kNone, kNone, absl::Minutes(20), 5},
      {"concurrency { sliding_window: '0s' }", kNone, kNone, kNone, 5},
      {"concurrency { sliding_window: '2562047h47m16.854775807s' }", kNone, kNone, absl::Nanoseconds(INT64_MAX), 5},
      {"concurrency { limit: 12 }", kNone, kNone, kWindow, 12},
      {"concurrency { limit: 2147483647 }", kNone, kNone, kWindow, 2'147'483'647},
      {"concurrency { limit: 0 }", kNone, kNone, kWindow, 0},
      {"concurrency { limit: -1 }", kNone, kNone, kWindow, -1},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.spec);
    const absl::StatusOr<TransitionRules> rules = MakeTransitionRules(Configuration(test.spec));
    ASSERT_TRUE(rules.ok()) << rules.status();
    EXPECT_EQ(rules->increase_delay, test.increase);
    EXPECT_EQ(rules->decrease_delay, test.decrease);
    EXPECT_EQ(rules->sliding_window, test.window);
    EXPECT_EQ(rules->limit, test.limit);
    EXPECT_FALSE(rules->immediate);
  }
}

TEST(TransitionRulesTest, SaysWhyScheduledClustersNeverMove) {
  const auto why = [](absl::string_view spec, bool immediate = false) {
    TransitionRules rules = *MakeTransitionRules(Configuration(spec));
    rules.immediate = immediate;
    return WhyNeverMoving(rules);
  };
  EXPECT_EQ(why(""), "spec.concurrency is absent, so the operator's limit is 0");
  EXPECT_EQ(why("concurrency { limit: -2 }"), "spec.concurrency.limit is -2");
  EXPECT_EQ(why("concurrency {}"), "");
  EXPECT_EQ(why("concurrency { sliding_window: '0s' }"), "");
  EXPECT_EQ(why("", /*immediate=*/true), "");
}

TEST(TransitionRulesTest, ReadsTheNodeCountsInTheOrderOfTheConfiguration) {
  const absl::StatusOr<TransitionRules> rules =
      MakeTransitionRules(Configuration("sizes { name: 'l' criteria { from: 101 } } sizes { name: 's' } "
                                        "sizes { name: 'm' criteria { from: 11 to: 100 } }"));
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_THAT(rules->criteria_from, ElementsAre(101, 0, 11));
}

TEST(TransitionRulesTest, RefusesTextsThatAreNotDurations) {
  const struct {
    absl::string_view spec;
    std::string message;
  } kCases[] = {
      {"transition_delay { increase: 'soon' }",
       "spec.transitionDelay.increase: \"soon\" is not a duration of at least 0"},
      {"transition_delay { increase: '' }", "spec.transitionDelay.increase: \"\" is not"},
      {"transition_delay { decrease: '-5m' }", "spec.transitionDelay.decrease: \"-5m\" is not"},
      {"transition_delay { decrease: '10' }", "spec.transitionDelay.decrease: \"10\" is not"},
      {"concurrency { sliding_window: 'inf' }", "spec.concurrency.slidingWindow: \"inf\" is not"},
      {"concurrency { sliding_window: '10m\\n' }", "spec.concurrency.slidingWindow: \"10m\\n\" is not"},
      {"concurrency { sliding_window: 'x' } transition_delay { increase: 'y' }", "slidingWindow: \"x\" is not"},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.spec);
    const absl::Status status = MakeTransitionRules(Configuration(test.spec)).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.message));
  }
}

}  // namespace
}  // namespace cpsizer::history
