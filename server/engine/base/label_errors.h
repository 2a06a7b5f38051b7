#ifndef CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
#define CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_

#include <string>

#include "absl/strings/string_view.h"

// Errors of labels, with the texts of Kubernetes. Source: apimachinery's validate/content.
namespace cpsizer {

// Returns the error of a label key; empty if the key is valid.
std::string LabelKeyError(absl::string_view key);

// Returns the error of a label value; empty if the value is valid.
std::string LabelValueError(absl::string_view value);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
