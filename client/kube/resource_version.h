#ifndef CPSIZER_CLIENT_KUBE_RESOURCE_VERSION_H_
#define CPSIZER_CLIENT_KUBE_RESOURCE_VERSION_H_

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns whether the resourceVersion `a` is older than `b`. `a` and `b` must be of the same resource. Returns false if
// `a` and `b` cannot be compared. Source: resourceversion.CompareResourceVersion of apimachinery.
bool IsOlder(absl::string_view a, absl::string_view b);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_RESOURCE_VERSION_H_
