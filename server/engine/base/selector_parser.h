#ifndef CPSIZER_SERVER_ENGINE_BASE_SELECTOR_PARSER_H_
#define CPSIZER_SERVER_ENGINE_BASE_SELECTOR_PARSER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer {

// A requirement of a label selector. The views are parts of the parsed text.
struct SelectorRequirement {
  absl::string_view key;
  // The operator, for example `in` or `!=`. Empty if the text is only a key; `!` for a key that must be absent.
  absl::string_view operation;
  // The values in order; each value occurs once.
  std::vector<absl::string_view> values;

  bool IsEquality() const { return operation == "=" || operation == "=="; }
};

// Parses a label selector, for example `app=web,tier in (a,b),!canary`, with all operators of Kubernetes. Returns the
// error message of labels.Parse, or an empty text if there is no error.
//
// Source: labels.Parse of apimachinery.
std::string ParseSelector(absl::string_view text, std::vector<SelectorRequirement>& requirements);

// Returns whether the selector is empty. Requires a selector without an error.
bool HasNoRequirements(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_SELECTOR_PARSER_H_
