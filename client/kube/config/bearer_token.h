#ifndef CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns `text` without the white space around it, if the result is valid in an Authorization header. Errors:
// InvalidArgument if the result is empty or is not visible ASCII. The caller puts the name of the source before the
// message. The message does not show the token.
absl::StatusOr<std::string> BearerToken(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
