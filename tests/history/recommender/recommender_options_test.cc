#include "client/history/recommender/recommender_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;

TEST(CheckOptionsTest, AcceptsTheDefaultsAndTheLimits) {
  EXPECT_EQ(CheckOptions({}), absl::OkStatus());
  RecommenderOptions options;
  options.target_cpu_percentile = 0;
  options.target_memory_percentile = 1;
  options.cpu_half_life = absl::Minutes(1);
  options.memory_half_life = absl::Hours(24'000);
  options.pod_min_cpu_millicores = 0;
  options.round_memory_bytes = 100'000'000'000'000;
  EXPECT_EQ(CheckOptions(options), absl::OkStatus());
}

TEST(CheckOptionsTest, NamesTheFlagTheValueAndTheRange) {
  RecommenderOptions options;
  options.target_cpu_percentile = 90;
  EXPECT_EQ(CheckOptions(options),
            absl::InvalidArgumentError("--vpa-target-cpu-percentile: 90 is out of range; write a number from 0 to 1"));
  options = {};
  options.memory_half_life = absl::Seconds(59);
  EXPECT_EQ(CheckOptions(options), absl::InvalidArgumentError("--vpa-memory-histogram-decay-half-life: 59s is out of "
                                                              "range; write a duration from 1m to 24000h"));
}

TEST(CheckOptionsTest, RefusesValuesOutOfRange) {
  struct Case {
    std::string flag;
    std::function<void(RecommenderOptions&)> change;
  };
  const Case cases[] = {
      {"target-cpu-percentile", [](RecommenderOptions& o) { o.target_cpu_percentile = -0.1; }},
      {"target-memory-percentile", [](RecommenderOptions& o) { o.target_memory_percentile = 1.1; }},
      {"recommendation-margin-fraction", [](RecommenderOptions& o) { o.margin_fraction = std::nan(""); }},
      {"cpu-histogram-decay-half-life", [](RecommenderOptions& o) { o.cpu_half_life = absl::Hours(24'001); }},
      {"memory-histogram-decay-half-life", [](RecommenderOptions& o) { o.memory_half_life = -absl::Hours(1); }},
      {"memory-aggregation-interval",
       [](RecommenderOptions& o) { o.memory_aggregation_interval = absl::InfiniteDuration(); }},
      {"pod-recommendation-min-cpu-millicores", [](RecommenderOptions& o) { o.pod_min_cpu_millicores = -1; }},
      {"pod-recommendation-min-memory-mb", [](RecommenderOptions& o) { o.pod_min_memory_mb = INFINITY; }},
      {"round-cpu-millicores", [](RecommenderOptions& o) { o.round_cpu_millicores = 0; }},
      {"round-memory-bytes", [](RecommenderOptions& o) { o.round_memory_bytes = INT64_MAX; }},
      {"containers", [](RecommenderOptions& o) { o.containers = 0; }},
      {"memory-aggregation-interval-count", [](RecommenderOptions& o) { o.memory_aggregation_interval_count = 0; }},
      {"oom-bump-up-ratio", [](RecommenderOptions& o) { o.oom_bump_up_ratio = 0.9; }},
      {"oom-min-bump-up-bytes", [](RecommenderOptions& o) { o.oom_min_bump_up_bytes = -1; }},
  };
  for (const Case& c : cases) {
    RecommenderOptions options;
    c.change(options);
    const absl::Status status = CheckOptions(options);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.flag;
    EXPECT_THAT(std::string(status.message()), HasSubstr("--vpa-" + c.flag + ": "));
  }
}

}  // namespace
}  // namespace cpsizer::history
