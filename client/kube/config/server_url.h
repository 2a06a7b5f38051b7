#ifndef CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns the URL of an API server as scheme://host[:port][/prefix], without query, fragment and trailing slashes. The
// default scheme is https. Errors: InvalidArgument for an invalid URL, and for a URL with a user or a password. The
// message does not show the user and the password. The caller puts the name of a field before the message.
absl::StatusOr<std::string> NormalServerUrl(absl::string_view text);

// Checks that `text` is the URL of a proxy: the scheme http, https or socks5, and a host. Errors: InvalidArgument. The
// caller puts the name of a field before the message. The message does not show the URL, because the URL may contain a
// password.
absl::Status CheckProxyUrl(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
