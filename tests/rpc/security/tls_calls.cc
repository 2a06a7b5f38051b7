#include "tests/rpc/security/tls_calls.h"

#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::testing {

std::shared_ptr<grpc::Channel> TlsChannel(const std::string& address, const std::string& server_ca,
                                          const CertifiedKey& client) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::SslCredentials({server_ca, client.key, client.certificate}),
                                   arguments);
}

grpc::Status RecommendOverTls(const std::string& address, const std::string& server_ca, const CertifiedKey& client) {
  return Recommend(*v1::SizingService::NewStub(TlsChannel(address, server_ca, client)));
}

}  // namespace cpsizer::testing
