#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/expiry_log.h"
#include "server/process/tls/last_good.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_status.h"

namespace cpsizer::server {

// The certificate, the key and the authorities for clients that new connections use. They are the last valid content of
// the files, from one read of all files. Thread-safe.
class TlsReloader {
 public:
  using Clock = std::function<absl::Time()>;

  // Reads the files. Logs one line for each authority that has expired. Errors: the errors of ReadFiles() and
  // MakeTlsIdentity().
  static absl::StatusOr<std::unique_ptr<TlsReloader>> Load(const TlsFiles& files, Clock clock);

  // Reads the files again. Logs one line for each change of their content, and one line for each certificate that
  // expires while it is in use.
  void Poll();

  // Returns the current identity. Never null. If the identity has not changed, returns the same pointer as before.
  std::shared_ptr<const TlsIdentity> identity() const;
  TlsStatus status() const;

 private:
  TlsReloader(const TlsFiles& files, Clock clock);

  ReloadResult Reload();
  void LogExpiry();

  const TlsFiles files_;
  const Clock clock_;
  mutable absl::Mutex mutex_;
  LastGood<TlsIdentity> last_good_ ABSL_GUARDED_BY(mutex_);
  ExpiryLog expiry_log_{Side::kServer};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_
