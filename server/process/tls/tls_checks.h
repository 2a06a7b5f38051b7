#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

// Checks of PEM files before they are used. Every error is FailedPrecondition: one sentence with flag, file and remedy
// that shows no content.
namespace cpsizer::server {

// A file and its content.
struct NamedText {
  const NamedFile& file;
  const std::string& text;
};

// Returns the certificates of `certificate`: first the one of `key`, then its issuers. Errors: for incomplete PEM, a
// key of another certificate, a certificate that is not valid at `now`, a certificate that is not for this side, and
// everything else that OpenSSL rejects.
absl::StatusOr<CertificateFile> CheckPair(const NamedText& certificate, const NamedText& key, Side side,
                                          absl::Time now);

// Returns the certificates of the authorities, including expired ones if one is valid. Errors: for incomplete PEM, a
// certificate that is not of an authority, and if none is valid at `now`.
absl::StatusOr<CertificateFile> CheckAuthorities(const NamedText& authorities, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
