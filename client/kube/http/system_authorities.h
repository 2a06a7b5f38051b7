#ifndef CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_
#define CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_

#include <string>

#include "absl/types/span.h"

namespace cpsizer::kube {

// Returns the file with the certificate authorities that the system trusts: the value of SSL_CERT_FILE if this variable
// is set; if not, the first existing file of the paths that distributions use. Returns an empty string if there is no
// such file. client-go uses the same file, but libcurl uses only the path of the distribution that it was built for.
// Must not be called while another thread changes the environment.
std::string SystemAuthorities();

// Returns the first path of `places` that is a file, or an empty string.
std::string FirstFile(absl::Span<const char* const> places);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_
