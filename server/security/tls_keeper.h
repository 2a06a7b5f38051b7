#ifndef CPSIZER_SERVER_SECURITY_TLS_KEEPER_H_
#define CPSIZER_SERVER_SECURITY_TLS_KEEPER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/security/last_good.h"
#include "server/security/tls_identity.h"
#include "server/security/tls_status.h"

namespace cpsizer::server {

// The certificate, key and client authorities that new connections use: the last good ones, all from one reading.
// Thread-safe.
class TlsKeeper {
 public:
  using Clock = std::function<absl::Time()>;

  // Reads the files for the first time. Errors: those of ReadFiles() and MakeTlsIdentity().
  static absl::StatusOr<std::unique_ptr<TlsKeeper>> Load(const TlsFiles& files, Clock clock);

  // Reads the files again; one log line for each change of their content, and one when the certificate in use expires.
  void Poll();

  // Never null. Another pointer means another identity.
  std::shared_ptr<const TlsIdentity> identity() const;
  TlsStatus status() const;

 private:
  TlsKeeper(const TlsFiles& files, Clock clock);

  News Look();
  // FailedPrecondition once the certificate in use has expired: it was good when it was read.
  absl::Status CheckExpiry() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void LogExpiry();

  const TlsFiles files_;
  const Clock clock_;
  mutable absl::Mutex mutex_;
  LastGood<TlsIdentity> last_good_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<const TlsIdentity> expired_ ABSL_GUARDED_BY(mutex_);  // the one that a line told of
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_SECURITY_TLS_KEEPER_H_
