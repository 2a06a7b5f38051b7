#ifndef CPSIZER_CLIENT_OBJECTS_LEASE_VPA_SETTINGS_H_
#define CPSIZER_CLIENT_OBJECTS_LEASE_VPA_SETTINGS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::objects {

// An entry of the table of options about the VPAs and their recommender. The flags of all programs and the annotation
// of the lease contain the name of the flag.
struct VpaSetting {
  const char* flag;
  const char* type;  // `NUMBER` or `DURATION`
  const char* default_text;
  const char* description;
  int field;  // of v1::RecommendSizeOptions; its type is double, int64 or, for a duration, string
  int64_t least, most;
};
inline constexpr int64_t kMaxVpaAmount = 100'000'000'000'000;
inline constexpr VpaSetting kVpaSettings[] = {
    {"--vpa-pod-recommendation-min-cpu-millicores", "NUMBER", "25",
     "least CPU of a pod that the recommender of the VPA recommends (its flag --pod-recommendation-min-cpu-millicores)",
     v1::RecommendSizeOptions::kVpaPodRecommendationMinCpuMillicoresFieldNumber, 0, kMaxVpaAmount},
    {"--vpa-pod-recommendation-min-memory-mb", "NUMBER", "250",
     "least memory of a pod that the recommender of the VPA recommends, in MiB (its flag "
     "--pod-recommendation-min-memory-mb)",
     v1::RecommendSizeOptions::kVpaPodRecommendationMinMemoryMbFieldNumber, 0, kMaxVpaAmount},
    {"--vpa-round-cpu-millicores", "NUMBER", "1",
     "the recommender of the VPA rounds CPU up to a multiple of this (its flag --round-cpu-millicores)",
     v1::RecommendSizeOptions::kVpaRoundCpuMillicoresFieldNumber, 1, kMaxVpaAmount},
    {"--vpa-round-memory-bytes", "NUMBER", "1",
     "the recommender of the VPA rounds memory up to a multiple of this (its flag --round-memory-bytes)",
     v1::RecommendSizeOptions::kVpaRoundMemoryBytesFieldNumber, 1, kMaxVpaAmount},
    {"--vpa-max-upper-bound-ratio", "NUMBER", "100",
     "a size does not become smaller while the upper bound of the recommendation is more than this multiple of the "
     "uncapped target; 0 disables this",
     v1::RecommendSizeOptions::kVpaMaxUpperBoundRatioFieldNumber, 0, 1'000'000},
    {"--vpa-min-age", "DURATION", "24h", "a size does not become smaller while the VPA is younger than this",
     v1::RecommendSizeOptions::kVpaMinAgeFieldNumber, 0, 0},
};

// Sets the option of `setting`. Errors: InvalidArgument if the text is not a value of the setting.
absl::Status SetVpaSetting(const VpaSetting& setting, absl::string_view text, v1::RecommendSizeOptions& options);

// Returns the settings that `options` have, such as `vpa-round-cpu-millicores=10,vpa-min-age=1h`.
std::string VpaSettingsText(const v1::RecommendSizeOptions& options);
// Reads the result of VpaSettingsText(). A name that is not known is ignored, because another version of the sidecar
// may have written it. Errors: InvalidArgument if a value is not valid.
absl::Status ReadVpaSettings(absl::string_view text, v1::RecommendSizeOptions& options);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_LEASE_VPA_SETTINGS_H_
