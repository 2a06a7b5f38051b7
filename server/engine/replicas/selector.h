#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// What keeps `text` from being a label selector such as `app=web,tier in (a,b),!canary`; empty where nothing does.
// Source of the grammar: apimachinery's labels.Parse.
std::string SelectorError(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
