#ifndef CPSIZER_CLIENT_KUBE_MICRO_TIME_H_
#define CPSIZER_CLIENT_KUBE_MICRO_TIME_H_

#include <string>

#include "absl/time/time.h"

namespace cpsizer::kube {

// Returns `time` as metav1.MicroTime, with exactly six decimal places. The API server refuses any other number of
// decimal places.
inline std::string MicroTime(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", time, absl::UTCTimeZone());
}

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_MICRO_TIME_H_
