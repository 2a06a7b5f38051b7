#ifndef CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
#define CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_

#include <grpcpp/impl/service_type.h>

#include <memory>
#include <vector>

#include "server/rpc/authorizer.h"
#include "server/rpc/reflection_index.h"

namespace cpsizer::server {

// The open streams, and the index that they use to answer requests.
class ReflectionStreams;

// Serves grpc.reflection v1 and v1alpha with callbacks, from one implementation: the versions differ only in their
// names. The implementation of gRPC is not used, because it blocks a thread for each open stream and cannot be
// disabled.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with. `index` and `authorizer` must outlive this
// object.
class Reflection {
 public:
  // If there are more than `max_streams` streams, new streams get RESOURCE_EXHAUSTED. `authorizer` decides which
  // clients may open a stream. If `authorizer` is null, all clients may open a stream.
  Reflection(const ReflectionIndex& index, int max_streams, const Authorizer* authorizer = nullptr);
  ~Reflection();

  // Returns the services to register: one for each version.
  const std::vector<std::unique_ptr<grpc::Service>>& services() const { return services_; }

  // Ends every open stream, and each new stream, with UNAVAILABLE, because an idle stream would delay a shutdown.
  void Close();

 private:
  std::unique_ptr<ReflectionStreams> streams_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
