#ifndef CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_
#define CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// Returns whether the text matches ^([0-9]+(\.[0-9]+)?(s|m|h))+$, as the CRD of ClusterSizingConfiguration requires.
bool IsOperatorDuration(absl::string_view text);

// Returns whether Go's time.ParseDuration accepts the text. It accepts a sign, units from ns to h, numbers such as
// `.5s` and `5.s`, and at most 2^63-1 ns.
bool IsGoDuration(absl::string_view text);

// Returns the duration in nanoseconds, as Go's time.ParseDuration reads it; nothing if time.ParseDuration fails.
absl::optional<int64_t> ParseGoDuration(absl::string_view text);

// Formats a duration so that Go can read it, without parts that are 0, for example `1h30m`, `2.5s` or `0s`. Requires
// nanoseconds >= 0.
std::string FormatGoDuration(int64_t nanoseconds);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_
