#ifndef CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_
#define CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer {

// What gRPC is to do with calls to the sizing service (https://github.com/grpc/grpc/blob/master/doc/service_config.md),
// in JSON: ask replicas in turn, only those that say they serve, and again where one is just going away.
// docs/service-config.json is this with a timeout, docs/clients.md tells why. Without one here, every call needs a
// deadline of its own: gRPC C++ 1.51 takes one to two seconds off a timeout.
absl::string_view ServiceConfig();

// A channel to the sizing service at `target`, a gRPC name such as `dns:///cpsizer:50051` or `unix:/run/cpsizer.sock`,
// with that configuration. Answers may have any size. Over TLS where `tls` says what to believe and to show; the
// server's certificate must then have the name `server_name`, or that of the target where it is empty.
std::shared_ptr<grpc::Channel> MakeServiceChannel(const std::string& target,
                                                  const grpc::SslCredentialsOptions* tls = nullptr,
                                                  const std::string& server_name = "");

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_SERVICE_CHANNEL_H_
