#include "client/sidecar/cluster_autoscaler/field_path.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace cpsizer::sidecar {
namespace {

// Returns the step in brackets. If `text` is a number, the step is an index: the service does not use brackets for a
// key that consists of digits.
FieldStep StepInBrackets(absl::string_view text) {
  uint64_t index = 0;
  const bool is_index =
      text.find_first_not_of("0123456789") == absl::string_view::npos && absl::SimpleAtoi(text, &index);
  return is_index ? FieldStep{"", static_cast<size_t>(index)} : FieldStep{std::string(text), absl::nullopt};
}

}  // namespace

FieldPath ParseFieldPath(absl::string_view text) {
  FieldPath path;
  while (!text.empty()) {
    if (text.front() == '[') {
      const size_t end = std::min(text.find(']'), text.size());
      path.push_back(StepInBrackets(text.substr(1, end - 1)));
      text.remove_prefix(std::min(end + 1, text.size()));
    } else {
      if (text.front() == '.') text.remove_prefix(1);
      const size_t end = std::min(text.find_first_of(".["), text.size());
      path.push_back({std::string(text.substr(0, end)), absl::nullopt});
      text.remove_prefix(end);
    }
  }
  return path;
}

std::string PointerOf(absl::Span<const FieldStep> path) {
  std::string pointer;
  for (const FieldStep& step : path) {
    absl::StrAppend(&pointer, "/");
    if (step.index.has_value()) {
      absl::StrAppend(&pointer, *step.index);
    } else {
      absl::StrAppend(&pointer, absl::StrReplaceAll(step.key, {{"~", "~0"}, {"/", "~1"}}));
    }
  }
  return pointer;
}

}  // namespace cpsizer::sidecar
