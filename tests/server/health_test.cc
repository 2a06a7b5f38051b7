#include <gtest/gtest.h>

#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/server/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::RunningServer;
using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

constexpr const char* kNames[] = {"", "cpsizer.v1.SizingService"};

HealthCheckRequest Ask(const char* service) {
  HealthCheckRequest request;
  request.set_service(service);
  return request;
}

HealthCheckResponse::ServingStatus Check(RunningServer& server, const char* service) {
  grpc::ClientContext context;
  cpsizer::testing::SetPatience(context);
  HealthCheckResponse response;
  const grpc::Status status = Health::NewStub(server.channel())->Check(&context, Ask(service), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.status();
}

TEST(HealthTest, CheckSaysServingUntilTheDrain) {
  RunningServer server;
  for (const char* name : kNames) EXPECT_EQ(Check(server, name), HealthCheckResponse::SERVING) << name;
  server->SetNotServing();
  for (const char* name : kNames) EXPECT_EQ(Check(server, name), HealthCheckResponse::NOT_SERVING) << name;
}

TEST(HealthTest, AnUnknownServiceIsNotFound) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetPatience(context);
  HealthCheckResponse response;
  const grpc::Status status = Health::NewStub(server.channel())->Check(&context, Ask("no.such.Service"), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST(HealthTest, AWatchHearsOfTheDrainAndEndsWithTheGracePeriod) {
  for (const char* name : kNames) {
    RunningServer server;
    const auto stub = Health::NewStub(server.channel());
    grpc::ClientContext context;
    cpsizer::testing::SetPatience(context);
    const auto watch = stub->Watch(&context, Ask(name));
    HealthCheckResponse response;
    ASSERT_TRUE(watch->Read(&response)) << name;
    EXPECT_EQ(response.status(), HealthCheckResponse::SERVING) << name;
    server->SetNotServing();
    ASSERT_TRUE(watch->Read(&response)) << name;
    EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING) << name;
    EXPECT_TRUE(cpsizer::testing::Recommend(server.stub()).ok()) << "still served during the drain delay";
    server->ShutDown(absl::Milliseconds(1));
    EXPECT_FALSE(watch->Read(&response)) << name;
  }
}

TEST(HealthTest, AClientThatLooksAtHealthDoesNotHoldUpAShutdown) {
  RunningServer server;
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(
      R"({"loadBalancingConfig":[{"round_robin":{}}],"healthCheckConfig":{"serviceName":"cpsizer.v1.SizingService"}})");
  const auto channel = grpc::CreateCustomChannel(server->address(), grpc::InsecureChannelCredentials(), arguments);
  EXPECT_TRUE(cpsizer::testing::Recommend(*v1::SizingService::NewStub(channel)).ok());
  server->ShutDown(absl::Hours(1));  // for ever, if its watch held it up
  EXPECT_FALSE(cpsizer::testing::Recommend(*v1::SizingService::NewStub(channel)).ok());
}

}  // namespace
}  // namespace cpsizer::server
