#include "server/process/https/https_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tests/process/log_lines.h"
#include "tests/testing/await.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_client.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::TemporaryFolder;
using ::cpsizer::testing::TlsClient;
using ::testing::HasSubstr;

// kLong is longer than any test. kShort is for tests that wait until the time has passed.
constexpr std::chrono::nanoseconds kLong = std::chrono::minutes(10);
constexpr std::chrono::nanoseconds kShort = std::chrono::milliseconds(100);

HttpsLimits LongLimits() {
  HttpsLimits limits;
  limits.step_timeout = kLong;
  limits.idle_timeout = kLong;
  return limits;
}

// A server that answers `echo QUERY BODY`. It answers a request with the body `hold` when the test calls Release().
class HttpsServerTest : public ::testing::Test {
 protected:
  HttpsServerTest() { Write(authority_.IssueServer()); }
  ~HttpsServerTest() override { Stop(std::chrono::nanoseconds(0)); }

  void Write(const CertifiedKey& identity) const {
    folder_.Write("tls.crt", identity.certificate);
    folder_.Write("tls.key", identity.key);
  }

  void Start(const HttpsLimits& limits = LongLimits(), const std::string& client_ca = "") {
    reloader_ = *TlsReloader::Load({folder_.PathOf("tls.crt"), folder_.PathOf("tls.key"), client_ca}, absl::Now);
    server_ =
        *HttpsServer::Make(*Listener::Open(*ResolveListenAddress("127.0.0.1:0")), *reloader_, TlsVersion::k12, limits);
    thread_ = std::thread([this] {
      testing::BlockBrokenPipe();
      server_->Run({[](const HttpRequest& head) { return RefuseOtherPaths(head); },
                    [this](const HttpsCall& call, HttpsService::Reply reply) { Handle(call, std::move(reply)); }});
    });
  }

  static absl::optional<HttpResponse> RefuseOtherPaths(const HttpRequest& head) {
    if (head.path == "/echo") return absl::nullopt;
    return HttpResponse{404, "text/plain", "no such path\n"};
  }

  void Handle(const HttpsCall& call, HttpsService::Reply reply) {
    HttpResponse response = {200, "text/plain", absl::StrCat("echo ", call.query, " ", call.body)};
    if (call.body != "hold") return reply(std::move(response));
    held_ = [reply = std::move(reply), response = std::move(response)] { reply(response); };
    holds_.set_value();
  }

  // Answers the held request on the thread of the server.
  void Release() {
    server_->tasks().Post([this] { held_(); });
  }

  void Stop(std::chrono::nanoseconds grace) {
    if (!thread_.joinable()) return;
    server_->Stop(grace);
    thread_.join();
  }

  std::unique_ptr<TlsClient> Connect() { return std::make_unique<TlsClient>(server_->address(), authority_.pem()); }

  bool Answers() { return Connect()->Post("/echo", "x").code == 200; }

  const CertificateAuthority authority_{"authority"};
  const TemporaryFolder folder_;
  std::unique_ptr<TlsReloader> reloader_;
  std::unique_ptr<HttpsServer> server_;
  std::promise<void> holds_;
  std::function<void()> held_;
  std::thread thread_;
};

TEST_F(HttpsServerTest, AnswersSeveralRequestsOnOneConnection) {
  Start();
  const auto client = Connect();
  for (const char* body : {"one", "", "three"}) {
    TlsClient::Reply reply = client->Post("/echo?timeout=5s", body);
    EXPECT_EQ(reply.code, 200);
    EXPECT_EQ(reply.body, absl::StrCat("echo timeout=5s ", body));
    EXPECT_EQ(reply.headers.count("connection"), 0u);
  }
}

TEST_F(HttpsServerTest, AcceptsARequestByteByByteAndTwoAtOnce) {
  Start();
  const auto client = Connect();
  for (const char byte : std::string("POST /echo HTTP/1.1\r\nContent-Length: 2\r\n\r\nab")) {
    ASSERT_TRUE(client->Send({&byte, 1}));
  }
  EXPECT_EQ(client->Read().body, "echo  ab");
  const std::string request = "POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\n";
  client->Send(absl::StrCat(request, "a", request, "b"));
  EXPECT_EQ(client->Read().body, "echo  a");
  EXPECT_EQ(client->Read().body, "echo  b");
}

TEST_F(HttpsServerTest, AcceptsABodyUpToTheMaximumSize) {
  HttpsLimits limits = LongLimits();
  limits.max_body_bytes = 1 << 20;
  Start(limits);
  EXPECT_EQ(Connect()->Post("/echo", std::string(1 << 20, 'x')).code, 200);
  EXPECT_EQ(Connect()->Post("/echo", std::string((1 << 20) + 1, 'x')).code, 413);
}

TEST_F(HttpsServerTest, RefusesByTheHeadWithTheRightCode) {
  Start();
  const struct {
    absl::string_view request;
    int code;
  } kCases[] = {
      {"POST /other HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 404},
      {"GET /echo HTTP/1.1\r\n\r\n", 405},
      {"POST /echo HTTP/1.1\r\n\r\n", 411},
      {"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411},
      {"POST /echo HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", 400},
      {"POST /echo HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413},
      {"POST /echo HTTP/2.0\r\n\r\n", 505},
      {"garbage\r\n\r\n", 400},
      {"\x01\x02\x03", 400},
  };
  for (const auto& test : kCases) {
    const auto client = Connect();
    client->Send(test.request);
    TlsClient::Reply reply = client->Read();
    EXPECT_EQ(reply.code, test.code) << test.request;
    EXPECT_FALSE(reply.body.empty()) << test.request;
    EXPECT_EQ(reply.headers["connection"], "close") << test.request;
    EXPECT_EQ(client->ReadAll(), "") << test.request;
  }
  const auto client = Connect();
  client->Send(absl::StrCat("POST /echo HTTP/1.1\r\nX: ", std::string(1 << 16, 'x')));
  EXPECT_EQ(client->Read().code, 431);
  EXPECT_TRUE(Answers());
}

TEST_F(HttpsServerTest, SendsTheStatus100ToAClientThatWaitsForIt) {
  Start();
  const auto client = Connect();
  client->Send("POST /echo HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client->Read().code, 100);
  client->Send("ab");
  EXPECT_EQ(client->Read().body, "echo  ab");
}

TEST_F(HttpsServerTest, EndsAClientThatIsTooSlow) {
  HttpsLimits limits = LongLimits();
  limits.step_timeout = kShort;
  Start(limits);
  RawHttpClient silent(server_->address());
  EXPECT_EQ(silent.ReadAll(), "") << "no handshake";
  const auto halfway = Connect();
  halfway->Send("POST /echo HTTP/1.1\r\nContent-Length: 5\r\n\r\nab");
  EXPECT_EQ(halfway->ReadAll(), "");
  EXPECT_TRUE(Answers());
}

TEST_F(HttpsServerTest, EndsAConnectionThatIsIdleForTooLong) {
  HttpsLimits limits = LongLimits();
  limits.idle_timeout = kShort;
  Start(limits);
  const auto client = Connect();
  EXPECT_EQ(client->Post("/echo", "x").code, 200);
  EXPECT_EQ(client->ReadAll(), "");
}

TEST_F(HttpsServerTest, NewConnectionsReplaceIdleOnesFirst) {
  HttpsLimits limits = LongLimits();
  limits.max_connections = 2;
  Start(limits);
  const auto sending = Connect();
  ASSERT_TRUE(sending->Send("POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\n"));
  const auto idle = Connect();
  EXPECT_EQ(idle->Post("/echo", "x").code, 200);
  const auto newest = Connect();
  EXPECT_EQ(newest->Post("/echo", "x").code, 200);
  EXPECT_EQ(idle->ReadAll(), "");
  sending->Send("y");
  EXPECT_EQ(sending->Read().body, "echo  y");
}

TEST_F(HttpsServerTest, AConnectionThatWaitsForItsResponseIsNotReplaced) {
  HttpsLimits limits = LongLimits();
  limits.max_connections = 1;
  Start(limits);
  const auto waiting = Connect();
  waiting->Send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nhold");
  ASSERT_TRUE(testing::Await(holds_));
  EXPECT_FALSE(Connect()->connected());
  EXPECT_EQ(server_->rejected(), 1);
  Release();
  EXPECT_EQ(waiting->Read().body, "echo  hold");
}

TEST_F(HttpsServerTest, BodiesOfAllConnectionsAreBoundedTogether) {
  HttpsLimits limits = LongLimits();
  limits.max_body_bytes = 1 << 20;
  limits.max_buffered_bytes = 1 << 20;
  Start(limits);
  const auto first = Connect();
  first->Send(absl::StrCat("POST /echo HTTP/1.1\r\nContent-Length: 700000\r\n\r\n", std::string(600'000, 'x')));
  // The server needs several loop iterations for each request: in one iteration it reads at most 256 KiB from a
  // connection.
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(Answers());
  EXPECT_EQ(Connect()->Post("/echo", std::string(600'000, 'y')).code, 503);
  first->Send(std::string(100'000, 'x'));
  EXPECT_EQ(first->Read().code, 200);
  EXPECT_EQ(Connect()->Post("/echo", std::string(600'000, 'y')).code, 200);
}

TEST_F(HttpsServerTest, AClientThatClosesBeforeItsResponseIsRemoved) {
  Start();
  auto leaving = Connect();
  leaving->Send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nhold");
  ASSERT_TRUE(testing::Await(holds_));
  leaving.reset();
  Release();
  EXPECT_TRUE(Answers());
}

TEST_F(HttpsServerTest, NewConnectionsUseTheChangedCertificate) {
  Start();
  const auto before = Connect();
  EXPECT_EQ(before->Post("/echo", "x").code, 200);
  const CertifiedKey next = authority_.IssueServer();
  Write(next);
  reloader_->Poll();
  const auto after = Connect();
  EXPECT_EQ(after->certificate(), next.certificate);
  EXPECT_NE(before->certificate(), next.certificate);
  EXPECT_EQ(before->Post("/echo", "x").code, 200) << "an open connection continues";
}

TEST_F(HttpsServerTest, KeepsTheLastValidCertificate) {
  Start();
  folder_.Write("tls.key", "not a key");
  reloader_->Poll();
  EXPECT_TRUE(Answers());
}

TEST_F(HttpsServerTest, AClientWithoutACertificateOfTheAuthorityIsRefused) {
  const CertificateAuthority clients("clients");
  LogLines log;
  Start(LongLimits(), folder_.Write("ca.crt", clients.pem()));
  TlsClient known(server_->address(), authority_.pem(), clients.IssueClient("apiserver", {}));
  EXPECT_EQ(known.Post("/echo", "x").code, 200);
  EXPECT_EQ(Connect()->Post("/echo", "x").code, 0);
  EXPECT_THAT(log.WaitFor("a TLS handshake with a client failed"), HasSubstr("peer did not return a certificate"));
  EXPECT_EQ(server_->failed_handshakes(), 1);
}

TEST_F(HttpsServerTest, PlainHttpIsRefused) {
  Start();
  RawHttpClient client(server_->address());
  client.Begin("POST", "/echo", "x");
  EXPECT_EQ(client.Read().code, 0);
  EXPECT_TRUE(Answers());
}

TEST_F(HttpsServerTest, ADrainingServerClosesEachConnectionAfterItsResponse) {
  Start();
  const auto client = Connect();
  EXPECT_EQ(client->Post("/echo", "x").code, 200);
  server_->Drain();
  TlsClient::Reply reply;
  // The task of Drain() has run before the second request is answered, so at most two requests are needed.
  for (int i = 0; i < 2 && reply.headers["connection"] != "close"; ++i) reply = client->Post("/echo", "x");
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.headers["connection"], "close");
  EXPECT_EQ(client->ReadAll(), "");
  EXPECT_TRUE(Answers()) << "it still serves";
}

TEST_F(HttpsServerTest, AStopWaitsForTheRequestsThatHaveBegun) {
  Start();
  const auto idle = Connect();
  EXPECT_EQ(idle->Post("/echo", "x").code, 200);
  auto client = Connect();
  client->Send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nhold");
  ASSERT_TRUE(testing::Await(holds_));
  server_->Stop(kLong);
  EXPECT_EQ(idle->ReadAll(), "");
  Release();
  EXPECT_EQ(client->Read().body, "echo  hold");
  EXPECT_EQ(client->ReadAll(), "");
  client.reset();
  thread_.join();
}

TEST_F(HttpsServerTest, AStopEndsWithTheGracePeriod) {
  Start();
  const auto client = Connect();
  client->Send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nhold");
  ASSERT_TRUE(testing::Await(holds_));
  Stop(kShort);
  EXPECT_EQ(client->Read().code, 0);
}

TEST_F(HttpsServerTest, CountsResponsesByCode) {
  Start();
  EXPECT_TRUE(Answers());
  EXPECT_EQ(Connect()->Post("/other", "x").code, 404);
  EXPECT_EQ(server_->responses(0), 1);
  EXPECT_EQ(server_->responses(2), 1);
}

}  // namespace
}  // namespace cpsizer::server
