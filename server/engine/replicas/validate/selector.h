#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_SELECTOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_SELECTOR_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer {

// Returns the error message of client-go for `text` if `text` is not a valid selector of a scale. Returns an empty text
// if the selector is valid. A valid selector is, for example, `app=web,tier in (a,b),!canary`. `!=`, `<` and `>` are
// not allowed, although they are allowed in other label selectors.
//
// Source: labels.Parse and metav1.ParseToLabelSelector of apimachinery; client-go reads each scale with these
// functions.
std::string SelectorError(absl::string_view text);

// Why a selector is not valid.
struct SelectorProblem {
  std::string field;    // below the selector, such as `matchExpressions[0]`
  std::string message;  // of the controller
};

// Returns the problem of the selector of a Pods, Object or External metric, which the API server does not validate.
// Absent if the selector is valid. Of several invalid labels in `matchLabels`
// the controller reports a random one; this function reports the first one in the order of the keys.
//
// Source: metav1.LabelSelectorAsSelector and labels.NewRequirement of apimachinery.
absl::optional<SelectorProblem> MetricSelectorProblem(const v1::LabelSelector& selector);

// Returns the selector as the client writes it, for example `app=web,tier in (a,b)`. Messages of the controller have
// the same text. The selector is sorted by key, and each value occurs once. Empty for an empty selector. Requires a
// selector without an error.
//
// Source: metav1.LabelSelectorAsSelector of the result of ParseToLabelSelector. In this LabelSelector, a key has only
// one value: if there are several `key=value` for one key, the last `key=value` is used.
std::string CanonicalSelector(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_SELECTOR_H_
