#ifndef CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_
#define CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_

#include <grpcpp/security/credentials.h>

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/process/tls/expiry_log.h"
#include "server/process/tls/file_texts.h"
#include "server/process/tls/last_good.h"
#include "server/process/tls/tls_status.h"

namespace cpsizer::server {

// The TLS files of a client, with the names of their flags. A path may be empty.
struct ClientTlsFiles {
  NamedFile server_ca;    // if empty, TLS is not used
  NamedFile certificate;  // if empty, the client presents no certificate
  NamedFile private_key;  // empty if and only if `certificate` is empty

  bool empty() const { return server_ca.path.empty(); }
};

// Returns InvalidArgument with one sentence if the flags contradict each other.
absl::Status CheckClientTlsFiles(const ClientTlsFiles& files);

// The authorities and the certificate of a client, from the last valid content of their files. Thread-safe.
class ClientTlsReloader {
 public:
  // Reads the files. Errors: the errors of ReadFiles(), CheckPair() and CheckAuthorities().
  static absl::StatusOr<std::unique_ptr<ClientTlsReloader>> Load(const ClientTlsFiles& files,
                                                                 std::function<absl::Time()> clock);

  // Reads the files again. Logs one line for each change of their content, and one line for each certificate that has
  // expired. The result is never null. If the content has not changed, the result is the same pointer as before.
  std::shared_ptr<const grpc::SslCredentialsOptions> Reload();

  // Returns the status of the last Reload().
  TlsStatus status() const;

 private:
  struct Identity {
    grpc::SslCredentialsOptions options;
    CertificatesInUse certificates;
  };

  ClientTlsReloader(const ClientTlsFiles& files, std::function<absl::Time()> clock);

  absl::StatusOr<Identity> Check(const FileTexts& texts) const;
  std::shared_ptr<const Identity> Read();

  const ClientTlsFiles files_;
  const std::vector<NamedFile> names_;
  const std::function<absl::Time()> clock_;
  mutable absl::Mutex mutex_;
  LastGood<Identity> last_good_ ABSL_GUARDED_BY(mutex_);
  ExpiryLog expiry_log_{Side::kClient};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_
