#ifndef CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
#define CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_

#include <string>

#include "absl/strings/string_view.h"

// What Kubernetes has to say against labels, in its own words. Source: apimachinery's validate/content.
namespace cpsizer {

// What keeps `key` from being the key of a label; empty where nothing does.
std::string LabelKeyError(absl::string_view key);

// What keeps `value` from being the value of a label; empty where nothing does.
std::string LabelValueError(absl::string_view value);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_LABEL_ERRORS_H_
