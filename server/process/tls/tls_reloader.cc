#include "server/process/tls/tls_reloader.h"

#include <utility>

#include "server/process/logging.h"
#include "server/process/show_time.h"

namespace cpsizer::server {
namespace {

void LogReload(ReloadResult result, const TlsStatus& status) {
  switch (result) {
    case ReloadResult::kNone:
      return;
    case ReloadResult::kTaken:
      return Log(
          LogLevel::kInfo, "reloaded the TLS files of this server; new connections use them",
          {{"notAfter", ShowTime(status.not_after)}, {"clientCaNotAfter", ShowTime(status.authority_not_after)}});
    case ReloadResult::kRestored:
      return Log(LogLevel::kInfo,
                 "the TLS files of this server were changed back to the version in use; nothing to reload");
    case ReloadResult::kRefused:
      return Log(LogLevel::kError, "failed to reload the TLS files of this server; keeping the previous ones",
                 {{"error", status.error}, {"notAfter", ShowTime(status.not_after)}});
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<TlsReloader>> TlsReloader::Load(const TlsFiles& files, Clock clock) {
  std::unique_ptr<TlsReloader> reloader(new TlsReloader(files, std::move(clock)));
  reloader->Reload();
  {
    const absl::MutexLock lock(&reloader->mutex_);
    if (!reloader->last_good_.error().ok()) return reloader->last_good_.error();
  }
  reloader->LogExpiry();
  return reloader;
}

TlsReloader::TlsReloader(const TlsFiles& files, Clock clock)
    : files_(files),
      clock_(std::move(clock)),
      last_good_([this](const FileTexts& texts) { return MakeTlsIdentity(files_, texts, clock_()); }) {}

ReloadResult TlsReloader::Reload() {
  // reads before the lock is taken, because disks are slow
  absl::StatusOr<FileTexts> texts = ReadFiles(NamesOf(files_));
  const absl::MutexLock lock(&mutex_);
  return last_good_.Offer(std::move(texts));
}

void TlsReloader::Poll() {
  const ReloadResult result = Reload();
  if (result != ReloadResult::kNone) LogReload(result, status());
  LogExpiry();
}

void TlsReloader::LogExpiry() {
  const std::shared_ptr<const TlsIdentity> now_used = identity();
  expiry_log_.Check({now_used, &now_used->certificates}, clock_());
}

std::shared_ptr<const TlsIdentity> TlsReloader::identity() const {
  const absl::MutexLock lock(&mutex_);
  return last_good_.value();
}

TlsStatus TlsReloader::status() const {
  const absl::MutexLock lock(&mutex_);
  return TlsStatusOf(last_good_, clock_());
}

}  // namespace cpsizer::server
