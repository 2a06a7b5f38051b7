#ifndef CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
#define CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_

#include <grpcpp/impl/service_type.h>

#include <memory>
#include <vector>

#include "server/rpc/authorizer.h"
#include "server/rpc/reflection_index.h"

namespace cpsizer::server {

// The open streams, and the index for answering their requests.
class ReflectionStreams;

// Serves grpc.reflection v1 and v1alpha with callbacks. Both versions use the same code, because they differ only in
// their names. The reflection service of gRPC is not used, because it blocks a thread for each open stream and cannot
// be disabled.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with. `index` and `authorizer` must outlive this
// object.
class Reflection {
 public:
  // `max_streams` is the maximum number of open streams. Above it, new streams get RESOURCE_EXHAUSTED. `authorizer`
  // decides which clients may open a stream. If `authorizer` is null, all clients may open a stream.
  Reflection(const ReflectionIndex& index, int max_streams, const Authorizer* authorizer = nullptr);
  ~Reflection();

  // Returns the gRPC services to register, one for each version of grpc.reflection.
  const std::vector<std::unique_ptr<grpc::Service>>& services() const { return services_; }

  // Ends all streams with UNAVAILABLE, including later streams, because an idle stream would delay a shutdown.
  void Close();

 private:
  std::unique_ptr<ReflectionStreams> streams_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
