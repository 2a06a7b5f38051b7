#include "client/service/service_channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/support/channel_arguments.h>

namespace cpsizer {
namespace {

// A server that shuts down responds with CANCELLED. A retry of such a call is safe, because no method has side effects.
constexpr char kServiceConfig[] = R"json({
  "loadBalancingConfig": [{"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "cpsizer.v1.SizingService"},
  "methodConfig": [{
    "name": [{"service": "cpsizer.v1.SizingService"}],
    "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.05s", "maxBackoff": "1s", "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"]}}]})json";

constexpr struct {
  const char* name;
  int value;
} kChannelArguments[] = {
    // Ignores the proxy in the environment. That proxy is for web traffic, and not for a server with an explicit
    // address.
    {GRPC_ARG_ENABLE_HTTP_PROXY, 0},
    // The default of gRPC is 30 s. This is too long, because a rollout may replace all known addresses within 30 s.
    {GRPC_ARG_DNS_MIN_TIME_BETWEEN_RESOLUTIONS_MS, 5'000},
    // The default of gRPC is 2 min. This is too long, because a server that is available again is not used for up to 2
    // min.
    {GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 10'000},
};

}  // namespace

absl::string_view ServiceConfig() {
  return kServiceConfig;
}

std::shared_ptr<grpc::Channel> MakeServiceChannel(const std::string& target, const grpc::SslCredentialsOptions* tls,
                                                  const std::string& server_name) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetMaxReceiveMessageSize(-1);
  for (const auto& argument : kChannelArguments) arguments.SetInt(argument.name, argument.value);
  if (tls == nullptr) return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  if (!server_name.empty()) arguments.SetSslTargetNameOverride(server_name);
  return grpc::CreateCustomChannel(target, grpc::SslCredentials(*tls), arguments);
}

}  // namespace cpsizer
