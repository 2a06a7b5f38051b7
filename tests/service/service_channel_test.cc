#include "client/service/service_channel.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "tests/testing/paths.h"
#include "tests/testing/scripted_service.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ScriptedService;
using ::nlohmann::json;

constexpr absl::Duration kChannelTimeout = absl::Seconds(60);
constexpr int kTries = 4;
constexpr int kCalls = 20;

grpc::Status Call(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoSeconds(kChannelTimeout));
  v1::RecommendSizeResponse response;
  return v1::SizingService::NewStub(channel)->RecommendSize(&context, v1::RecommendSizeRequest(), &response);
}

TEST(ServiceConfigTest, TheFileToCopyIsWhatOurClientsUseAndATimeout) {
  std::ifstream file(testing::SourcePath("docs/service-config.json"));
  json config = json::parse(file);
  EXPECT_EQ(config.at("methodConfig").at(0).value("timeout", ""), "5s");
  config["methodConfig"][0].erase("timeout");
  EXPECT_EQ(config, json::parse(std::string(ServiceConfig())));
}

TEST(ServiceChannelTest, ACallToAServerThatShutsDownIsRetriedAFewTimes) {
  for (const grpc::StatusCode code : {grpc::StatusCode::UNAVAILABLE, grpc::StatusCode::CANCELLED}) {
    for (const int failures : {kTries - 1, kTries}) {
      std::atomic<int> calls = 0;
      ScriptedService service([&](grpc::ServerContext&) {
        return ++calls > failures ? grpc::Status::OK : grpc::Status(code, "going away");
      });
      const grpc::Status status = Call(MakeServiceChannel(service.address()));
      EXPECT_EQ(status.error_code(), failures < kTries ? grpc::StatusCode::OK : code) << status.error_message();
      EXPECT_EQ(calls, kTries);
    }
  }
}

TEST(ServiceChannelTest, AnyOtherFailureIsReturnedAtOnce) {
  for (const grpc::StatusCode code :
       {grpc::StatusCode::INVALID_ARGUMENT, grpc::StatusCode::RESOURCE_EXHAUSTED, grpc::StatusCode::PERMISSION_DENIED,
        grpc::StatusCode::DEADLINE_EXCEEDED, grpc::StatusCode::INTERNAL}) {
    std::atomic<int> calls = 0;
    ScriptedService service([&](grpc::ServerContext&) {
      ++calls;
      return grpc::Status(code, "no");
    });
    EXPECT_EQ(Call(MakeServiceChannel(service.address())).error_code(), code);
    EXPECT_EQ(calls, 1) << code;
  }
}

TEST(ServiceChannelTest, OnlyServingReplicasAreCalled) {
  std::atomic<int> calls = 0;
  std::atomic<int> calls_of_the_other = 0;
  ScriptedService serving([&](grpc::ServerContext&) { return ++calls, grpc::Status::OK; });
  ScriptedService other([&](grpc::ServerContext&) { return ++calls_of_the_other, grpc::Status::OK; });
  other.SetServing(false);
  const auto channel = MakeServiceChannel(absl::StrCat("ipv4:", serving.address(), ",", other.address()));
  for (int i = 0; i < kCalls; ++i) EXPECT_TRUE(Call(channel).ok());
  EXPECT_EQ(calls, kCalls);
  EXPECT_EQ(calls_of_the_other, 0);

  other.SetServing(true);
  const absl::Time end = absl::Now() + kChannelTimeout;
  while (calls_of_the_other == 0 && absl::Now() < end) EXPECT_TRUE(Call(channel).ok());
  calls = calls_of_the_other = 0;
  for (int i = 0; i < kCalls; ++i) EXPECT_TRUE(Call(channel).ok());
  EXPECT_EQ(calls, kCalls / 2);
  EXPECT_EQ(calls_of_the_other, kCalls / 2);
}

}  // namespace
}  // namespace cpsizer
