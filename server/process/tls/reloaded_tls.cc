#include "server/process/tls/reloaded_tls.h"

#include "absl/strings/str_cat.h"
#include "server/process/logging.h"
#include "server/process/show_time.h"

namespace cpsizer::server {
namespace {

absl::string_view MessageOf(bool serves, const Expired& expired) {
  if (expired.shown) {
    return serves ? "a certificate of this server has expired; clients refuse it"
                  : "a certificate for calls to the service has expired; the service refuses it";
  }
  return serves ? "a certificate authority for clients has expired"
                : "a certificate authority for the service has expired";
}

}  // namespace

void LogReload(Side side, ReloadResult result, const TlsStatus& status) {
  const bool serves = side == Side::kServer;
  const std::string files = absl::StrCat("the TLS files ", serves ? "of this server" : "for calls to the service");
  const std::string not_after = ShowTime(status.not_after);
  const std::string authority_not_after = ShowTime(status.authority_not_after);
  std::vector<LogField> fields;
  switch (result) {
    case ReloadResult::kNone:
      return;
    case ReloadResult::kTaken:
      if (serves) fields = {{"notAfter", not_after}, {"clientCaNotAfter", authority_not_after}};
      return Log(LogLevel::kInfo,
                 absl::StrCat("reloaded ", files, serves ? "; new connections use them" : "; connecting again"),
                 fields);
    case ReloadResult::kRestored:
      return Log(LogLevel::kInfo, absl::StrCat(files, " were changed back to the version in use; nothing to reload"));
    case ReloadResult::kRefused:
      fields = {{"error", status.error}};
      if (serves) fields.push_back({"notAfter", not_after});
      return Log(LogLevel::kError, absl::StrCat("failed to reload ", files, "; keeping the previous ones"), fields);
  }
}

void LogExpired(Side side, const CertificatesInUse& certificates, absl::Time since, absl::Time now) {
  for (const Expired& expired : FindExpired(certificates, now)) {
    if (expired.not_after < since) continue;
    Log(expired.others_valid ? LogLevel::kWarn : LogLevel::kError, MessageOf(side == Side::kServer, expired),
        {{"error", expired.sentence}});
  }
}

}  // namespace cpsizer::server
