#include "client/history/recommender/recommender_options.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/history/recommender/amount.h"

namespace cpsizer::history {
namespace {

struct NumberFlag {
  absl::string_view name;
  double value;
  double min;
  double max;
};

struct DurationFlag {
  absl::string_view name;
  absl::Duration value;
};

constexpr absl::Duration kMinDuration = absl::Minutes(1);
// Upstream computes 100 half-lives in 64 bits of nanoseconds, which are less than 1,068 days for a half-life.
constexpr absl::Duration kMaxDuration = absl::Hours(24 * 1000);

}  // namespace

absl::Status CheckOptions(const RecommenderOptions& options) {
  for (const NumberFlag& flag : {
           NumberFlag{"--vpa-target-cpu-percentile", options.target_cpu_percentile, 0, 1},
           NumberFlag{"--vpa-target-memory-percentile", options.target_memory_percentile, 0, 1},
           NumberFlag{"--vpa-recommendation-margin-fraction", options.margin_fraction, 0, 100},
           NumberFlag{"--vpa-pod-recommendation-min-cpu-millicores", options.pod_min_cpu_millicores, 0, kMaxAmount},
           NumberFlag{"--vpa-pod-recommendation-min-memory-mb", options.pod_min_memory_mb, 0, kMaxAmount},
           NumberFlag{"--vpa-round-cpu-millicores", static_cast<double>(options.round_cpu_millicores), 1, kMaxAmount},
           NumberFlag{"--vpa-round-memory-bytes", static_cast<double>(options.round_memory_bytes), 1, kMaxAmount},
           NumberFlag{"--vpa-containers", static_cast<double>(options.containers), 1, 1000},
           NumberFlag{"--vpa-memory-aggregation-interval-count",
                      static_cast<double>(options.memory_aggregation_interval_count), 1, 1'000'000},
           NumberFlag{"--vpa-oom-bump-up-ratio", options.oom_bump_up_ratio, 1, 100},
           NumberFlag{"--vpa-oom-min-bump-up-bytes", options.oom_min_bump_up_bytes, 0, kMaxAmount},
       }) {
    // The condition is false for NaN.
    if (flag.value >= flag.min && flag.value <= flag.max) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        flag.name, ": ", flag.value, " is out of range; write a number from ", flag.min, " to ", flag.max));
  }
  for (const DurationFlag& flag : {
           DurationFlag{"--vpa-cpu-histogram-decay-half-life", options.cpu_half_life},
           DurationFlag{"--vpa-memory-histogram-decay-half-life", options.memory_half_life},
           DurationFlag{"--vpa-memory-aggregation-interval", options.memory_aggregation_interval},
       }) {
    if (flag.value >= kMinDuration && flag.value <= kMaxDuration) continue;
    return absl::InvalidArgumentError(absl::StrCat(flag.name, ": ", absl::FormatDuration(flag.value),
                                                   " is out of range; write a duration from 1m to 24000h"));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::history
