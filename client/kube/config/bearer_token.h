#ifndef CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns `text` without the white space around it, if it is valid in an Authorization header. Errors: InvalidArgument,
// with a message that follows the name of its source and does not show the token: empty, or not visible ASCII.
absl::StatusOr<std::string> BearerToken(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
