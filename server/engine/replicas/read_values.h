#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/rules.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/milli.h"

// Readers of single values. `path` is a function that gives the path as text: hundreds of thousands of values are read
// and few of them are wrong.
namespace cpsizer {

// The milli-units of a quantity; `overflows` as of ParseMilli. 0 and a finding where it is none.
template <typename Path>
int64_t ReadMilli(absl::string_view text, const Path& path, Findings& findings, bool& overflows) {
  int64_t milli = 0;
  const QuantityError error = ParseMilli(text, milli, overflows);
  if (error != QuantityError::kNone) {
    findings.Add(Rule::kQuantityMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" ", Describe(error)));
  }
  return milli;
}

// The same of an amount that was observed: of those that overflow the first draws a warning.
template <typename Path>
int64_t ReadObservedMilli(absl::string_view text, const Path& path, Findings& findings) {
  bool overflows = false;
  const int64_t milli = ReadMilli(text, path, findings, overflows);
  if (overflows && findings.IsFirst(Rule::kAmountOverflow)) {
    findings.Add(Rule::kAmountOverflow, path(), text, OverflowText(text, milli));
  }
  return milli;
}

// A time. kZeroTime and a finding where it is none.
template <typename Path>
Instant ReadInstant(absl::string_view text, const Path& path, Findings& findings) {
  const absl::optional<Instant> instant = ParseInstant(text);
  if (instant.has_value()) return *instant;
  findings.Add(Rule::kTimeMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" is not an RFC 3339 time"));
  return kZeroTime;
}

// The same for a field that may be absent.
template <typename Path>
absl::optional<Instant> ReadInstantIfThere(absl::string_view text, const Path& path, Findings& findings) {
  if (text.empty()) return absl::nullopt;
  return ReadInstant(text, path, findings);
}

// A duration of at least 0, in nanoseconds. 0 and a finding where it is none.
template <typename Path>
Nanos ReadDuration(absl::string_view text, const Path& path, Findings& findings) {
  const absl::optional<int64_t> nanos = ParseGoDuration(text);
  if (!nanos.has_value()) {
    findings.Add(Rule::kDurationMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" is not a duration"));
  } else if (*nanos < 0) {
    findings.Add(Rule::kValueNegative, path(), text, absl::StrCat(Quoted(text), " is negative"));
  }
  return nanos.value_or(0);
}

// A count of replicas.
template <typename Path>
void CheckNotNegative(int64_t value, const Path& path, Findings& findings) {
  if (value >= 0) return;
  findings.Add(Rule::kValueNegative, path(), absl::StrCat(value), absl::StrCat(value, " is negative"));
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_
