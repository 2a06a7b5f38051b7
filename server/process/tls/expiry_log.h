#ifndef CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"

namespace cpsizer::server {

// Logs a line for each certificate that expires while it is in use, and for each authority that was already expired
// when it was loaded together with a valid one. Thread-safe.
class ExpiryLog {
 public:
  explicit ExpiryLog(Side side) : side_(side) {}

  // Logs the certificates that expired since the last call with the same certificates; all expired ones if the
  // certificates changed. At level error if handshakes fail because of it, else as a warning.
  void Check(std::shared_ptr<const CertificatesInUse> certificates, absl::Time now);

 private:
  const Side side_;
  absl::Mutex mutex_;
  std::shared_ptr<const CertificatesInUse> certificates_ ABSL_GUARDED_BY(mutex_);
  absl::Time logged_until_ ABSL_GUARDED_BY(mutex_);  // expiries before this time were logged
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
