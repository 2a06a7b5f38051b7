#include "server/engine/size/vpa_options.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/read_time.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kOptionsPath = "options";
constexpr int64_t kMaxRatio = 1'000'000;

// Adds a finding if the value is not in the range. The condition is false for NaN.
template <typename Number>
void CheckRange(Number value, int64_t least, int64_t most, absl::string_view name, Findings& findings) {
  if (value >= static_cast<Number>(least) && value <= static_cast<Number>(most)) return;
  findings.Add(Rule::kValueOutOfRange, FieldPath{kOptionsPath, -1, name}.ToString(), absl::StrCat(value),
               absl::StrCat(value, " is not a number from ", least, " to ", most));
}

}  // namespace

VpaOptions ReadVpaOptions(const v1::RecommendSizeOptions& message, Findings& findings) {
  VpaOptions options;
  VpaRecommender& recommender = options.recommender;
  if (message.has_vpa_pod_recommendation_min_memory_mb()) {
    recommender.pod_minimum.memory = message.vpa_pod_recommendation_min_memory_mb();
    CheckRange(*recommender.pod_minimum.memory, 0, kMaxVpaAmount, "vpaPodRecommendationMinMemoryMb", findings);
  }
  if (message.has_vpa_pod_recommendation_min_cpu_millicores()) {
    recommender.pod_minimum.cpu = message.vpa_pod_recommendation_min_cpu_millicores();
    CheckRange(*recommender.pod_minimum.cpu, 0, kMaxVpaAmount, "vpaPodRecommendationMinCpuMillicores", findings);
  }
  if (message.has_vpa_round_memory_bytes()) {
    recommender.rounding.memory = message.vpa_round_memory_bytes();
    CheckRange(*recommender.rounding.memory, 1, kMaxVpaAmount, "vpaRoundMemoryBytes", findings);
  }
  if (message.has_vpa_round_cpu_millicores()) {
    recommender.rounding.cpu = message.vpa_round_cpu_millicores();
    CheckRange(*recommender.rounding.cpu, 1, kMaxVpaAmount, "vpaRoundCpuMillicores", findings);
  }
  if (message.has_vpa_max_upper_bound_ratio()) {
    options.max_upper_bound_ratio = message.vpa_max_upper_bound_ratio();
    CheckRange(options.max_upper_bound_ratio, 0, kMaxRatio, "vpaMaxUpperBoundRatio", findings);
  }
  if (message.has_vpa_min_age()) {
    const FieldPath path = {kOptionsPath, -1, "vpaMinAge"};
    const absl::optional<int64_t> age = ReadGoDuration(message.vpa_min_age(), path, findings);
    if (age.has_value() && *age < 0) {
      findings.Add(Rule::kValueNegative, path.ToString(), message.vpa_min_age(),
                   absl::StrCat(message.vpa_min_age(), " is negative"));
    }
    options.min_age = age.value_or(0);
  }
  return options;
}

}  // namespace cpsizer
