#ifndef CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"

namespace cpsizer::server {

// Logs a line for each certificate that ends while it is in use, and for each authority that had ended already when it
// was taken beside a good one. Thread-safe.
class ExpiryLog {
 public:
  explicit ExpiryLog(Side side) : side_(side) {}

  // Logs what is news since the last look at the same certificates; everything when these are others. Of level error
  // where the other side can no longer be agreed with, else a warning.
  void Look(std::shared_ptr<const CertificatesInUse> certificates, absl::Time now);

 private:
  const Side side_;
  absl::Mutex mutex_;
  std::shared_ptr<const CertificatesInUse> certificates_ ABSL_GUARDED_BY(mutex_);
  absl::Time told_until_ ABSL_GUARDED_BY(mutex_);  // what had ended before that is told
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_EXPIRY_LOG_H_
