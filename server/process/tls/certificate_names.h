#ifndef CPSIZER_SERVER_PROCESS_TLS_CERTIFICATE_NAMES_H_
#define CPSIZER_SERVER_PROCESS_TLS_CERTIFICATE_NAMES_H_

#include <openssl/x509.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "server/process/tls/client_rule.h"

namespace cpsizer::server {

// The subject alternative names of a client certificate that rules can match: URIs and DNS names. Owns the names.
// Thread-safe.
class CertificateNames {
 public:
  explicit CertificateNames(const X509& certificate);

  // Returns whether at least one of `rules` matches the names.
  bool MatchAny(absl::Span<const ClientRule> rules) const;

 private:
  std::vector<std::pair<NameKind, std::string>> names_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CERTIFICATE_NAMES_H_
