#ifndef CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_
#define CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// Returns whether the text matches ^([0-9]+(\.[0-9]+)?(s|m|h))+$, as the CRD requires.
bool IsOperatorDuration(absl::string_view text);

// Returns whether Go's time.ParseDuration accepts the text: a sign, units from ns to h, `.5s` and `5.s`, at most 2^63-1
// ns.
bool IsGoDuration(absl::string_view text);

// Returns the nanoseconds that Go's time.ParseDuration reads; nothing if it fails.
absl::optional<int64_t> ParseGoDuration(absl::string_view text);

// The duration as Go reads it, without parts that are 0: `1h30m`, `2.5s`, `0s`. Requires at least 0.
std::string FormatGoDuration(int64_t nanoseconds);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_DURATIONS_H_
