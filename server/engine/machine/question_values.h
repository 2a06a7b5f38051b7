#ifndef CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"

namespace cpsizer {

// A duration of at least `least` nanoseconds, or `least`. DURATION_MALFORMED, VALUE_OUT_OF_RANGE.
inline int64_t ReadSpan(absl::string_view text, const FieldPath& path, int64_t least, Findings& findings) {
  const int64_t span = ReadGoDuration(text, path, findings).value_or(least);
  if (span >= least) return span;
  findings.Add(Rule::kValueOutOfRange, path.ToString(), text,
               absl::StrCat(Quoted(text), least == 0 ? " is negative" : " is not above 0"));
  return least;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_QUESTION_VALUES_H_
