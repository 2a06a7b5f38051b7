#ifndef CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/validate/read_text.h"

// Readers of the times of a RecommendMachineRequest. Each adds a finding where the text is not one.
namespace cpsizer {

// TIME_MALFORMED.
inline absl::optional<Instant> ReadInstantText(absl::string_view text, const FieldPath& path, Findings& findings) {
  const absl::optional<Instant> instant = ParseInstant(text);
  if (!instant.has_value()) {
    findings.Add(Rule::kTimeMalformed, path.ToString(), text,
                 absl::StrCat("\"", Quoted(text), "\" is not an RFC 3339 time"));
  }
  return instant;
}

// FIELD_MISSING, TIME_MALFORMED.
inline Instant ReadRequiredInstant(absl::string_view text, const FieldPath& path, Findings& findings) {
  if (text.empty()) {
    findings.Add(Rule::kFieldMissing, path.ToString(), "", "there is no time");
    return kZeroTime;
  }
  return ReadInstantText(text, path, findings).value_or(kZeroTime);
}

// A duration of at least `least` nanoseconds, or `least`. DURATION_MALFORMED, VALUE_OUT_OF_RANGE.
inline int64_t ReadSpan(absl::string_view text, const FieldPath& path, int64_t least, Findings& findings) {
  const int64_t span = ReadDurationText(text, path, findings).value_or(least);
  if (span >= least) return span;
  findings.Add(Rule::kValueOutOfRange, path.ToString(), text,
               absl::StrCat(Quoted(text), least == 0 ? " is negative" : " is not above 0"));
  return least;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_
