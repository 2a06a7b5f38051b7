#ifndef CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_
#define CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_

#include <grpcpp/security/credentials.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/file_texts.h"
#include "server/process/tls/reloaded_tls.h"

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

// The certificates of a client, as options of gRPC.
struct ClientTlsIdentity {
  grpc::SslCredentialsOptions options;
  CertificatesInUse certificates;
};

// The authorities and the certificate of a client.
class ClientTlsReloader final : public ReloadedTls<ClientTlsIdentity> {
 public:
  using ReloadedTls::ReloadedTls;

  // Reads the files. Errors: the errors of ReadFiles(), CheckPair() and CheckAuthorities().
  static absl::StatusOr<std::unique_ptr<ClientTlsReloader>> Load(const ClientTlsFiles& files, const Clock& clock);

  // Same as Poll(), but returns the options. The result is never null. If the content has not changed, the result is
  // the same pointer as before.
  std::shared_ptr<const grpc::SslCredentialsOptions> Reload();
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CLIENT_TLS_H_
