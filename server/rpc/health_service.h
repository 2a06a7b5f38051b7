#ifndef CPSIZER_SERVER_RPC_HEALTH_SERVICE_H_
#define CPSIZER_SERVER_RPC_HEALTH_SERVICE_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "server/rpc/health_state.h"

namespace cpsizer::server {

namespace internal {
using RawHealthService = grpc::health::v1::Health::WithRawCallbackMethod_Check<
    grpc::health::v1::Health::WithRawCallbackMethod_Watch<grpc::health::v1::Health::Service>>;
}  // namespace internal

// Serves grpc.health.v1 with callbacks. All clients may call it, because probes have no client certificate.
//
// The health service of gRPC is not used. It answers a malformed Watch request with INTERNAL. It accepts any number of
// Watch calls, and each of these calls can delay a shutdown.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with.
class HealthService final : public internal::RawHealthService {
 public:
  // `services` are the full names of the services. The empty name means the whole server. All services are SERVING
  // until SetNotServing() is called. `max_watches` is the maximum number of Watch calls. Above it, new Watch calls get
  // RESOURCE_EXHAUSTED.
  HealthService(std::vector<std::string> services, size_t max_watches);

  // Makes Check and Watch return NOT_SERVING.
  void SetNotServing() { state_.SetNotServing(); }
  // Ends all Watch calls with UNAVAILABLE, including later Watch calls.
  void Close();

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                  grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request) override;

 private:
  bool HasService(const std::string& service) const;
  absl::Status Answer(const grpc::ByteBuffer& request, grpc::ByteBuffer& response) const;

  const std::vector<std::string> services_;
  HealthState state_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_HEALTH_SERVICE_H_
