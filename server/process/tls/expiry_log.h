#ifndef CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"

namespace cpsizer::server {

// Logs one line for each certificate that expires while it is in use. Also logs one line for each authority that had
// already expired when it was loaded together with a valid authority. Thread-safe.
class ExpiryLog {
 public:
  explicit ExpiryLog(Side side) : side_(side) {}

  // Logs the certificates that have expired since the last call. If `certificates` is not the pointer of the last call,
  // logs all expired certificates. The level is error if handshakes fail because of the certificate, and warning if
  // they do not.
  void Check(std::shared_ptr<const CertificatesInUse> certificates, absl::Time now);

 private:
  const Side side_;
  absl::Mutex mutex_;
  std::shared_ptr<const CertificatesInUse> certificates_ ABSL_GUARDED_BY(mutex_);
  absl::Time logged_until_ ABSL_GUARDED_BY(mutex_);  // expiries before this time were already logged
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
