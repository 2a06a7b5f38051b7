#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/reloaded_tls.h"
#include "server/process/tls/tls_identity.h"

namespace cpsizer::server {

// The certificate, the key and the authorities for clients that new connections use.
class TlsReloader final : public ReloadedTls<TlsIdentity> {
 public:
  using ReloadedTls::ReloadedTls;

  // Reads the files. Logs one line for each authority that has expired. Errors: the errors of ReadFiles() and
  // MakeTlsIdentity().
  static absl::StatusOr<std::unique_ptr<TlsReloader>> Load(const TlsFiles& files, const Clock& clock);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_RELOADER_H_
