// Tests the limits of WebServer, with clients that exceed them.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/process/web_server/web_server_testing.h"
#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::RawHttpClient;

class WebServerLimitsTest : public WebServerTest {
 protected:
  // Sends a request that the handler holds, with `held`. Returns the code of the response to another request, sent
  // while the handler holds the first one. Each has a body of 600 bytes.
  int CodeWhileHeld(RawHttpClient& held) {
    held.Begin("POST", "/hold", std::string(600, 'x'));
    EXPECT_TRUE(testing::Await(holds_));
    RawHttpClient other(address());
    other.Begin("POST", "/now/x", std::string(600, 'x'));
    return other.Read().code;
  }
};

TEST_F(WebServerLimitsTest, HostileBytesAreRefusedAtOnceAndTheConnectionEnds) {
  Start();
  const struct {
    std::string bytes;
    int code;
  } kCases[] = {
      {"\x16\x03\x01\x02", 400},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"GET / HTTP/1.1\r\nX: \x01", 400},
      {std::string(17, 'A'), 400},
      {std::string(1 << 20, '\0'), 400},
      {absl::StrCat("GET / HTTP/1.1\r\nX: ", std::string(1 << 20, 'x')), 431},
      {absl::StrCat("GET /", std::string(1 << 20, 'x')), 431},
      {"POST /now/x HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413},
      {"POST /now/x HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400},
      {"POST /now/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 411},
      {absl::StrCat("POST /head HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n", std::string(2'000'000, 'x')), 200},
  };
  for (const auto& test : kCases) {
    RawHttpClient client(address());
    client.Send(test.bytes);
    RawHttpClient::Reply reply = client.Read();
    EXPECT_EQ(reply.code, test.code) << test.bytes.substr(0, 60);
    EXPECT_EQ(reply.headers["connection"], "close") << test.bytes.substr(0, 60);
    EXPECT_EQ(reply.headers["x-each"], "yes") << test.bytes.substr(0, 60);
    EXPECT_EQ(client.ReadAll(), "");
    EXPECT_TRUE(Answers());
  }
}

TEST_F(WebServerLimitsTest, ARefusedClientThatSendsTooMuchIsEnded) {
  WebLimits limits = LongWebLimits();
  limits.max_dropped_bytes = 1'000;
  Start(limits);
  RawHttpClient client(address());
  client.Send("GET / HTTP/9\r\n\r\n");
  EXPECT_EQ(client.Read().code, 505);
  while (client.Send("more")) std::this_thread::yield();
  EXPECT_TRUE(Answers());
}

TEST_F(WebServerLimitsTest, AcceptsABodyUpToTheMaximumSize) {
  WebLimits limits = LongWebLimits();
  limits.max_body_bytes = 1 << 20;
  Start(limits);
  RawHttpClient client(address());
  client.Begin("POST", "/now/x", std::string(1 << 20, 'x'));
  EXPECT_EQ(client.Read().code, 200);
  client.Begin("POST", "/now/x", std::string((1 << 20) + 1, 'x'));
  EXPECT_EQ(client.Read().code, 413);
}

TEST_F(WebServerLimitsTest, BodiesOfAllConnectionsAreBoundedTogether) {
  WebLimits limits = LongWebLimits();
  limits.max_body_bytes = 1 << 20;
  limits.max_buffered_bytes = 1 << 20;
  Start(limits);
  RawHttpClient first(address());
  first.Send(absl::StrCat("POST /now/x HTTP/1.1\r\nContent-Length: 700000\r\n\r\n", std::string(600'000, 'x')));
  const auto code_of_another = [this] {
    RawHttpClient another(address());
    another.Begin("POST", "/now/x", std::string(600'000, 'y'));
    return another.Read().code;
  };
  // The first body may arrive after another one.
  while (code_of_another() == 200) std::this_thread::yield();
  EXPECT_EQ(code_of_another(), 503);
  first.Send(std::string(100'000, 'x'));
  EXPECT_EQ(first.Read().code, 200);
  EXPECT_EQ(code_of_another(), 200);
}

TEST_F(WebServerLimitsTest, ARequestThatIsKeptIsCountedUntilItsResponse) {
  WebLimits limits = LongWebLimits();
  limits.max_buffered_bytes = 1'000;
  Start(limits);
  RawHttpClient held(address());
  EXPECT_EQ(CodeWhileHeld(held), 503);
  Release();
  EXPECT_EQ(held.Read().code, 200);
  EXPECT_TRUE(Answers());
}

TEST_F(WebServerLimitsTest, ARequestThatIsNotKeptIsCountedUntilItIsHandled) {
  WebLimits limits = LongWebLimits();
  limits.max_buffered_bytes = 1'000;
  keeps_requests_ = false;
  Start(limits);
  RawHttpClient held(address());
  EXPECT_EQ(CodeWhileHeld(held), 200);
  Release();
  EXPECT_EQ(held.Read().code, 200);
}

TEST_F(WebServerLimitsTest, ABodyThatNeverArrivesIsNoLongerCounted) {
  WebLimits limits = LongWebLimits();
  limits.max_buffered_bytes = 100;
  Start(limits);
  {
    RawHttpClient leaving(address());
    leaving.Send("POST /now/x HTTP/1.1\r\nContent-Length: 60\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(leaving.ReadHead(), 100);
    leaving.Send(std::string(59, 'x'));
    leaving.EndSending();
    EXPECT_EQ(leaving.ReadAll(), "");
  }
  RawHttpClient client(address());
  client.Send("POST /now/x HTTP/1.1\r\nContent-Length: 40\r\n\r\n0123456789012345678901234567890123456789");
  EXPECT_EQ(client.Read().code, 200);
}

TEST_F(WebServerLimitsTest, EndsAClientThatIsTooSlow) {
  WebLimits limits = LongWebLimits();
  limits.step_timeout = kShortTime;
  limits.idle_timeout = kShortTime;
  Start(limits);
  for (const char* bytes : {"", "GET /now/x HT", "POST /now/x HTTP/1.1\r\nContent-Length: 5\r\n\r\nab"}) {
    RawHttpClient client(address());
    client.Send(bytes);
    EXPECT_EQ(client.ReadAll(), "") << bytes;
  }
  EXPECT_TRUE(Answers());
}

TEST_F(WebServerLimitsTest, EndsAClientThatSendsOneByteAtATime) {
  WebLimits limits = LongWebLimits();
  limits.step_timeout = kShortTime;
  Start(limits);
  RawHttpClient client(address());
  client.Send("GET /now/x HTTP/1.1\r\nX: ");
  while (client.Send("x")) std::this_thread::yield();
  EXPECT_TRUE(Answers());
}

TEST_F(WebServerLimitsTest, EndsAClientThatDoesNotReadItsResponse) {
  WebLimits limits = LongWebLimits();
  limits.step_timeout = kShortTime;
  Start(limits);
  RawHttpClient client(address());
  client.Begin("GET", "/large");
  EXPECT_EQ(client.ReadHead(), 200);
  // Returns when no connection sends a response.
  Stop(kLongTime);
  EXPECT_LT(client.ReadAll().size(), kLargeBytes);
}

// Any process of this machine can connect to a server on loopback.
TEST_F(WebServerLimitsTest, AConnectionWhoseClientDoesNotReadIsReplaced) {
  WebLimits limits = LongWebLimits();
  limits.max_connections = 3;
  Start(limits);
  std::vector<std::unique_ptr<RawHttpClient>> unread;
  for (size_t i = 0; i < limits.max_connections; ++i) {
    unread.push_back(std::make_unique<RawHttpClient>(address()));
    unread.back()->Begin("GET", "/large");
    EXPECT_EQ(unread.back()->ReadHead(), 200);
  }
  EXPECT_TRUE(Answers());
  int replaced = 0;
  for (const auto& client : unread) {
    client->Send("GET /head HTTP/1.1\r\nConnection: close\r\n\r\n");
    if (client->ReadAll().size() < kLargeBytes) ++replaced;
  }
  EXPECT_EQ(replaced, 1);
}

TEST_F(WebServerLimitsTest, EndsATlsClientThatDoesNotShakeHands) {
  WebLimits limits = LongWebLimits();
  limits.step_timeout = kShortTime;
  StartTls(limits);
  RawHttpClient silent(address());
  EXPECT_EQ(silent.ReadAll(), "");
}

TEST_F(WebServerLimitsTest, NewConnectionsReplaceTheOldestIdleOne) {
  WebLimits limits = LongWebLimits();
  limits.max_connections = 2;
  Start(limits);
  RawHttpClient sending(address());
  sending.Send("POST /now/x HTTP/1.1\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(sending.ReadHead(), 100);
  RawHttpClient idle(address());
  idle.Begin("GET", "/now/x");
  EXPECT_EQ(idle.Read().code, 200);
  EXPECT_TRUE(Answers());
  EXPECT_EQ(idle.ReadAll(), "");
  sending.Send("y");
  EXPECT_EQ(sending.Read().body, "now /now/x  y");
}

TEST_F(WebServerLimitsTest, AnswersTheNextConnectionWhileManyAreIdle) {
  WebLimits limits = LongWebLimits();
  limits.max_connections = 4;
  Start(limits);
  std::vector<std::unique_ptr<RawHttpClient>> idle;
  for (int i = 0; i < 200; ++i) {
    idle.push_back(std::make_unique<RawHttpClient>(address()));
    if (i % 10 == 0) {
      EXPECT_TRUE(Answers()) << i;
    }
  }
  EXPECT_EQ(idle.front()->ReadAll(), "") << "the oldest was closed";
}

TEST_F(WebServerLimitsTest, AcceptsAgainAfterDescriptorsAreFree) {
  Start();
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few = {128, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<int> taken;
  while (taken.empty() || taken.back() >= 0) taken.push_back(dup(STDERR_FILENO));
  taken.pop_back();
  close(taken.back());
  taken.pop_back();
  RawHttpClient client(address());  // uses the last descriptor, so the server cannot accept the connection
  client.Begin("GET", "/now/x");
  for (const int fd : taken) close(fd);
  EXPECT_EQ(client.Read().code, 200);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(WebServerLimitsTest, AConnectionThatWaitsForItsResponseIsNotReplaced) {
  WebLimits limits = LongWebLimits();
  limits.max_connections = 1;
  Start(limits);
  RawHttpClient held(address());
  held.Begin("GET", "/hold");
  ASSERT_TRUE(testing::Await(holds_));
  EXPECT_FALSE(Answers());
  EXPECT_EQ(server_->counters().rejected(), 1);
  Release();
  EXPECT_EQ(held.Read().code, 200);
}

TEST_F(WebServerLimitsTest, ASlowReaderOfAStreamGetsOnlyTheNewestEventOfEachName) {
  Start();
  RawHttpClient slow(address());
  OpenStream(slow);
  RawHttpClient fast(address());
  OpenStream(fast);
  const std::string large(8 << 20, 'x');
  const auto fleet = [&large](int i) { return absl::StrCat("event: fleet\ndata: ", i, large, "\n\n"); };
  const std::string status = "event: status\ndata: last\n\n";
  for (int i = 0; i < 6; ++i) {
    server_->Publish("fleet", absl::StrCat(i, large));
    EXPECT_TRUE(fast.ReadBytes(fleet(i).size()) == fleet(i)) << i;
  }
  server_->Publish("status", "last");
  EXPECT_EQ(fast.ReadBytes(status.size()), status);
  // The first event was being sent when the others arrived.
  EXPECT_TRUE(slow.ReadBytes(fleet(0).size()) == fleet(0));
  EXPECT_TRUE(slow.ReadBytes(fleet(5).size()) == fleet(5));
  EXPECT_EQ(slow.ReadBytes(status.size()), status);
}

TEST_F(WebServerLimitsTest, AReaderOfAStreamThatReadsNothingIsEnded) {
  WebLimits limits = LongWebLimits();
  limits.step_timeout = kShortTime;
  limits.max_streams = 1;
  Start(limits);
  RawHttpClient slow(address());
  OpenStream(slow);
  server_->Publish("fleet", std::string(kLargeBytes, 'x'));
  const auto can_open = [this] {
    RawHttpClient other(address());
    other.Send("GET /events HTTP/1.1\r\n\r\n");
    return other.ReadHead() == 200;
  };
  while (!can_open()) std::this_thread::yield();
  EXPECT_LT(slow.ReadAll().size(), kLargeBytes);
}

TEST_F(WebServerLimitsTest, AnIdleStreamGetsKeepAliveEvents) {
  WebLimits limits = LongWebLimits();
  limits.keep_alive = std::chrono::milliseconds(1);
  Start(limits);
  RawHttpClient client(address());
  OpenStream(client);
  const std::string event = "event: keep-alive\ndata: {}\n\n";
  EXPECT_EQ(client.ReadBytes(2 * event.size()), event + event);
}

TEST_F(WebServerLimitsTest, TheNumberOfStreamsIsLimited) {
  WebLimits limits = LongWebLimits();
  limits.max_streams = 1;
  Start(limits);
  RawHttpClient first(address());
  OpenStream(first);
  RawHttpClient second(address());
  second.Send("GET /events HTTP/1.1\r\n\r\n");
  EXPECT_EQ(second.ReadHead(), 503);
}

}  // namespace
}  // namespace cpsizer::server
