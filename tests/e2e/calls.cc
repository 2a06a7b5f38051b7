#include "tests/e2e/calls.h"

#include <chrono>

#include "cpsizer/recommend_size.h"

namespace cpsizer::e2e {
namespace {

constexpr std::chrono::seconds kCallsTimeout(60);

const v1::RecommendSizeRequest& OrdinaryRequest() {
  static const v1::RecommendSizeRequest* const request = [] {
    auto* const made = new v1::RecommendSizeRequest;  // NOLINT: outlives every thread
    v1::SizeConfiguration& size = *made->mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name("small");
    size.mutable_capacity()->set_memory("32Gi");
    made->mutable_demand()->set_memory("20Gi");
    return made;
  }();
  return *request;
}

// Returns the response that the decision library computes.
const std::string& RightAnswer() {
  static const std::string* const answer = [] {
    v1::RecommendSizeResponse response;
    const absl::Status status = RecommendSize(OrdinaryRequest(), response);
    return new std::string(status.ok() ? response.SerializeAsString() : "");  // NOLINT: outlives every thread
  }();
  return *answer;
}

}  // namespace

std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, credentials, arguments);
}

grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kCallsTimeout);
  return Recommend(*v1::SizingService::NewStub(channel), context);
}

grpc::Status Recommend(v1::SizingService::Stub& stub, grpc::ClientContext& context) {
  v1::RecommendSizeResponse response;
  grpc::Status status = stub.RecommendSize(&context, OrdinaryRequest(), &response);
  if (!status.ok() || response.SerializeAsString() == RightAnswer()) return status;
  return grpc::Status(grpc::StatusCode::DATA_LOSS, "a wrong answer: " + response.ShortDebugString());
}

}  // namespace cpsizer::e2e
