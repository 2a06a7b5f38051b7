#ifndef CPSIZER_CLIENT_KUBE_HTTP_MASK_CREDENTIALS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_MASK_CREDENTIALS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// Replaces credentials in the texts of a server. A server, a proxy or a webhook can repeat the headers of a request in
// its response, and the text of an error is written to logs, events and the standard error output.
namespace cpsizer::kube {

// The text that replaces a credential.
inline constexpr char kMasked[] = "[masked]";

// Returns `text` without the credentials in `headers`, which are the headers of the request such as `Authorization:
// Bearer TOKEN`. Each occurrence is replaced, also if it is percent-encoded, or if the end of `text` has only its
// beginning. For `Basic`, the password is a credential too. A credential of less than 4 characters is not replaced,
// because almost any text has it.
std::string MaskCredentials(const std::vector<std::string>& headers, std::string text);

// Returns `status` with MaskCredentials() applied to its message and its payloads.
absl::Status MaskCredentials(const std::vector<std::string>& headers, const absl::Status& status);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_MASK_CREDENTIALS_H_
