#ifndef CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
#define CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/text.h"

// Errors of labels, with the texts of Kubernetes. Source: apimachinery's validate/content.
namespace cpsizer {

// Returns the error of a label key; empty if the key is valid.
std::string LabelKeyError(absl::string_view key);

// Returns the error of a label value; empty if the value is valid.
std::string LabelValueError(absl::string_view value);

// Returns the error of an invalid value, in the form of a field.Error.
std::string InvalidValue(absl::string_view field, absl::string_view value, absl::string_view why);

// Adds the errors of values that no label can have. `key` is the key of the label.
template <typename Values>
void AddLabelValueErrors(absl::string_view key, const Values& values, std::vector<std::string>& errors) {
  int i = 0;
  for (const auto& value : values) {
    const std::string field = absl::StrCat("values[", i++, "][", Quoted(key), "]");
    const std::string error = LabelValueError(value);
    if (!error.empty()) errors.push_back(InvalidValue(field, value, error));
  }
}

// Returns the errors as the text of an aggregate of apimachinery: one error alone, or several errors in brackets. An
// aggregate has each text once.
std::string AggregateOf(std::vector<std::string> errors);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
