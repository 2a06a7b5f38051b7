#ifndef CPSIZER_SERVER_RPC_SECURITY_PEER_NAMES_H_
#define CPSIZER_SERVER_RPC_SECURITY_PEER_NAMES_H_

#include <grpc/grpc_security.h>
#include <grpcpp/server_context.h>

#include <memory>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "server/rpc/security/client_rule.h"

namespace cpsizer::server {

// The names in the certificate that the client of a call has shown. Holds on to them; not thread-safe.
//
// From gRPC's C API, which hands them out as they are; the C++ one copies them for each call. `peer_uri` and `peer_dns`
// hold one kind each, where `x509_subject_alternative_name` mixes them: there a DNS name could pose as a URI.
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
