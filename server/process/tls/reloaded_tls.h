#ifndef CPSIZER_SERVER_PROCESS_TLS_RELOADED_TLS_H_
#define CPSIZER_SERVER_PROCESS_TLS_RELOADED_TLS_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/file_texts.h"
#include "server/process/tls/last_good.h"
#include "server/process/tls/tls_status.h"

namespace cpsizer::server {

// Logs one line about files that were read again, with their status after it. Logs nothing for kNone.
void LogReload(Side side, ReloadResult result, const TlsStatus& status);

// Logs one line for each certificate that has expired from `since` to `now`. The level is error if handshakes fail
// because of the certificate, and warning if they do not.
void LogExpired(Side side, const CertificatesInUse& certificates, absl::Time since, absl::Time now);

// The last valid content of the TLS files of a server or a client, from one read of all files. `Identity` must have a
// member `certificates`. Thread-safe.
template <typename Identity>
class ReloadedTls {
 public:
  using Clock = std::function<absl::Time()>;
  using Make = std::function<absl::StatusOr<Identity>(const FileTexts& texts, absl::Time now)>;

  // `make` checks the contents of `files`, and makes the identity from them.
  ReloadedTls(Side side, std::vector<NamedFile> files, const Clock& clock, Make make)
      : side_(side),
        files_(std::move(files)),
        clock_(clock),
        last_good_([clock, make = std::move(make)](const auto& texts) { return make(texts, clock()); }) {}

  // Reads the files for the first time. Must be called before the other functions. Errors: the errors of ReadFiles()
  // and of `make`.
  absl::Status Read() {
    Offer();
    const absl::MutexLock lock(&mutex_);
    return last_good_.error();
  }

  // Reads the files again. Logs one line for each change of their content, and does the same as LogExpiry(). Returns
  // identity().
  std::shared_ptr<const Identity> Poll() {
    const ReloadResult result = Offer();
    if (result != ReloadResult::kNone) LogReload(side_, result, status());
    LogExpiry();
    return identity();
  }

  // Logs one line for each certificate in use that has expired since the last call, or at any time if the certificates
  // are new. Among the latter are authorities that had already expired when they were read with a valid authority.
  void LogExpiry() {
    const absl::Time now = clock_();
    absl::Time since;
    std::shared_ptr<const Identity> used;
    {
      const absl::MutexLock lock(&mutex_);
      used = last_good_.value();
      since = std::exchange(logged_, used) == used ? logged_until_ : absl::InfinitePast();
      logged_until_ = std::max(since, now);
    }
    LogExpired(side_, used->certificates, since, now);
  }

  // Returns the current identity. Never null. If the identity has not changed, returns the same pointer as before.
  std::shared_ptr<const Identity> identity() const {
    const absl::MutexLock lock(&mutex_);
    return last_good_.value();
  }

  TlsStatus status() const {
    const absl::MutexLock lock(&mutex_);
    const CertificatesInUse& certificates = last_good_.value()->certificates;
    const absl::Status error = last_good_.error().ok() ? CheckExpiry(certificates, clock_()) : last_good_.error();
    return {certificates.shown.FirstEnd(), certificates.authorities.FirstEnd(), last_good_.taken(),
            last_good_.refused(), std::string(error.message())};
  }

 private:
  ReloadResult Offer() {
    absl::StatusOr<FileTexts> texts = ReadFiles(files_);  // reads before the lock is taken, because disks are slow
    const absl::MutexLock lock(&mutex_);
    return last_good_.Offer(std::move(texts));
  }

  const Side side_;
  const std::vector<NamedFile> files_;
  const Clock clock_;
  mutable absl::Mutex mutex_;
  LastGood<Identity> last_good_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<const Identity> logged_ ABSL_GUARDED_BY(mutex_);  // the identity of the last LogExpiry()
  absl::Time logged_until_ ABSL_GUARDED_BY(mutex_);                 // expiries before this time were already logged
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_RELOADED_TLS_H_
