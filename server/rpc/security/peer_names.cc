#include "server/rpc/security/peer_names.h"

namespace cpsizer::server {

PeerNames::PeerNames(grpc::CallbackServerContext& context) : context_(grpc_call_auth_context(context.c_call())) {
  Add(NameKind::kUri, "peer_uri");
  Add(NameKind::kDns, "peer_dns");
}

void PeerNames::Add(NameKind kind, const char* property) {
  if (context_ == nullptr) return;
  grpc_auth_property_iterator values = grpc_auth_context_find_properties_by_name(context_.get(), property);
  while (const grpc_auth_property* value = grpc_auth_property_iterator_next(&values)) {
    names_.push_back({kind, absl::string_view(value->value, value->value_length)});
  }
}

}  // namespace cpsizer::server
