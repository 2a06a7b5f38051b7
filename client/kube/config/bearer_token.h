#ifndef CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// `text` without the white space around it, if that can stand in an Authorization header. Errors: InvalidArgument, in
// words that follow the name of its source and do not show it: empty, or not visible ASCII.
absl::StatusOr<std::string> BearerToken(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
