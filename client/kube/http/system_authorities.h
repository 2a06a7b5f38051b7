#ifndef CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_
#define CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_

#include <string>

#include "absl/types/span.h"

namespace cpsizer::kube {

// Returns the path of the file with the certificate authorities that the system trusts. If the variable SSL_CERT_FILE
// is set, returns its value. If not, returns the first existing file of the paths that distributions use. Returns an
// empty string if there is no such file. client-go uses the same file. libcurl by default uses only the path of the
// distribution that it was built for. Must not be called while another thread changes the environment.
std::string SystemAuthorities();

// Returns the first path in `places` that is a file. Returns an empty string if there is none.
std::string FirstFile(absl::Span<const char* const> places);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_SYSTEM_AUTHORITIES_H_
