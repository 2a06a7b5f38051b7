#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// Returns the reason why `text` is not a valid selector of a scale, with the text of the client of the controller;
// empty if it is valid. A valid selector is, for example, `app=web,tier in (a,b),!canary`. `!=`, `<` and `>` are not
// allowed, although they are allowed in other label selectors.
//
// Source: labels.Parse and metav1.ParseToLabelSelector of apimachinery; client-go reads each scale with them.
std::string SelectorError(absl::string_view text);

// Returns the selector as the client writes it, which is also its text in messages of the controller, for example
// `app=web,tier in (a,b)`. It is sorted by key, and each value occurs once. Empty for an empty selector. Requires a
// selector without an error.
//
// Source: metav1.LabelSelectorAsSelector of the result of ParseToLabelSelector. In that result a key has only one
// value: if there are several `key=value` for one key, the last one is used.
std::string CanonicalSelector(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
