#ifndef CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
#define CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_

#include <grpcpp/impl/service_type.h>

#include <memory>
#include <vector>

#include "server/rpc/authorizer.h"
#include "server/rpc/reflection_index.h"

namespace cpsizer::server {

// Everything that is open, and what it is answered from.
class ReflectionStreams;

// grpc.reflection v1 and v1alpha over callbacks, from one implementation: the two differ in their name alone. The
// library's own holds a thread for each open stream and cannot be switched off.
//
// Thread-safe. Must outlive the grpc::Server that it is registered with; `index` and `authorizer` must outlive it.
class Reflection {
 public:
  // At most `max_streams` at once, past it RESOURCE_EXHAUSTED. `authorizer` says who may open one; null: everybody.
  Reflection(const ReflectionIndex& index, int max_streams, const Authorizer* authorizer = nullptr);
  ~Reflection();

  // To be registered: one for each version.
  const std::vector<std::unique_ptr<grpc::Service>>& services() const { return services_; }

  // Ends every open stream with UNAVAILABLE, and each new one: an idle stream would hold up a shutdown.
  void Close();

 private:
  std::unique_ptr<ReflectionStreams> streams_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_REFLECTION_SERVICE_H_
