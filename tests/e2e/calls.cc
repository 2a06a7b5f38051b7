#include "tests/e2e/calls.h"

#include <chrono>

#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::e2e {
namespace {

constexpr std::chrono::seconds kPatience(60);

}  // namespace

std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, credentials, arguments);
}

grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  v1::RecommendSizeRequest request;
  v1::SizeConfiguration& size = *request.mutable_config()->mutable_spec()->add_sizes();
  size.set_name("small");
  size.mutable_capacity()->set_memory("32Gi");
  request.mutable_demand()->set_memory("20Gi");
  v1::RecommendSizeResponse response;
  return v1::SizingService::NewStub(channel)->RecommendSize(&context, request, &response);
}

}  // namespace cpsizer::e2e
