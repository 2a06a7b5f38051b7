#ifndef CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns the URL of an API server in the form scheme://host[:port][/prefix]. Removes the query, the fragment and
// slashes at the end. The default scheme is https. Errors: InvalidArgument if the URL is invalid, or if it contains a
// user or a password. The message does not contain the user and the password. The caller must put the name of the field
// before the message.
absl::StatusOr<std::string> NormalServerUrl(absl::string_view text);

// Checks that `text` is the URL of a proxy: it must have the scheme http, https or socks5, and a host. Errors:
// InvalidArgument. The caller must put the name of the field before the message. The message does not contain the URL,
// because the URL may contain a password.
absl::Status CheckProxyUrl(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
