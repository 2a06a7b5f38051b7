#include "server/rpc/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <map>
#include <thread>

#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::TestSetup;
using ::testing::HasSubstr;

absl::Status StartStatus(const ServerSetup& setup) {
  return Server::Start(setup).status();
}

TEST(ServerTest, ServesOnIpv6AndOnAUnixSocket) {
  std::string folder = ::testing::TempDir() + "/cpsizer-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  for (const std::string& address : {std::string("[::1]:0"), "unix:" + folder + "/grpc"}) {
    ServerSetup setup = TestSetup();
    setup.options.grpc_addr = address;
    if (absl::IsFailedPrecondition(StartStatus(setup))) continue;  // the machine has no IPv6
    RunningServer server(setup);
    EXPECT_TRUE(Recommend(server.stub()).ok()) << address;
    EXPECT_TRUE(server->local()) << address;
  }
  std::filesystem::remove_all(folder);
}

TEST(ServerTest, AnAddressThatOthersReachNeedsInsecure) {
  ServerSetup setup = TestSetup();
  setup.options.grpc_addr = "0.0.0.0:0";
  const absl::Status status = StartStatus(setup);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("set --insecure"));
  setup.options.security.insecure = true;
  const auto server = Server::Start(setup);
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_FALSE((*server)->local());
}

TEST(ServerTest, APortInUseIsReportedBeforeAnythingStarts) {
  RunningServer first;
  ServerSetup setup = TestSetup();
  setup.options.grpc_addr = first->address();
  const absl::Status status = StartStatus(setup);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("is already in use"));
  EXPECT_TRUE(Recommend(first.stub()).ok());
}

TEST(ServerTest, AnUnknownMethodIsUnimplementedWithAText) {
  RunningServer server;
  for (const char* method : {"/cpsizer.v1.SizingService/NoSuchMethod", "/no.such.Service/Method", "/"}) {
    const grpc::Status status = CallWithBytes(server.channel(), method, "");
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << method;
    EXPECT_THAT(status.error_message(), HasSubstr("this server has no method " + std::string(method))) << method;
    EXPECT_EQ(cpsizer::testing::ReasonOf(status), "METHOD_UNKNOWN") << method;
  }
}

TEST(ServerTest, ServesManyConnectionsAtOnce) {
  RunningServer server;
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < 50; ++i) {
    channels.push_back(server.NewChannel());
    EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(channels.back())).ok()) << i;
  }
}

TEST(ServerTest, ConnectionsPastTheLimitAreClosedAtOnceUntilOneEnds) {
  ServerSetup setup = TestSetup();
  setup.options.limits.max_connections = 2;
  RunningServer server(setup);
  auto kept = server.NewChannel();
  ASSERT_TRUE(Recommend(server.stub()).ok());
  ASSERT_TRUE(Recommend(*v1::SizingService::NewStub(kept)).ok());
  EXPECT_EQ(server->open_connections(), 2u);
  const grpc::Status refused = Recommend(*v1::SizingService::NewStub(server.NewChannel()));
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::UNAVAILABLE) << refused.error_message();
  EXPECT_TRUE(Recommend(server.stub()).ok()) << "those that are there go on";
  kept.reset();
  while (server->open_connections() > 1) std::this_thread::yield();
  while (!Recommend(*v1::SizingService::NewStub(server.NewChannel())).ok()) std::this_thread::yield();
}

// Returns the SETTINGS of HTTP/2 (RFC 9113, 6.5) in the first frame that the server sends.
std::map<int, uint32_t> SettingsOf(const std::string& address) {
  RawHttpClient client("http://" + address);
  client.Send(absl::string_view("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33));
  const std::string head = client.ReadBytes(9);
  const auto number = [](absl::string_view bytes) {
    uint32_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<uint8_t>(byte);
    return value;
  };
  const std::string settings = client.ReadBytes(number(head.substr(0, 3)));
  std::map<int, uint32_t> found;
  for (size_t at = 0; at + 6 <= settings.size(); at += 6) {
    found[static_cast<int>(number(settings.substr(at, 2)))] = number(settings.substr(at + 2, 4));
  }
  return found;
}

TEST(ServerTest, AnnouncesItsLimitsOfStreamsAndMetadata) {
  constexpr int kMaxConcurrentStreams = 3;
  constexpr int kMaxHeaderListSize = 6;
  ServerSetup setup = TestSetup();
  setup.options.limits.max_concurrent_streams = 7;
  RunningServer server(setup);
  const std::map<int, uint32_t> settings = SettingsOf(server->address());
  EXPECT_THAT(settings, ::testing::Contains(::testing::Pair(kMaxConcurrentStreams, 7u)));
  EXPECT_THAT(settings, ::testing::Contains(::testing::Pair(kMaxHeaderListSize, 8'192u)));
}

TEST(ServerTest, RefusesConnectionsOnceItRefusesCalls) {
  RunningServer server;
  ASSERT_TRUE(Recommend(server.stub()).ok());
  server->SetNotServing();
  EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(server.NewChannel())).ok()) << "open during the drain delay";
  server->RefuseNewCalls();
  const grpc::Status late = Recommend(*v1::SizingService::NewStub(server.NewChannel()));
  EXPECT_EQ(late.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(late.error_message(), HasSubstr("Connection refused"));
}

TEST(ServerTest, CanBeShutDownTwice) {
  RunningServer server;
  server->ShutDown(absl::ZeroDuration());
  server->ShutDown(absl::ZeroDuration());
  EXPECT_FALSE(Recommend(server.stub()).ok());
}

TEST(ServerTest, MetadataBeyondItsLimitIsRefusedAndTheServerContinues) {
  RunningServer server;
  ASSERT_TRUE(Recommend(server.stub()).ok());
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  context.AddMetadata("big", std::string(16 << 10, 'x'));
  v1::RecommendSizeResponse response;
  EXPECT_FALSE(server.stub().RecommendSize(&context, cpsizer::testing::SmallRequest(), &response).ok());
  EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(server.NewChannel())).ok());
}

}  // namespace
}  // namespace cpsizer::server
