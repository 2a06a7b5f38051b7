#include "client/cli/history/vpa_flags.h"

#include <CLI/CLI.hpp>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

using history::RecommenderOptions;

struct NumberFlag {
  const char* name;
  const char* description;
  // Reads a text. Returns false if it is not a number of the required form.
  bool (*read)(absl::string_view text, RecommenderOptions& options);
};

constexpr NumberFlag kNumberFlags[kVpaNumbers] = {
    {"--vpa-target-cpu-percentile", "Percentile of CPU usage that the VPA recommends; the default is 0.9",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtod(text, &options.target_cpu_percentile);
     }},
    {"--vpa-target-memory-percentile", "Percentile of memory peaks that the VPA recommends; the default is 0.9",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtod(text, &options.target_memory_percentile);
     }},
    {"--vpa-recommendation-margin-fraction", "Part of the usage that the VPA adds as a margin; the default is 0.15",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtod(text, &options.margin_fraction);
     }},
    {"--vpa-containers", "Containers of a pod that have a recommendation and share the least amounts; the default is 1",
     [](absl::string_view text, RecommenderOptions& options) { return absl::SimpleAtoi(text, &options.containers); }},
    {"--vpa-memory-aggregation-interval-count",
     "Intervals without a CPU sample after which the VPA forgets its samples; the default is 8",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtoi(text, &options.memory_aggregation_interval_count);
     }},
    {"--vpa-oom-bump-up-ratio", "Factor of the memory of a pod that was OOM-killed; the default is 1.2",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtod(text, &options.oom_bump_up_ratio);
     }},
    {"--vpa-oom-min-bump-up-bytes",
     "Least bytes that are added to the memory of a pod that was OOM-killed; the default is 104857600",
     [](absl::string_view text, RecommenderOptions& options) {
       return absl::SimpleAtod(text, &options.oom_min_bump_up_bytes);
     }},
};

struct DurationFlag {
  const char* name;
  const char* description;
  absl::Duration RecommenderOptions::*value;
};

constexpr DurationFlag kDurationFlags[] = {
    {"--vpa-cpu-histogram-decay-half-life",
     "Time after which a CPU sample has half of its weight; the default is 24h; for usage",
     &RecommenderOptions::cpu_half_life},
    {"--vpa-memory-histogram-decay-half-life",
     "Time after which a memory peak has half of its weight; the default is 24h; for usage",
     &RecommenderOptions::memory_half_life},
    {"--vpa-memory-aggregation-interval", "Window in which a pod has one memory peak; the default is 24h; for usage",
     &RecommenderOptions::memory_aggregation_interval},
};

constexpr absl::Duration kMaxVpaDuration = absl::Hours(24'000);

constexpr Choice<bool> kOomEvents[] = {{"on", true}, {"off", false}};

}  // namespace

void AddVpa(CLI::App& app, VpaFlags& flags) {
  for (size_t i = 0; i < kVpaNumbers; ++i) {
    AddText(app, kNumberFlags[i].name, flags.numbers[i], "NUMBER",
            absl::StrCat(kNumberFlags[i].description, "; for usage"));
  }
  for (const DurationFlag& flag : kDurationFlags) {
    AddDuration(app, flag.name, flags.durations.*flag.value, kMaxVpaDuration, flag.description);
  }
  AddChoice(
      app, "--oom-events", kOomEvents, flags.oom_kills,
      "Count the OOM kills of the history, as the recommender of the VPA does: on (the default) or off; for usage");
}

absl::Status ReadVpaOptions(const VpaFlags& flags, const v1::RecommendSizeOptions& decisions,
                            RecommenderOptions& options) {
  options = flags.durations;
  if (decisions.has_vpa_pod_recommendation_min_cpu_millicores()) {
    options.pod_min_cpu_millicores = decisions.vpa_pod_recommendation_min_cpu_millicores();
  }
  if (decisions.has_vpa_pod_recommendation_min_memory_mb()) {
    options.pod_min_memory_mb = decisions.vpa_pod_recommendation_min_memory_mb();
  }
  if (decisions.has_vpa_round_cpu_millicores()) options.round_cpu_millicores = decisions.vpa_round_cpu_millicores();
  if (decisions.has_vpa_round_memory_bytes()) options.round_memory_bytes = decisions.vpa_round_memory_bytes();
  for (size_t i = 0; i < kVpaNumbers; ++i) {
    const absl::optional<std::string>& text = flags.numbers[i];
    if (!text.has_value() || kNumberFlags[i].read(*text, options)) continue;
    return absl::InvalidArgumentError(absl::StrCat(FlagWithSource(kNumberFlags[i].name, *text), ": \"",
                                                   objects::EscapeCut(*text, kMaxQuotedValueBytes),
                                                   "\" is not a number of the form of the default; see --help"));
  }
  return history::CheckOptions(options);
}

absl::string_view GivenVpaFlag(const VpaFlags& flags) {
  for (size_t i = 0; i < kVpaNumbers; ++i) {
    if (flags.numbers[i].has_value()) return kNumberFlags[i].name;
  }
  for (const DurationFlag& flag : kDurationFlags) {
    if (flags.durations.*flag.value != RecommenderOptions().*flag.value) return flag.name;
  }
  return flags.oom_kills ? "" : "--oom-events";
}

}  // namespace cpsizer::cli
