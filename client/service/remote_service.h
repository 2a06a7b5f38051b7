#ifndef CPSIZER_CLIENT_SERVICE_REMOTE_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_REMOTE_SERVICE_H_

#include <grpcpp/security/credentials.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/service/sizing_service.h"

namespace cpsizer {

// TLS between client and service.
struct ServiceTls {
  // Returns the authorities to trust and the certificate to present; another pointer means other content. Called on the
  // thread of the service, once at the start and then every `period`. Null: no encryption.
  std::function<std::shared_ptr<const grpc::SslCredentialsOptions>()> reload;
  absl::Duration period = absl::Seconds(10);
  // The name that the certificate of the server must have; empty: the name in the target.
  std::string server_name;
};

struct RemoteServiceOptions {
  // A gRPC name such as `dns:///cpsizer:50051` or `unix:/run/cpsizer.sock`.
  std::string target;
  // The deadline of a call, including retries.
  absl::Duration timeout;
  // The same for large requests (kIsLarge).
  absl::Duration large_timeout;
  ServiceTls tls;
  // Returns the message of a failed call, made from the code and from the message of gRPC or of the service. Null: that
  // message without changes.
  std::function<std::string(absl::StatusCode code, absl::string_view message)> explain;
};

// Returns a service that calls the server at the target over a channel as in service_channel.h, which balances the
// load, checks the health of each server and retries. After a change of the TLS content new calls use new connections;
// pending calls end on the old ones. The destructor cancels pending calls and waits until gRPC has released them.
std::unique_ptr<SizingService> MakeRemoteService(Executor executor, RemoteServiceOptions options);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_REMOTE_SERVICE_H_
