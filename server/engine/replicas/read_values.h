#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/rules.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/milli.h"

// Functions that read single values. `path` is a function that returns the path as text. `path` is called only for
// invalid values: hundreds of thousands of values are read, and only a few values are invalid.
namespace cpsizer {

// Returns the milli-units of a quantity, and sets `overflows` like ParseMilli(). Adds a finding and returns 0 if `text`
// is not a quantity.
template <typename Path>
int64_t ReadMilli(absl::string_view text, const Path& path, Findings& findings, bool& overflows) {
  int64_t milli = 0;
  const QuantityError error = ParseMilli(text, milli, overflows);
  if (error != QuantityError::kNone) {
    findings.Add(Rule::kQuantityMalformed, path(), text, absl::StrCat("\"", Quoted(text), "\" ", Describe(error)));
  }
  return milli;
}

// Reads an observed amount with ReadMilli(). The first amount that overflows causes a warning.
template <typename Path>
int64_t ReadObservedMilli(absl::string_view text, const Path& path, Findings& findings) {
  bool overflows = false;
  const int64_t milli = ReadMilli(text, path, findings, overflows);
  if (overflows && findings.IsFirst(Rule::kAmountOverflow)) {
    findings.Add(Rule::kAmountOverflow, path(), text, OverflowText(text, milli));
  }
  return milli;
}

// Reads a duration of at least 0, in nanoseconds. Adds a finding and returns 0 if `text` is not such a duration.
template <typename Path>
Nanos ReadDuration(absl::string_view text, const Path& path, Findings& findings) {
  const int64_t nanos = ReadGoDuration(text, path, findings).value_or(0);
  if (nanos < 0) findings.Add(Rule::kValueNegative, path(), text, absl::StrCat(Quoted(text), " is negative"));
  return nanos;
}

// Adds a finding if a number of replicas is negative.
template <typename Path>
void CheckNotNegative(int64_t value, const Path& path, Findings& findings) {
  if (value >= 0) return;
  findings.Add(Rule::kValueNegative, path(), absl::StrCat(value), absl::StrCat(value, " is negative"));
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_READ_VALUES_H_
