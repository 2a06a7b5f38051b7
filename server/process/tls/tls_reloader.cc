#include "server/process/tls/tls_reloader.h"

namespace cpsizer::server {

absl::StatusOr<std::unique_ptr<TlsReloader>> TlsReloader::Load(const TlsFiles& files, const Clock& clock) {
  auto reloader = std::make_unique<TlsReloader>(
      Side::kServer, NamesOf(files), clock,
      [files](const FileTexts& texts, absl::Time now) { return MakeTlsIdentity(files, texts, now); });
  if (absl::Status status = reloader->Read(); !status.ok()) return status;
  reloader->LogExpiry();
  return reloader;
}

}  // namespace cpsizer::server
