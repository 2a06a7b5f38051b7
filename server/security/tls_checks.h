#ifndef CPSIZER_SERVER_SECURITY_TLS_CHECKS_H_
#define CPSIZER_SERVER_SECURITY_TLS_CHECKS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/security/file_texts.h"

// What is found out about PEM before anything is done with it. Every error is FailedPrecondition: a sentence with flag,
// file and way out that shows no content.
namespace cpsizer::server {

// A file and what it held.
struct NamedText {
  const NamedFile& file;
  const std::string& text;
};

// Who shows the certificate.
enum class Side : uint8_t { kServer, kClient };

// When the first certificate of `certificate`, which is that of `key`, ends. Errors: for what is no PEM to the end, a
// key of another certificate, dates that `now` is not between, a certificate that is not for this side, and whatever
// else OpenSSL would not use.
absl::StatusOr<absl::Time> CheckPair(const NamedText& certificate, const NamedText& key, Side side, absl::Time now);

// When the first of the authorities ends. Errors: for what is no PEM to the end, a certificate that is not of an
// authority, and if `now` is between the dates of none.
absl::StatusOr<absl::Time> CheckAuthorities(const NamedText& authorities, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_SECURITY_TLS_CHECKS_H_
