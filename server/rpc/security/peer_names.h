#ifndef CPSIZER_SERVER_RPC_SECURITY_PEER_NAMES_H_
#define CPSIZER_SERVER_RPC_SECURITY_PEER_NAMES_H_

#include <grpc/grpc_security.h>
#include <grpcpp/server_context.h>

#include <memory>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "server/process/tls/client_rule.h"

namespace cpsizer::server {

// The names in the client certificate of a call. Owns the names. Not thread-safe.
//
// Uses the C API of gRPC, because the C++ API copies the names in each call. Reads the properties `peer_uri` and
// `peer_dns`, each of which contains only one kind of names. The property `x509_subject_alternative_name` is not used:
// it contains both kinds, so a DNS name could be confused with a URI.
class PeerNames {
 public:
  explicit PeerNames(grpc::CallbackServerContext& context);

  absl::Span<const ClientName> get() const { return names_; }

 private:
  struct Release {
    void operator()(grpc_auth_context* context) const { grpc_auth_context_release(context); }
  };

  void Add(NameKind kind, const char* property);

  const std::unique_ptr<grpc_auth_context, Release> context_;
  absl::InlinedVector<ClientName, 8> names_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_PEER_NAMES_H_
