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

// Serves grpc.health.v1 with callbacks, to every client, because probes have no certificate names. The implementation
// in gRPC answers INTERNAL to a Watch that it cannot parse, accepts any number of them, and lets each delay a shutdown.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with.
class HealthService final : public internal::RawHealthService {
 public:
  // Has `services` by their full names, and the empty name for the whole server; they are SERVING until
  // SetNotServing(). More Watches than `max_watches` get RESOURCE_EXHAUSTED.
  HealthService(std::vector<std::string> services, size_t max_watches);

  // Reports NOT_SERVING to Check and Watch.
  void SetNotServing() { state_.SetNotServing(); }
  // Ends every open Watch and each new one with UNAVAILABLE.
  void Close();

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                  grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request) override;

 private:
  bool Knows(const std::string& service) const;
  absl::Status Answer(const grpc::ByteBuffer& request, grpc::ByteBuffer& response) const;

  const std::vector<std::string> services_;
  HealthState state_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_HEALTH_SERVICE_H_
