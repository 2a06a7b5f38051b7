#ifndef CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns `text` without the white space at its start and end, if the result is valid in an Authorization header.
// Errors: InvalidArgument if the result is empty or contains a character that is not visible ASCII. The caller must put
// the name of the source before the message. The message does not contain the token.
absl::StatusOr<std::string> BearerToken(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_BEARER_TOKEN_H_
