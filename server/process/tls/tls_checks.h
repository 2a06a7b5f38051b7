#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"

// What is found out about PEM before anything is done with it. Every error is FailedPrecondition: a sentence with flag,
// file and way out that shows no content.
namespace cpsizer::server {

// A file and what it held.
struct NamedText {
  const NamedFile& file;
  const std::string& text;
};

// The certificates of `certificate`: first the one of `key`, then its issuers. Errors: for what is no PEM to the end, a
// key of another certificate, one of them with dates that `now` is not between, a certificate that is not for this
// side, and whatever else OpenSSL would not use.
absl::StatusOr<CertificateFile> CheckPair(const NamedText& certificate, const NamedText& key, Side side,
                                          absl::Time now);

// The certificates of the authorities, also those that have ended beside one that has not. Errors: for what is no PEM
// to the end, a certificate that is not of an authority, and if `now` is between the dates of none.
absl::StatusOr<CertificateFile> CheckAuthorities(const NamedText& authorities, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_CHECKS_H_
