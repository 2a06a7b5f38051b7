// Tests of the admin port of the real binary: each page, a drain, and malicious clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/process/descriptor_limit.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/paths.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::kTimeout;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::RunProcess;
using ::cpsizer::testing::ServerProcess;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kAdminProgramProgram = testing::ProgramPath("cpsizer-server");

class AdminProgramTest : public ::testing::Test {
 protected:
  void SetUp() override { Start({"--drain-delay=1h"}); }

  // Starts a new server in place of the running one.
  void Start(const std::vector<std::string>& flags) {
    std::vector<std::string> command = {kAdminProgramProgram, "--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0"};
    command.insert(command.end(), flags.begin(), flags.end());
    auto server = ServerProcess::Start(command);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    const auto serving = WaitForMessage("serving");
    ASSERT_TRUE(serving.contains("adminAddress"));
    admin_ = serving["adminAddress"];
  }

  // Waits for the log line with this message and returns it.
  nlohmann::json WaitForMessage(absl::string_view message) {
    const auto line = server_->process().WaitForLine(
        [&](absl::string_view text) { return absl::StrContains(text, absl::StrCat("\"msg\":\"", message)); }, kTimeout);
    return line.has_value() ? nlohmann::json::parse(*line) : nlohmann::json();
  }

  RawHttpClient::Reply Get(absl::string_view path) {
    RawHttpClient client(admin_);
    client.Begin("GET", path);
    return client.Read();
  }

  grpc::Status Call() {
    return cpsizer::testing::Recommend(
        *v1::SizingService::NewStub(grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials())));
  }

  // Checks that the admin port and the service answer, and that the process still runs.
  void ExpectUnchanged() {
    EXPECT_EQ(Get("/livez").code, 200);
    EXPECT_TRUE(Call().ok());
    EXPECT_FALSE(server_->process().Wait(absl::ZeroDuration()).has_value());
  }

  std::unique_ptr<ServerProcess> server_;
  std::string admin_;
};

TEST_F(AdminProgramTest, ReturnsItsVersion) {
  const nlohmann::json version = nlohmann::json::parse(Get("/version").body);
  EXPECT_EQ(version["program"], "cpsizer-server");
  EXPECT_EQ(version["api"], "cpsizer.v1");
  for (const char* key : {"version", "commit", "grpc", "protobuf", "abseil"}) {
    EXPECT_NE(version.value(key, ""), "") << key;
  }
}

TEST_F(AdminProgramTest, ReturnsItsStatus) {
  const RawHttpClient::Reply reply = Get("/statusz");
  const nlohmann::json status = nlohmann::json::parse(reply.body);
  EXPECT_EQ(status["address"], server_->address());
  EXPECT_EQ(status["adminAddress"], admin_);
  EXPECT_EQ(status["security"], "plaintext, local only");
  EXPECT_EQ(status["certificates"], nullptr);
  EXPECT_EQ(status["clientsError"], "");
  EXPECT_EQ(status["draining"], false);
  EXPECT_EQ(status["limits"]["maxInFlight"], "64");
  EXPECT_EQ(status["inFlight"]["calls"], 0);
  EXPECT_GE(status["uptimeSeconds"], 0);
}

TEST_F(AdminProgramTest, CountsCalls) {
  ASSERT_TRUE(Call().ok());
  const RawHttpClient::Reply reply = Get("/metrics");
  EXPECT_EQ(reply.code, 200);
  EXPECT_THAT(reply.body,
              HasSubstr("\ngrpc_server_handled_total{grpc_type=\"unary\",grpc_service=\"cpsizer.v1.SizingService\","
                        "grpc_method=\"RecommendSize\",grpc_code=\"OK\"} 1\n"));
}

// Sends many large calls, and sends the signal directly after the last call has begun. Therefore some calls are still
// in flight when the signal arrives.
TEST_F(AdminProgramTest, LogsHowManyCallsTheShutdownCancelled) {
  constexpr int kCalls = 16;
  constexpr int kItems = 40'000;
  ASSERT_NO_FATAL_FAILURE(Start({"--drain-delay=0s", "--shutdown-grace-period=0s"}));
  v1::BatchRecommendSizeRequest request = cpsizer::testing::SmallBatch();
  const v1::RecommendSizeRequest item = request.items(0);
  for (int i = 0; i < kItems; ++i) *request.add_items() = item;
  const auto stub =
      v1::SizingService::NewStub(grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials()));
  std::vector<std::future<grpc::Status>> calls;
  for (int i = 0; i < kCalls; ++i) {
    calls.push_back(std::async(std::launch::async, [&] {
      grpc::ClientContext context;
      v1::BatchRecommendSizeResponse response;
      return stub->BatchRecommendSize(&context, request, &response);
    }));
  }
  const std::string all_begun =
      absl::StrCat("\ngrpc_server_started_total{grpc_type=\"unary\",grpc_service=\"cpsizer.v1.SizingService\",",
                   "grpc_method=\"BatchRecommendSize\"} ", kCalls, "\n");
  while (!absl::StrContains(Get("/metrics").body, all_begun)) std::this_thread::yield();
  server_->process().Signal(SIGTERM);
  int failed = 0;
  for (std::future<grpc::Status>& call : calls) failed += call.get().ok() ? 0 : 1;
  EXPECT_EQ(server_->process().Wait(kTimeout), 0);
  const nlohmann::json line = WaitForMessage("cancelled calls that were still in flight");
  ASSERT_TRUE(line.contains("calls")) << server_->process().standard_error();
  EXPECT_EQ(line["level"], "warn");
  const int cut = std::stoi(line["calls"].get<std::string>());
  EXPECT_GT(cut, 0);
  EXPECT_LE(cut, failed);
}

TEST_F(AdminProgramTest, ADrainIsNotReadyAndStillAlive) {
  EXPECT_EQ(Get("/readyz").code, 200);
  server_->process().Signal(SIGTERM);
  WaitForMessage("draining");
  RawHttpClient::Reply ready = Get("/readyz");
  while (ready.code == 200) ready = Get("/readyz");  // the server logs shortly before /readyz changes
  EXPECT_EQ(ready.code, 503);
  EXPECT_EQ(ready.body, "draining\n");
  EXPECT_EQ(nlohmann::json::parse(Get("/statusz").body)["draining"], true);
  ExpectUnchanged();
  server_->process().Signal(SIGTERM);
  EXPECT_EQ(server_->process().Wait(kTimeout), 128 + SIGTERM);
}

TEST_F(AdminProgramTest, MalformedRequestsHaveNoEffect) {
  const struct {
    std::string bytes;
    absl::string_view answer;
  } kCases[] = {
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 505 "},
      {"\x16\x03\x01\x02", "HTTP/1.1 400 "},
      {absl::StrCat("GET /metrics HTTP/1.1\r\nX: ", std::string(900'000, 'x')), "HTTP/1.1 431 "},
      {absl::StrCat("GET /", std::string(900'000, 'x'), " HTTP/1.1\r\n\r\n"), "HTTP/1.1 431 "},
      {"POST /metrics HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", "HTTP/1.1 405 "},
      {"POST /metrics HTTP/1.1\r\nContent-Length: 18446744073709551616\r\n\r\n", "HTTP/1.1 405 "},
      {"GET /\x1b[31m HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "},
      {std::string(900'000, '\0'), "HTTP/1.1 400 "},
  };
  for (const auto& test : kCases) {
    RawHttpClient client(admin_);
    client.Send(test.bytes);
    EXPECT_THAT(client.ReadAll(), StartsWith(std::string(test.answer))) << test.bytes.substr(0, 40);
    ExpectUnchanged();
  }
  EXPECT_EQ(server_->process().standard_error().find('\n'), server_->process().standard_error().rfind('\n'))
      << "a line in addition to the first: " << server_->process().standard_error();
}

TEST_F(AdminProgramTest, ManySilentConnectionsDoNotBlockOthers) {
  std::vector<std::unique_ptr<RawHttpClient>> silent;
  for (int i = 0; i < 1'000; ++i) {
    silent.push_back(std::make_unique<RawHttpClient>(admin_));
    if (i % 2 == 0) silent.back()->Send("GET /metrics HTTP/1.1\r\nX: ");
  }
  ExpectUnchanged();
  const std::string metrics = Get("/metrics").body;
  const size_t at = metrics.find("\nprocess_open_fds ");
  ASSERT_NE(at, metrics.npos);
  EXPECT_LT(std::stoi(metrics.substr(at + 18)), 120) << "connections are bounded";
}

TEST_F(AdminProgramTest, ASilentConnectionIsClosed) {
  RawHttpClient silent(admin_);
  RawHttpClient slow(admin_);
  slow.Send("GET /metrics HT");
  EXPECT_EQ(silent.ReadAll(), "");
  EXPECT_EQ(slow.ReadAll(), "");
  ExpectUnchanged();
}

TEST(AdminAddressTest, ContinuesAfterDescriptorsRunOut) {
  const auto server = ServerProcess::Start(cpsizer::testing::WithDescriptors(
      kLeastDescriptors, {kAdminProgramProgram, "--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0"}));
  ASSERT_TRUE(server.ok()) << server.status();
  const auto line = (*server)->process().WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, "adminAddress"); }, kTimeout);
  const std::string admin = nlohmann::json::parse(line.value())["adminAddress"];
  std::vector<std::unique_ptr<RawHttpClient>> connections;
  for (int i = 0; i < 120; ++i) connections.push_back(std::make_unique<RawHttpClient>((*server)->address()));
  const auto full = [](absl::string_view text) { return absl::StrContains(text, "rejecting new connections"); };
  ASSERT_TRUE((*server)->process().WaitForLine(full, kTimeout).has_value());
  for (const char* const page : {"/livez", "/metrics"}) {
    RawHttpClient client(admin);
    client.Begin("GET", page);
    EXPECT_EQ(client.Read().code, 200) << page << ": descriptors are left for the admin port";
  }
}

TEST(AdminAddressTest, ASocketWhoseNameIsNotTextIsServedAndShown) {
  const cpsizer::testing::TemporaryFolder folder;
  // The gRPC address is a path, so the only address in the log line is the address of the admin port.
  const auto server = ServerProcess::Start(
      {kAdminProgramProgram, absl::StrCat("--grpc-addr=unix:", folder.path(), "/\xff"), "--admin-addr=127.0.0.1:0"});
  ASSERT_TRUE(server.ok()) << server.status();
  for (const char* page : {"/livez", "/statusz"}) {
    RawHttpClient client((*server)->address());
    client.Begin("GET", page);
    const RawHttpClient::Reply reply = client.Read();
    EXPECT_EQ(reply.code, 200) << page;
    if (page == std::string("/statusz")) {
      EXPECT_EQ(nlohmann::json::parse(reply.body)["address"], absl::StrCat("unix:", folder.path(), "/\xef\xbf\xbd"));
    }
  }
}

TEST(AdminAddressTest, IsOffByDefault) {
  const auto server = ServerProcess::Start({kAdminProgramProgram, "--grpc-addr=127.0.0.1:0"});
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_THAT((*server)->process().standard_error(), HasSubstr("\"adminAddress\":\"off\""));
}

TEST(AdminAddressTest, InvalidInputExitsWithTwoAndOneSentence) {
  RunningServer occupied;
  const struct {
    std::string address;
    std::string error;
  } kCases[] = {
      {"garbage",
       "--admin-addr: garbage is not an address to listen on; give host:port, [address]:port or unix:/path, or off\n"},
      {occupied->address(), absl::StrCat(occupied->address(),
                                         " is already in use; stop the program that listens there, or choose another "
                                         "address with --admin-addr\n")},
      {"192.0.2.1:0", "192.0.2.1:0 is not an address of this machine\n"},
  };
  for (const auto& test : kCases) {
    const auto process =
        RunProcess({kAdminProgramProgram, "--grpc-addr=127.0.0.1:0", absl::StrCat("--admin-addr=", test.address)});
    ASSERT_TRUE(process.ok()) << process.status();
    EXPECT_EQ(process->exit_code, 2);
    EXPECT_EQ(process->standard_error, absl::StrCat("cpsizer-server: ", test.error));
  }
}

}  // namespace
}  // namespace cpsizer::server
