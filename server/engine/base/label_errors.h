#ifndef CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
#define CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_

#include <string>

#include "absl/strings/string_view.h"

// Errors of labels, in the words of Kubernetes. Source: apimachinery's validate/content.
namespace cpsizer {

// Returns why `key` is not the key of a label; empty if it is one.
std::string LabelKeyError(absl::string_view key);

// Returns why `value` is not the value of a label; empty if it is one.
std::string LabelValueError(absl::string_view value);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
