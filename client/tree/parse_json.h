#ifndef CPSIZER_CLIENT_KUBE_JSON_LIST_H_
#define CPSIZER_CLIENT_KUBE_JSON_LIST_H_

#include <functional>

#include "absl/strings/string_view.h"
#include "client/kube/json.h"

namespace cpsizer::kube {

// ParseJson of a list, but without the objects among its `items`: `take` has each as it comes, and they are never in
// memory all at once. Some may have been taken where null comes back.
Json ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<void(const Json&)>& take);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_JSON_LIST_H_
