#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

// Checks the contents of PEM files. Each error is FailedPrecondition with one sentence about the flag, the file, and
// what to do. The sentence does not contain the content of a file.
namespace cpsizer::server {

// A file and the text in the file.
struct NamedText {
  const NamedFile& file;
  const std::string& text;
};

// Returns the certificates in `certificate`: first the certificate of `key`, then its issuers. Errors: the PEM is not
// complete; the key belongs to another certificate; a certificate is not valid at `now`; the first certificate is not
// for `side`; OpenSSL rejects the certificates or the key for another reason.
absl::StatusOr<CertificateFile> CheckPair(const NamedText& certificate, const NamedText& key, Side side,
                                          absl::Time now);

// Returns the certificates of the authorities. Expired certificates are included if at least one certificate is valid.
// Errors: the PEM is not complete; a certificate does not belong to an authority; no certificate is valid at `now`.
absl::StatusOr<CertificateFile> CheckAuthorities(const NamedText& authorities, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
