#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

namespace cpsizer::server {

// Where certificate, key and the authority for clients are. All empty: no TLS.
struct TlsFiles {
  std::string certificate;
  std::string private_key;
  // Empty: clients show no certificate.
  std::string client_ca;

  bool empty() const { return certificate.empty() && private_key.empty() && client_ca.empty(); }
};

// The flags that name them, in the order in which the texts are read.
std::vector<NamedFile> NamesOf(const TlsFiles& files);

// What a server shows, and whom it believes: checked, and made from one reading of the files.
struct TlsIdentity {
  // PEM.
  std::string certificate_chain;
  std::string private_key;
  std::string client_ca;  // empty: clients show no certificate
  CertificatesInUse certificates;
};

// Makes an identity of what `files` held at `now`. Errors, each a sentence with flag, file and way out:
// FailedPrecondition for what is no PEM, a key of another certificate, dates that `now` is not between (also of an
// issuer behind the certificate, but not of an authority beside a good one), a certificate that is not for servers, an
// authority that is none, and whatever else OpenSSL would not serve with.
absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_IDENTITY_H_
