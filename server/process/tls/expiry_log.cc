#include "server/process/tls/expiry_log.h"

#include <algorithm>
#include <utility>

#include "server/process/logging.h"

namespace cpsizer::server {
namespace {

absl::string_view MessageOf(Side side, const Expired& expired) {
  const bool serves = side == Side::kServer;
  if (expired.shown) {
    return serves ? "a certificate of this server has expired; clients refuse it"
                  : "a certificate for calls to the service has expired; the service refuses it";
  }
  return serves ? "a certificate authority for clients has expired"
                : "a certificate authority for the service has expired";
}

}  // namespace

void ExpiryLog::Check(std::shared_ptr<const CertificatesInUse> certificates, absl::Time now) {
  const absl::MutexLock lock(&mutex_);
  if (certificates != certificates_) logged_until_ = absl::InfinitePast();
  certificates_ = std::move(certificates);
  for (const Expired& expired : FindExpired(*certificates_, now)) {
    if (expired.not_after < logged_until_) continue;
    Log(expired.others_valid ? LogLevel::kWarn : LogLevel::kError, MessageOf(side_, expired),
        {{"error", expired.sentence}});
  }
  logged_until_ = std::max(logged_until_, now);
}

}  // namespace cpsizer::server
