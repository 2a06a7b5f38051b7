#include "server/process/admin/admin_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::RawHttpClient;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// kLong is longer than any test. kShort is for tests that wait until the time has passed.
constexpr std::chrono::nanoseconds kLong = std::chrono::minutes(10);
constexpr std::chrono::nanoseconds kShort = std::chrono::milliseconds(50);

class AdminServerTest : public ::testing::Test {
 protected:
  void Start(std::chrono::nanoseconds timeout, size_t body_bytes = 2) {
    WebLimits limits = AdminLimits();
    limits.max_connections = 4;
    limits.step_timeout = timeout;
    limits.idle_timeout = timeout;
    AdminPages pages;
    pages.version = [body_bytes] { return std::string(body_bytes, 'b'); };
    server_.emplace(*Listener::Open(*ResolveListenAddress("127.0.0.1:0")), std::move(pages), thread_, limits);
  }

  void Stop() { server_.reset(); }

  const std::string& address() { return server_->address(); }

  // Returns whether the server answers a request for a page.
  bool Answers() {
    RawHttpClient client(address());
    client.Begin("GET", "/version");
    return client.Read().code == 200;
  }

 private:
  EventThread thread_;
  absl::optional<AdminServer> server_;
};

TEST_F(AdminServerTest, AnswersGetAndHead) {
  Start(kLong);
  RawHttpClient get(address());
  get.Begin("GET", "/version?x");
  const std::string answer = get.ReadAll();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  for (const char* header :
       {"\r\nContent-Type: application/json\r\n", "\r\nContent-Length: 2\r\n", "\r\nConnection: close\r\n"}) {
    EXPECT_THAT(answer, HasSubstr(header));
  }
  EXPECT_THAT(answer, ::testing::EndsWith("\r\n\r\nbb"));
  RawHttpClient head(address());
  head.Begin("HEAD", "/version");
  EXPECT_EQ(head.ReadAll(), answer.substr(0, answer.size() - 2));
  RawHttpClient none(address());
  none.Begin("GET", "/none");
  EXPECT_EQ(none.Read().code, 404);
}

TEST_F(AdminServerTest, OtherMethodsGetTheListOfMethods) {
  Start(kLong);
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get", "X"}) {
    RawHttpClient client(address());
    client.Begin(method, "/version", "body");
    RawHttpClient::Reply reply = client.Read();
    EXPECT_EQ(reply.code, 405) << method;
    EXPECT_EQ(reply.headers["allow"], "GET, HEAD") << method;
  }
  EXPECT_TRUE(Answers());
}

TEST_F(AdminServerTest, AResponseArrivesAfterAnUnreadBody) {
  Start(kLong);
  RawHttpClient client(address());
  client.Begin("POST", "/version", std::string(200'000, 'x'));
  EXPECT_EQ(client.Read().code, 405);
}

TEST_F(AdminServerTest, ARequestMayComeByteByByte) {
  Start(kLong);
  RawHttpClient client(address());
  for (const char byte : std::string("GET /version HTTP/1.1\r\nHost: x\r\n\r\n")) ASSERT_TRUE(client.Send({&byte, 1}));
  EXPECT_EQ(client.Read().code, 200);
}

TEST_F(AdminServerTest, AMalformedRequestIsRefusedAtOnce) {
  Start(kLong);
  const struct {
    std::string bytes;
    int code;
  } kCases[] = {
      {"\x16\x03\x01\x02", 400},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {absl::StrCat("GET / HTTP/1.1\r\nX: ", std::string(1 << 20, 'x')), 431},
      {absl::StrCat("GET /", std::string(1 << 20, 'x')), 431},
      {std::string(1 << 10, '\0'), 400},
      {std::string(1 << 10, '\n'), 400},
  };
  for (const auto& test : kCases) {
    RawHttpClient client(address());
    client.Send(test.bytes);
    EXPECT_THAT(client.ReadAll(), StartsWith(absl::StrCat("HTTP/1.1 ", test.code, " "))) << test.bytes.substr(0, 40);
    EXPECT_TRUE(Answers());
  }
}

TEST_F(AdminServerTest, ASilentConnectionIsClosedAfterItsTimeout) {
  Start(kShort);
  RawHttpClient silent(address());
  RawHttpClient halfway(address());
  ASSERT_TRUE(halfway.Send("GET /version HT"));
  EXPECT_EQ(silent.ReadAll(), "");
  EXPECT_EQ(halfway.ReadAll(), "");
  EXPECT_TRUE(Answers());
}

TEST_F(AdminServerTest, AConnectionThatDoesNotReadIsClosedAfterItsTimeout) {
  constexpr size_t kMuch = 64 << 20;  // more than the kernel buffers
  Start(kShort, kMuch);
  RawHttpClient client(address());
  client.Begin("GET", "/version");
  // The server still works: it closes these connections although `client` does not read. They take longer than the
  // server needs to fill the buffers of the kernel.
  for (int i = 0; i < 4; ++i) {
    RawHttpClient silent(address());
    EXPECT_EQ(silent.ReadAll(), "");
  }
  EXPECT_LT(client.ReadAll().size(), kMuch);
}

TEST_F(AdminServerTest, AnswersTheNextConnectionWhileManyAreIdle) {
  Start(kLong);
  std::vector<std::unique_ptr<RawHttpClient>> idle;
  for (int i = 0; i < 200; ++i) {
    idle.push_back(std::make_unique<RawHttpClient>(address()));
    if (i % 10 == 0) {
      EXPECT_TRUE(Answers()) << i;
    }
  }
  EXPECT_EQ(idle.front()->ReadAll(), "") << "the oldest was closed";
}

TEST_F(AdminServerTest, EndsWithConnectionsOpen) {
  Start(kLong);
  RawHttpClient idle(address());
  EXPECT_TRUE(Answers());
  Stop();
  EXPECT_EQ(idle.ReadAll(), "");
}

}  // namespace
}  // namespace cpsizer::server
