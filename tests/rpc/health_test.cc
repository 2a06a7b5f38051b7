#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/types/optional.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http2_client.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::RunningServer;
using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;
using ::testing::HasSubstr;

constexpr const char* kNames[] = {"", "cpsizer.v1.SizingService"};

HealthCheckRequest Ask(const char* service) {
  HealthCheckRequest request;
  request.set_service(service);
  return request;
}

HealthCheckResponse::ServingStatus Check(RunningServer& server, const char* service) {
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  HealthCheckResponse response;
  const grpc::Status status = Health::NewStub(server.channel())->Check(&context, Ask(service), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.status();
}

TEST(HealthTest, CheckReturnsServingUntilTheDrain) {
  RunningServer server;
  for (const char* name : kNames) EXPECT_EQ(Check(server, name), HealthCheckResponse::SERVING) << name;
  server->SetNotServing();
  for (const char* name : kNames) EXPECT_EQ(Check(server, name), HealthCheckResponse::NOT_SERVING) << name;
}

TEST(HealthTest, CheckReturnsNotFoundForAnUnknownService) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  HealthCheckResponse response;
  const grpc::Status status = Health::NewStub(server.channel())->Check(&context, Ask("no.such.Service"), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("no service no.such.Service"));
}

// One open call of Watch.
class Watch {
 public:
  Watch(RunningServer& server, const char* service) : stub_(Health::NewStub(server.channel())) {
    cpsizer::testing::SetTimeout(context_);
    stream_ = stub_->Watch(&context_, Ask(service));
  }

  // Returns the next state; absent if the call has ended.
  absl::optional<HealthCheckResponse::ServingStatus> Next() {
    HealthCheckResponse response;
    if (!stream_->Read(&response)) return absl::nullopt;
    return response.status();
  }

  grpc::Status WaitForEnd() {
    EXPECT_EQ(Next(), absl::nullopt);
    return stream_->Finish();
  }

  void Cancel() { context_.TryCancel(); }

 private:
  std::unique_ptr<Health::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<HealthCheckResponse>> stream_;
};

TEST(HealthTest, AWatchReceivesTheDrainAndDoesNotDelayTheShutdown) {
  for (const char* name : kNames) {
    RunningServer server;
    Watch watch(server, name);
    EXPECT_EQ(watch.Next(), HealthCheckResponse::SERVING) << name;
    server->SetNotServing();
    EXPECT_EQ(watch.Next(), HealthCheckResponse::NOT_SERVING) << name;
    EXPECT_TRUE(cpsizer::testing::Recommend(server.stub()).ok()) << "still served during the drain delay";
    server->ShutDown(absl::Hours(1));  // takes an hour if the watch delays it
    const grpc::Status end = watch.WaitForEnd();
    EXPECT_EQ(end.error_code(), grpc::StatusCode::UNAVAILABLE) << name;
    EXPECT_EQ(ReasonOf(end), "SHUTTING_DOWN") << name;
  }
}

TEST(HealthTest, AWatchOfAnUnknownServiceStaysOpenUntilTheShutdown) {
  RunningServer server;
  Watch watch(server, "no.such.Service");
  EXPECT_EQ(watch.Next(), HealthCheckResponse::SERVICE_UNKNOWN);
  server->SetNotServing();
  server->ShutDown(absl::Hours(1));
  EXPECT_EQ(watch.WaitForEnd().error_code(), grpc::StatusCode::UNAVAILABLE) << "nothing else was sent";
}

TEST(HealthTest, LimitsWatchesAndDoesNotCountCancelledOnes) {
  constexpr int kMaxWatches = 3;
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.limits.max_connections = kMaxWatches;
  RunningServer server(setup);
  std::vector<std::unique_ptr<Watch>> watches;
  for (int i = 0; i < kMaxWatches; ++i) {
    watches.push_back(std::make_unique<Watch>(server, ""));
    EXPECT_EQ(watches.back()->Next(), HealthCheckResponse::SERVING) << i;
  }
  const grpc::Status status = Watch(server, "").WaitForEnd();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "TOO_MANY_HEALTH_WATCHES");
  EXPECT_EQ(Check(server, ""), HealthCheckResponse::SERVING) << "Check is not capped";

  watches.back()->Cancel();
  // The server receives the cancellation shortly after the client has sent it.
  while (Watch(server, "").Next() != HealthCheckResponse::SERVING) std::this_thread::yield();
  server->SetNotServing();
  EXPECT_EQ(watches.front()->Next(), HealthCheckResponse::NOT_SERVING);
}

TEST(HealthTest, ACallerThatReadsNothingDoesNotDelayTheShutdown) {
  using cpsizer::testing::FrameType;
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.limits.max_connections = 2;
  RunningServer server(setup);
  Watch other(server, "");
  EXPECT_EQ(other.Next(), HealthCheckResponse::SERVING);
  cpsizer::testing::RawHttp2Client client(server->address());
  client.Send({FrameType::kSettings, 0, 0, std::string("\0\4\0\0\0\0", 6)});  // a window of zero bytes
  client.Call(cpsizer::testing::GrpcHeaders("/grpc.health.v1.Health/Watch"), cpsizer::testing::GrpcMessage(""));
  while (Watch(server, "").Next().has_value()) std::this_thread::yield();  // until `client` watches
  std::thread shutdown([&] { server->ShutDown(absl::Hours(1)); });
  // AwaitEnd() also answers pings. Without an answer to its ping, gRPC would wait 20 seconds.
  EXPECT_TRUE(client.AwaitEnd());
  shutdown.join();
  EXPECT_EQ(other.WaitForEnd().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST(HealthTest, CancelledCallersReleaseTheirResources) {
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.limits.max_connections = 2;
  RunningServer server(setup);
  for (int i = 0; i < 50; ++i) {
    // Some watches end before they have received a state.
    if (i % 2 == 0) Watch(server, "");
    while (Watch(server, "").Next() != HealthCheckResponse::SERVING) std::this_thread::yield();
  }
}

TEST(HealthTest, AMalformedRequestIsRefused) {
  RunningServer server;
  for (const char* method : {"/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"}) {
    for (const char* bytes : {"\x0a\x7f", "\xff\xff\xff", "\x0a\x01\xff"}) {
      const grpc::Status malformed = CallWithBytes(server.channel(), method, bytes);
      EXPECT_EQ(malformed.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << method;
      EXPECT_EQ(ReasonOf(malformed), "MALFORMED_REQUEST") << method;
    }
    const grpc::Status huge =
        CallWithBytes(server.channel(), method, Ask(std::string(8 << 10, 'x').c_str()).SerializeAsString());
    EXPECT_EQ(huge.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << method;
    EXPECT_EQ(ReasonOf(huge), "REQUEST_TOO_LARGE") << method;
  }
}

TEST(HealthTest, AClientThatChecksHealthDoesNotDelayAShutdown) {
  RunningServer server;
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(
      R"({"loadBalancingConfig":[{"round_robin":{}}],"healthCheckConfig":{"serviceName":"cpsizer.v1.SizingService"}})");
  const auto channel = grpc::CreateCustomChannel(server->address(), grpc::InsecureChannelCredentials(), arguments);
  EXPECT_TRUE(cpsizer::testing::Recommend(*v1::SizingService::NewStub(channel)).ok());
  server->ShutDown(absl::Hours(1));  // takes an hour if the watch of the channel delays it
  EXPECT_FALSE(cpsizer::testing::Recommend(*v1::SizingService::NewStub(channel)).ok());
}

}  // namespace
}  // namespace cpsizer::server
