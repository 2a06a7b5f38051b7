#ifndef CPSIZER_SERVER_ENGINE_BASE_INSTANT_H_
#define CPSIZER_SERVER_ENGINE_BASE_INSTANT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"

namespace cpsizer {

// A point in time, in nanoseconds since 1970 in UTC. 128 bits are enough for every RFC 3339 time and for its sum with
// any duration.
using Instant = Nanos;

inline constexpr Instant kSecond = 1'000'000'000;

// The time that Kubernetes uses if a time is absent: the beginning of the year 1.
inline constexpr Instant kZeroTime = -62'135'596'800 * kSecond;

// Reads an RFC 3339 time: a date, `T`, a time with any fraction of a second, and `Z` or an offset. Digits below a
// nanosecond are dropped, as in Go. Leap seconds are not supported.
absl::optional<Instant> ParseInstant(absl::string_view text);

// Returns the RFC 3339 text in UTC, with as many decimals of the second as needed, for example
// `2026-01-02T03:04:05.6Z`. Requires a year from 0 to 9999.
std::string FormatInstant(Instant instant);

// Returns the RFC 3339 text in UTC without a fraction of a second, as in the times of Kubernetes conditions.
std::string FormatSeconds(Instant instant);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_INSTANT_H_
