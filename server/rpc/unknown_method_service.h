#ifndef CPSIZER_SERVER_RPC_UNKNOWN_METHOD_SERVICE_H_
#define CPSIZER_SERVER_RPC_UNKNOWN_METHOD_SERVICE_H_

#include <grpcpp/generic/async_generic_service.h>

#include "server/rpc/call_metrics.h"

namespace cpsizer::server {

// Answers calls of unknown methods with UNIMPLEMENTED and a message. By default, gRPC sends no message.
class UnknownMethodService final : public grpc::CallbackGenericService {
 public:
  // `metrics` must outlive the service.
  explicit UnknownMethodService(CallMetrics& metrics) : metrics_(metrics) {}

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;

 private:
  CallMetrics& metrics_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_UNKNOWN_METHOD_SERVICE_H_
