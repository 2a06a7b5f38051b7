#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

namespace cpsizer::server {

// The paths of the certificate, the key and the authority for clients. If all paths are empty, TLS is not used.
struct TlsFiles {
  std::string certificate;
  std::string private_key;
  // If empty, clients present no certificate.
  std::string client_ca;

  bool empty() const { return certificate.empty() && private_key.empty() && client_ca.empty(); }
};

// Returns the files with their flags, in the order in which they are read.
std::vector<NamedFile> NamesOf(const TlsFiles& files);

// The certificate, the key and the client authorities of a server. All of them are checked, and are from one read of
// the files.
struct TlsIdentity {
  // The chain in PEM.
  std::string certificate_chain;
  std::string private_key;
  std::string client_ca;  // if empty, clients present no certificate
  CertificatesInUse certificates;
};

// Makes an identity from `texts`, the contents of `files`. Checks that the certificates are valid at `now`. Errors:
// FailedPrecondition with one sentence that has flag, file and remedy. Reasons are malformed PEM, a key of another
// certificate, a certificate or an issuer that is not valid at `now`, no valid authority, a certificate that is not for
// servers, a client CA file with a certificate that is not of an authority, and everything else that OpenSSL rejects.
absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
