#ifndef CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns the URL of an API server as scheme://host[:port][/prefix]: https by default, without query, fragment and
// trailing slashes. Errors: InvalidArgument, with a message that follows the name of a field; a user or password in the
// URL is refused and not shown.
absl::StatusOr<std::string> NormalServerUrl(absl::string_view text);

// Checks that `text` is the URL of a usable proxy: http, https or socks5, and a host. Errors: InvalidArgument, with a
// message that follows the name of a field and does not show the URL, which may contain a password.
absl::Status CheckProxyUrl(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_SERVER_URL_H_
