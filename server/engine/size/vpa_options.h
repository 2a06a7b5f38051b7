#ifndef CPSIZER_SERVER_ENGINE_SIZE_VPA_OPTIONS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VPA_OPTIONS_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// The largest amount of the recommender, in bytes or millicores.
inline constexpr int64_t kMaxVpaAmount = 100'000'000'000'000;

// Returns the unit in which the recommender counts: one byte or one millicore.
constexpr Nanos VpaStepOf(Resource resource) {
  return resource == Resource::kMemory ? Nanos{kNanosPerUnit} : Nanos{kNanosPerUnit / 1'000};
}

// Settings of the VPA recommender. An absent setting is not known.
struct VpaRecommender {
  // The least recommendation for a pod: MiB and millicores.
  PerResource<absl::optional<double>> pod_minimum;
  // Recommendations are rounded up to a multiple of these amounts: bytes and millicores.
  PerResource<absl::optional<int64_t>> rounding;
};

// Options for the recommendations of a VPA.
struct VpaOptions {
  VpaRecommender recommender;
  // The largest upper bound, as a multiple of the uncapped target; 0 if the upper bound is not checked.
  int64_t max_upper_bound_ratio = 100;
  // The least age of a VPA; 0 if the age is not checked.
  Instant min_age = 24 * 60 * 60 * kSecond;
};

// Reads the options whose names begin with `vpa`. Adds VALUE_OUT_OF_RANGE or DURATION_MALFORMED for a value that is not
// valid.
VpaOptions ReadVpaOptions(const v1::RecommendSizeOptions& message, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VPA_OPTIONS_H_
