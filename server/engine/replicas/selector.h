#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// Returns why `text` is not the selector of a scale, such as `app=web,tier in (a,b),!canary`, in the words of the
// controller's client; empty if it is one. `!=`, `<` and `>` are not allowed in it, although they select labels
// elsewhere.
//
// Source: apimachinery's labels.Parse and metav1.ParseToLabelSelector, which client-go reads every scale with.
std::string SelectorError(absl::string_view text);

// Returns the selector as that client writes it, and as messages of the controller have it: `app=web,tier in (a,b)`,
// by key, every value once. Empty for an empty selector. Requires a selector without an error.
//
// Source: metav1.LabelSelectorAsSelector of the result of ParseToLabelSelector. A label can have one value there: of
// several `key=value` for one key the last in order counts.
std::string CanonicalSelector(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SELECTOR_H_
