#ifndef CPSIZER_SERVER_ENGINE_BASE_READ_TIME_H_
#define CPSIZER_SERVER_ENGINE_BASE_READ_TIME_H_

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/rules.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/base/text.h"

// Functions that read times and durations. `path` is a FieldPath or a lambda, and returns the path as text. `path` is
// called only for invalid values: a request can have hundreds of thousands of values, and only a few values are
// invalid.
namespace cpsizer {

// Reads a time. Adds TIME_MALFORMED and returns kZeroTime if the text is not a time.
template <typename Path>
Instant ReadInstant(absl::string_view text, const Path& path, Findings& findings) {
  const absl::optional<Instant> instant = ParseInstant(text);
  if (instant.has_value()) return *instant;
  findings.Add(Rule::kTimeMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" is not an RFC 3339 time"));
  return kZeroTime;
}

// Returns nothing if the text is empty, which means that the time is absent. Reads any other text with ReadInstant().
template <typename Path>
absl::optional<Instant> ReadInstantIfThere(absl::string_view text, const Path& path, Findings& findings) {
  if (text.empty()) return absl::nullopt;
  return ReadInstant(text, path, findings);
}

// Reads a required time. Adds FIELD_MISSING and returns kZeroTime if the text is empty. Reads any other text with
// ReadInstant().
template <typename Path>
Instant ReadRequiredInstant(absl::string_view text, const Path& path, Findings& findings) {
  if (!text.empty()) return ReadInstant(text, path, findings);
  findings.Add(Rule::kFieldMissing, path(), "", "the time is missing");
  return kZeroTime;
}

// Reads a Go duration, in nanoseconds. Adds DURATION_MALFORMED and returns nothing if the text is not a Go duration.
template <typename Path>
absl::optional<int64_t> ReadGoDuration(absl::string_view text, const Path& path, Findings& findings) {
  const absl::optional<int64_t> nanos = ParseGoDuration(text);
  if (!nanos.has_value()) {
    findings.Add(Rule::kDurationMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" is not a duration"));
  }
  return nanos;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_READ_TIME_H_
