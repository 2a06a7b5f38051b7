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

// grpc.health.v1 over callbacks, for every client: probes have no names. The library's own answers INTERNAL to a Watch
// that it cannot read, takes any number of them, and lets each hold a shutdown up.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with.
class HealthService final : public internal::RawHealthService {
 public:
  // Knows `services` by their full names, and the empty name for the whole server; they serve until SetNotServing(). At
  // most `max_watches` at once, past it RESOURCE_EXHAUSTED.
  HealthService(std::vector<std::string> services, size_t max_watches);

  // Check and Watch say NOT_SERVING from here on.
  void SetNotServing() { state_.SetNotServing(); }
  // Ends every open Watch with UNAVAILABLE, and each new one.
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
