#include "client/service/blocking_service.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "client/service/in_process_service.h"
#include "client/service/remote_service.h"
#include "server/rpc/methods.h"
#include "server/rpc/server.h"
#include "tests/service/requests.h"
#include "tests/testing/scripted_service.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ScriptedService;
using ::cpsizer::testing::SizeRequest;

constexpr absl::Duration kBlockingTimeout = absl::Seconds(60);

class BlockingRemote : public BlockingService {
 public:
  explicit BlockingRemote(const std::string& address)
      : BlockingService([&address](Executor executor) {
          return MakeRemoteService(std::move(executor), {address, kBlockingTimeout, kBlockingTimeout, {}, nullptr});
        }) {}
};

std::unique_ptr<server::Server> BlockingServiceStartServer() {
  server::ServerSetup setup;
  setup.options.grpc_addr = "127.0.0.1:0";
  auto server = server::Server::Start(setup);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

TEST(BlockingServiceTest, ReturnsEachAnswerToItsCall) {
  const std::unique_ptr<server::Server> server = BlockingServiceStartServer();
  ASSERT_NE(server, nullptr);
  BlockingService here(MakeInProcessService);
  BlockingRemote there(server->address());
  for (BlockingService* service : {&here, static_cast<BlockingService*>(&there)}) {
    for (const auto& [memory, size] : {std::pair("10Gi", "small"), std::pair("20Gi", "medium")}) {
      const auto response = service->Call(&SizingService::RecommendSize, SizeRequest(memory));
      ASSERT_TRUE(response.ok()) << response.status();
      EXPECT_EQ(response->recommended_size(), size);
    }
  }
}

TEST(BlockingServiceTest, BothServicesRefuseARequestOverTheLimit) {
  const std::unique_ptr<server::Server> server = BlockingServiceStartServer();
  ASSERT_NE(server, nullptr);
  v1::RecommendSizeRequest request;
  request.set_current_size(std::string(size_t{5} << 20, 'x'));
  BlockingService in_process(MakeInProcessService);
  const absl::Status here = in_process.Call(&SizingService::RecommendSize, request).status();
  const absl::Status there = BlockingRemote(server->address()).Call(&SizingService::RecommendSize, request).status();
  EXPECT_TRUE(absl::IsResourceExhausted(here)) << here;
  EXPECT_EQ(there, here);
}

// Expects that the service in this process accepts a request with the maximum size of `method`, and refuses a request
// with one byte more.
template <typename Request, typename Response>
void ExpectByteLimit(server::Method method, void (SizingService::*call)(Request, SizingService::OnAnswer<Response>)) {
  SCOPED_TRACE(server::Info(method).name);
  BlockingService service(MakeInProcessService);
  const size_t limit = server::Info(method).max_request_bytes;
  Request request;
  std::string& padding = *request.GetReflection()->MutableUnknownFields(&request)->AddLengthDelimited(1'000);
  padding.assign(limit - 16, 'x');
  while (request.ByteSizeLong() < limit) padding.push_back('x');
  EXPECT_EQ(request.ByteSizeLong(), limit);
  EXPECT_FALSE(absl::IsResourceExhausted(service.Call(call, request).status()));
  padding.push_back('x');
  EXPECT_TRUE(absl::IsResourceExhausted(service.Call(call, request).status()));
}

TEST(BlockingServiceTest, EachMethodHasTheByteLimitOfTheServer) {
  ExpectByteLimit(server::Method::kRecommendSize, &SizingService::RecommendSize);
  ExpectByteLimit(server::Method::kBatchRecommendSize, &SizingService::BatchRecommendSize);
  ExpectByteLimit(server::Method::kValidateConfig, &SizingService::ValidateConfig);
  ExpectByteLimit(server::Method::kRecommendReplicas, &SizingService::RecommendReplicas);
  ExpectByteLimit(server::Method::kBatchRecommendReplicas, &SizingService::BatchRecommendReplicas);
}

TEST(BlockingServiceTest, ACallToAServerThatShutsDownIsRetried) {
  std::atomic<int> calls = 0;
  ScriptedService server([&](grpc::ServerContext&) {
    return ++calls == 1 ? grpc::Status(grpc::StatusCode::CANCELLED, "going away") : grpc::Status::OK;
  });
  const absl::Status status =
      BlockingRemote(server.address()).Call(&SizingService::RecommendSize, v1::RecommendSizeRequest()).status();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace cpsizer
