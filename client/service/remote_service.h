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

// The TLS options for the connections of a client to the service.
struct ServiceTls {
  // Returns the trusted authorities and the certificate of the client. Returns the same pointer as the last call if the
  // content has not changed. Called on the thread of the service, first at the start and then every `period`. Null
  // means that TLS is not used.
  std::function<std::shared_ptr<const grpc::SslCredentialsOptions>()> reload;
  absl::Duration period = absl::Seconds(10);
  // The name that the certificate of the server must contain. If `server_name` is empty, the certificate must contain
  // the host name in the target.
  std::string server_name;
};

struct RemoteServiceOptions {
  // A gRPC target name, such as `dns:///cpsizer:50051` or `unix:/run/cpsizer.sock`.
  std::string target;
  // The timeout of one call, including all retries.
  absl::Duration timeout;
  // The timeout of a call with a large request (kIsLarge).
  absl::Duration large_timeout;
  ServiceTls tls;
  // Returns the error message for a failed call. `message` is the message of gRPC or of the service. If `explain` is
  // null, the error message is `message`.
  std::function<std::string(absl::StatusCode code, absl::string_view message)> explain;
};

// Returns a service that calls the servers of the target. It uses a channel of MakeServiceChannel(), which balances the
// load, checks the health of each server, and retries. If the content of the TLS files changes, new calls use new
// connections, and calls in flight continue on the old connections. The destructor cancels calls in flight, and waits
// until gRPC has released them.
std::unique_ptr<SizingService> MakeRemoteService(Executor executor, RemoteServiceOptions options);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_REMOTE_SERVICE_H_
