#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

namespace cpsizer::server {

// The paths of the certificate, of its key, and of the authorities for clients. If all paths are empty, TLS is not
// used.
struct TlsFiles {
  std::string certificate;
  std::string private_key;
  // If `client_ca` is empty, clients do not have to present a certificate.
  std::string client_ca;

  bool empty() const { return certificate.empty() && private_key.empty() && client_ca.empty(); }
};

// Returns the files with the names of their flags, in the order in which they are read.
std::vector<NamedFile> NamesOf(const TlsFiles& files);

// The certificate, the key and the authorities for clients of a server. They were checked, and they are from one read
// of all files.
struct TlsIdentity {
  // The certificate and its issuers, in PEM format.
  std::string certificate_chain;
  std::string private_key;
  std::string client_ca;  // if empty, clients do not have to present a certificate
  CertificatesInUse certificates;
};

// Makes an identity from `texts`, the contents of `files`. Errors: FailedPrecondition with one sentence about the flag,
// the file, and what to do. The errors are the errors of CheckPair() for the certificate and the key, and the errors of
// CheckAuthorities() for the authorities for clients.
absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
