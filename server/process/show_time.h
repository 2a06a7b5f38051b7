#ifndef CPSIZER_SERVER_PROCESS_SHOW_TIME_H_
#define CPSIZER_SERVER_PROCESS_SHOW_TIME_H_

#include <string>

#include "absl/time/time.h"

namespace cpsizer::server {

// Returns the time in the format of Kubernetes, in whole seconds, such as `2026-11-22T09:00:00Z`.
inline std::string ShowTime(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_SHOW_TIME_H_
