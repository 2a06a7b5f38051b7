#ifndef CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_
#define CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// Returns the gRPC service config for the sizing service, in JSON. It uses round robin over the replicas that are
// SERVING, and retries calls to a replica that shuts down. The format is defined in
// https://github.com/grpc/grpc/blob/master/doc/service_config.md. docs/clients.md explains this service config.
// docs/service-config.json contains the same service config with a timeout. The result has no timeout, because gRPC C++
// 1.51 shortens a timeout in a service config by one to two seconds. For this reason each call must set its own
// deadline.
absl::string_view ServiceConfig();

// Returns a channel to the sizing service at `target`, with the config of ServiceConfig(). `target` is a gRPC target
// name such as `dns:///cpsizer:50051` or `unix:/run/cpsizer.sock`. The size of responses is not limited. If `tls` is
// not null, the channel uses TLS with the authorities and the certificate in `tls`. The certificate of the server must
// contain the name `server_name`. If `server_name` is empty, the certificate must contain the host name in `target`.
std::shared_ptr<grpc::Channel> MakeServiceChannel(const std::string& target,
                                                  const grpc::SslCredentialsOptions* tls = nullptr,
                                                  const std::string& server_name = "");

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_
