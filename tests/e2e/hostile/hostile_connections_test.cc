// Tests many connections, and connections that never become complete.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/hostile/hostile_test.h"
#include "tests/e2e/programs.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http2_client.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::FrameType;
using ::cpsizer::testing::kHttp2Preface;
using ::cpsizer::testing::kTimeout;
using ::cpsizer::testing::LoopbackSocket;
using ::cpsizer::testing::ToBytes;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr size_t kIdleConnections = 10'000;
constexpr size_t kHalfHandshakes = 200;
constexpr int kFewDescriptors = 60;
constexpr int kProbes = 100;
constexpr int kCancelledBatches = 20;

// Raises the limit of descriptors of this process to `wanted`. Returns false if this is not possible.
bool RaiseDescriptorLimit(size_t wanted) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max < wanted) return false;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

// Returns `count` connections that have sent only the preface.
std::vector<LoopbackSocket> OpenIdle(const std::string& address, size_t count) {
  const std::string hello = absl::StrCat(kHttp2Preface, ToBytes({FrameType::kSettings, 0, 0, ""}));
  std::vector<LoopbackSocket> idle;
  for (size_t i = 0; i < count; ++i) {
    idle.emplace_back(address);
    idle.back().Send(hello);  // may fail if the server refuses the connection
  }
  return idle;
}

// gRPC never frees the object that it creates for a descriptor. It reuses the object for the next descriptor, and each
// object keeps a page of memory in use. Therefore the test opens the same connections twice, and compares the memory
// after the second time with the memory after the first time.
TEST(HostileConnectionsTest, TenThousandIdleConnectionsLeaveNoResources) {
  if (!RaiseDescriptorLimit(kIdleConnections + 1'000)) {
    GTEST_SKIP() << "the hard limit of descriptors is below " << kIdleConnections + 1'000;
  }
  WatchedServer server(WatchedServer::Command());
  {
    const std::vector<LoopbackSocket> idle = OpenIdle(server.address(), kIdleConnections);
    EXPECT_TRUE(server.AwaitMetric("cpsizer_connections", kIdleConnections, 2 * kIdleConnections));
  }
  server.ExpectUnchanged({.memory_bytes = kIdleConnections * (size_t{8} << 10)});
  server.SetBaseline();
  const auto others = server.Connect();
  {
    const std::vector<LoopbackSocket> idle = OpenIdle(server.address(), kIdleConnections);
    EXPECT_TRUE(server.AwaitMetric("cpsizer_connections", kIdleConnections, 2 * kIdleConnections));
    EXPECT_TRUE(Recommend(others).ok()) << "with all of them open";
  }
  server.ExpectUnchanged();
}

TEST(HostileConnectionsTest, IncompleteHandshakesDoNotBlockOthers) {
  const testing::CertificateAuthority authority("authority");
  const testing::TemporaryFolder folder;
  const testing::CertifiedKey identity = authority.IssueServer();
  const testing::CertifiedKey client = authority.Issue({.names = "DNS:client"});
  WatchedServer server(WatchedServer::Command({"--tls-cert-file=" + folder.Write("crt", identity.certificate),
                                               "--tls-private-key-file=" + folder.Write("key", identity.key),
                                               "--client-ca-file=" + folder.Write("ca", authority.pem()),
                                               "--allowed-clients=dns:client"}),
                       grpc::SslCredentials({authority.pem(), client.key, client.certificate}));
  // The first bytes of a ClientHello of TLS 1.2. The clients send these bytes or fewer, and never the remaining bytes
  // of the message.
  const std::string hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  {
    std::vector<LoopbackSocket> half;
    for (size_t i = 0; i < kHalfHandshakes; ++i) {
      half.emplace_back(server.address());
      EXPECT_TRUE(half.back().Send(hello.substr(0, i % (hello.size() + 1))));
    }
    for (int i = 0; i < 5; ++i) {
      const grpc::Status status = Recommend(server.Connect());
      EXPECT_TRUE(status.ok()) << "meanwhile: " << status.error_message();
    }
  }
  // These messages are complete but are not a ClientHello.
  for (const std::string& bytes :
       {std::string(kHttp2Preface), std::string(20'000, '\xff'), std::string("GET / HTTP/1.1\r\n\r\n"),
        std::string("\x15\x03\x01\x00\x02\x02\x28", 7)}) {
    const LoopbackSocket stranger(server.address());
    stranger.Send(bytes);
  }
  server.ExpectUnchanged();
}

TEST(HostileConnectionsTest, ResetProbeConnectionIsNotLogged) {
  WatchedServer server(WatchedServer::Command());
  for (int i = 0; i < kProbes; ++i) {
    const LoopbackSocket probe(server.address());
    const linger at_once = {1, 0};
    ASSERT_EQ(setsockopt(probe.fd(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once), 0);
  }
  // When this call ends, the server has handled all probe connections.
  EXPECT_TRUE(Recommend(server.Connect()).ok());
  EXPECT_THAT(server.process().process().standard_error(), Not(HasSubstr("getpeername")));
  server.ExpectUnchanged();
}

TEST(HostileConnectionsTest, RecoversFromDescriptorExhaustionWhenConnectionsClose) {
  const std::vector<std::string> command = WatchedServer::Command();
  WatchedServer server({"sh", "-c", absl::StrCat("ulimit -n ", kFewDescriptors, "; exec \"$@\"", ""), "sh", command[0],
                        command[1], command[2], command[3]});
  const auto others = server.Connect();
  ASSERT_TRUE(Recommend(others).ok());
  for (int round = 0; round < 2; ++round) {
    const std::vector<LoopbackSocket> idle = OpenIdle(server.address(), 4 * kFewDescriptors);
    EXPECT_TRUE(Recommend(others).ok()) << "connected clients are served";
    const auto refused = [](absl::string_view line) {
      return absl::StrContains(line, "cannot accept") || absl::StrContains(line, "rejecting new connections");
    };
    EXPECT_TRUE(server.process().process().WaitForLine(refused, kTimeout).has_value());
  }
  // The queue of the kernel contains connections that the client has closed. Until the server has accepted these
  // connections, it may refuse other connections too.
  EXPECT_TRUE(server.AwaitNewConnection());
  // The server checks for closed connections in intervals, and not after each refused connection.
  EXPECT_TRUE(server.AwaitMetric("cpsizer_connections", 0, 1));
  server.ExpectUnchanged();
}

TEST(HostileConnectionsTest, AbandonedBatchesFreeTheirSlots) {
  WatchedServer server(WatchedServer::Command({"--max-in-flight=4"}));
  v1::BatchRecommendSizeRequest batch;
  for (int i = 0; i < 20'000; ++i) *batch.add_items() = testing::SmallRequest();
  const auto leave = [&](int i) {
    const auto channel = server.Connect();
    grpc::ClientContext context;
    testing::SetTimeout(context);
    auto answer = std::async(std::launch::async, [&] {
      v1::BatchRecommendSizeResponse response;
      return v1::SizingService::NewStub(channel)->BatchRecommendSize(&context, batch, &response);
    });
    // Cancels calls at different times: while the batch is sent, processed or refused. Every second call is cancelled
    // only after a batch is in flight.
    while (i % 2 == 0 && server.Metric("cpsizer_batches_in_flight") == 0 &&
           answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    }
    context.TryCancel();
    const grpc::StatusCode code = answer.get().error_code();
    EXPECT_TRUE(code == grpc::StatusCode::CANCELLED || code == grpc::StatusCode::RESOURCE_EXHAUSTED ||
                code == grpc::StatusCode::OK)
        << code;
  };
  for (int i = 0; i < kCancelledBatches; i += 2) {
    auto other = std::async(std::launch::async, [&] { leave(i + 1); });
    leave(i);
    other.get();
  }
  EXPECT_TRUE(server.AwaitMetric("cpsizer_batches_in_flight", 0, 0));
  server.ExpectUnchanged();
}

}  // namespace
}  // namespace cpsizer::e2e
