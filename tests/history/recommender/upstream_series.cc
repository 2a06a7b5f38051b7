#include "tests/history/recommender/upstream_series.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/history/recommender/vpa_recommender.h"

namespace cpsizer::history {
namespace {

using Fields = std::vector<absl::string_view>;

bool ParseOptions(const Fields& fields, RecommenderOptions& options) {
  return fields.size() == 15 && absl::SimpleAtod(fields[1], &options.target_cpu_percentile) &&
         absl::SimpleAtod(fields[2], &options.target_memory_percentile) &&
         absl::SimpleAtod(fields[3], &options.margin_fraction) &&
         absl::ParseDuration(fields[4], &options.cpu_half_life) &&
         absl::ParseDuration(fields[5], &options.memory_half_life) &&
         absl::ParseDuration(fields[6], &options.memory_aggregation_interval) &&
         absl::SimpleAtod(fields[7], &options.pod_min_cpu_millicores) &&
         absl::SimpleAtod(fields[8], &options.pod_min_memory_mb) &&
         absl::SimpleAtoi(fields[9], &options.round_cpu_millicores) &&
         absl::SimpleAtoi(fields[10], &options.round_memory_bytes) &&
         absl::SimpleAtoi(fields[11], &options.containers) &&
         absl::SimpleAtoi(fields[12], &options.memory_aggregation_interval_count) &&
         absl::SimpleAtod(fields[13], &options.oom_bump_up_ratio) &&
         absl::SimpleAtod(fields[14], &options.oom_min_bump_up_bytes);
}

// Adds the sample of a line to `recommender`, and reads the recommendation of upstream after this sample.
bool AddSample(const Fields& fields, VpaRecommender& recommender, Recommendation& upstream) {
  uint32_t pod = 0;
  int64_t milliseconds = 0;
  double value = 0;
  if (fields.size() != 6 || !absl::SimpleAtoi(fields[1], &pod) || !absl::SimpleAtoi(fields[2], &milliseconds) ||
      !absl::SimpleAtod(fields[3], &value) || !absl::SimpleAtoi(fields[4], &upstream.cpu_millicores) ||
      !absl::SimpleAtoi(fields[5], &upstream.memory_bytes)) {
    return false;
  }
  const absl::Time time = absl::FromUnixMillis(milliseconds);
  if (fields[0] == "cpu") {
    recommender.AddCpu(pod, time, value);
  } else if (fields[0] == "memory") {
    recommender.AddMemory(pod, time, value);
  } else if (fields[0] == "oom") {
    recommender.AddOomKill(pod, time, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

absl::Status CompareWithUpstream(std::istream& input, ComparedSeries& counts) {
  RecommenderOptions options;
  std::unique_ptr<VpaRecommender> recommender;
  std::string line;
  for (int64_t number = 1; std::getline(input, line); ++number) {
    if (absl::StartsWith(line, "#")) continue;
    const Fields fields = absl::StrSplit(line, ' ');
    Recommendation upstream;
    if (fields[0] == "options" && ParseOptions(fields, options)) {
      if (absl::Status status = CheckOptions(options); !status.ok()) return status;
      recommender = std::make_unique<VpaRecommender>(options);
      ++counts.series;
      continue;
    }
    if (recommender == nullptr || !AddSample(fields, *recommender, upstream)) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, ": \"", line, "\" is malformed"));
    }
    const Recommendation ours = recommender->Recommend();
    if (!(ours == upstream)) {
      return absl::DataLossError(absl::StrCat("line ", number, ", series ", counts.series, ": \"", line,
                                              "\" differs from ", ours.cpu_millicores, " ", ours.memory_bytes));
    }
    ++counts.recommendations;
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::history
