#include "server/process/web_server/web_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "tests/process/log_lines.h"
#include "tests/process/web_server/web_server_testing.h"
#include "tests/testing/await.h"
#include "tests/testing/tls/tls_client.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::TlsClient;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(WebServerTest, AnswersOnOneConnectionFromEachPlace) {
  Start();
  RawHttpClient client(address());
  for (int i = 0; i < 2; ++i) {
    client.Begin("GET", "/head");
    EXPECT_EQ(client.Read().body, "head");
    client.Begin("POST", "/now/a?q=1", "body");
    EXPECT_EQ(client.Read().body, "now /now/a q=1 body");
    client.Begin("PUT", "/other?", "");
    RawHttpClient::Reply reply = client.Read();
    EXPECT_EQ(reply.body, "PUT /other  ");
    EXPECT_EQ(reply.headers["x-each"], "yes");
    EXPECT_EQ(reply.headers.count("connection"), 0u);
  }
}

TEST_F(WebServerTest, AnswersPipelinedRequestsInTheirOrder) {
  Start();
  RawHttpClient client(address());
  std::string requests;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&requests, "POST ", i % 2 == 0 ? "/now/" : "/later/", i,
                    " HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
  }
  client.Send(requests);
  for (int i = 0; i < 20; ++i) EXPECT_THAT(client.Read().body, HasSubstr(absl::StrCat("/", i, "  abc")));
}

TEST_F(WebServerTest, HeadHasTheLengthAndNoBody) {
  Start();
  RawHttpClient client(address());
  client.Send("HEAD /head HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string response = client.ReadAll();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(response, HasSubstr("\r\nContent-Length: 4\r\n"));
  EXPECT_THAT(response, HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(response, EndsWith("\r\n\r\n"));
}

TEST_F(WebServerTest, SendsTheStatus100ToAClientThatWaitsForIt) {
  Start();
  RawHttpClient client(address());
  client.Send("POST /now/x HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.ReadHead(), 100);
  client.Send("ab");
  EXPECT_EQ(client.Read().body, "now /now/x  ab");
}

TEST_F(WebServerTest, SendsALargeBodyToASlowReader) {
  Start();
  RawHttpClient client(address());
  client.Begin("GET", "/large");
  EXPECT_TRUE(Answers());
  EXPECT_EQ(client.Read().body.size(), kLargeBytes);
}

TEST_F(WebServerTest, ABlockedAnswerBlocksNeitherOtherConnectionsNorStreams) {
  Start();
  RawHttpClient held(address());
  held.Begin("GET", "/hold");
  ASSERT_TRUE(testing::Await(holds_));
  EXPECT_TRUE(Answers());
  RawHttpClient stream(address());
  OpenStream(stream);
  server_->Publish("a", "1");
  EXPECT_EQ(stream.ReadBytes(18), "event: a\ndata: 1\n\n");
  Release();
  EXPECT_EQ(held.Read().body, "GET /hold  ");
}

TEST_F(WebServerTest, ServesOverTls) {
  StartTls(LongWebLimits());
  TlsClient client(address(), authority_.pem());
  EXPECT_EQ(client.Post("/now/x", "1").body, "now /now/x  1");
  EXPECT_EQ(client.Post("/later", std::string(1 << 20, 'x')).body.size(), (1 << 20) + 13u);
  EXPECT_EQ(client.Post("/large", "").body.size(), kLargeBytes);
  TlsClient closing(address(), authority_.pem());
  closing.Send("GET /now/x HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(closing.Read().code, 200);
  EXPECT_EQ(closing.ReadAll(), "");
  RawHttpClient plain(address());
  plain.Begin("GET", "/now/x");
  EXPECT_EQ(plain.Read().code, 0);
}

TEST_F(WebServerTest, StreamsOverTls) {
  StartTls(LongWebLimits());
  TlsClient client(address(), authority_.pem());
  client.Send("GET /events HTTP/1.1\r\n\r\n");
  // The head of the stream has no length, so it is not a complete response for Read().
  client.Read();
  server_->Publish("a", "1");
  server_->Publish("b", "2");
  server_->Stop(kLongTime);
  const std::string events = client.ReadAll();
  EXPECT_TRUE(events.empty() || events == "event: a\ndata: 1\n\n" ||
              events == "event: a\ndata: 1\n\nevent: b\ndata: 2\n\n")
      << events;
}

TEST_F(WebServerTest, NewConnectionsUseTheChangedCertificate) {
  StartTls(LongWebLimits());
  TlsClient before(address(), authority_.pem());
  const testing::CertifiedKey next = authority_.IssueServer();
  folder_.Write("tls.crt", next.certificate);
  folder_.Write("tls.key", next.key);
  reloader_->Poll();
  EXPECT_EQ(TlsClient(address(), authority_.pem()).certificate(), next.certificate);
  EXPECT_EQ(before.Post("/now/x", "1").code, 200) << "an open connection continues";
}

TEST_F(WebServerTest, AClientWithoutACertificateOfTheAuthorityIsRefused) {
  const testing::CertificateAuthority clients("clients");
  testing::LogLines log;
  StartTls(LongWebLimits(), folder_.Write("ca.crt", clients.pem()));
  TlsClient known(address(), authority_.pem(), clients.IssueClient("browser", {}));
  EXPECT_EQ(known.Post("/now/x", "1").code, 200);
  EXPECT_EQ(TlsClient(address(), authority_.pem()).Post("/now/x", "1").code, 0);
  EXPECT_THAT(log.WaitFor("a TLS handshake with a client failed"), HasSubstr("peer did not return a certificate"));
  EXPECT_EQ(streams_->failed_handshakes(), 1);
  RawHttpClient(address()).EndSending();
  EXPECT_EQ(known.Post("/now/x", "1").code, 200);
  EXPECT_EQ(streams_->failed_handshakes(), 1) << "a probe does not shake hands";
}

TEST_F(WebServerTest, KeepsTheLastValidCertificate) {
  StartTls(LongWebLimits());
  folder_.Write("tls.key", "not a key");
  reloader_->Poll();
  EXPECT_EQ(TlsClient(address(), authority_.pem()).Post("/now/x", "1").code, 200);
}

TEST_F(WebServerTest, ADrainingServerClosesEachConnectionAfterItsResponse) {
  Start();
  RawHttpClient client(address());
  client.Begin("GET", "/now/x");
  EXPECT_EQ(client.Read().headers.count("connection"), 0u);
  server_->Drain();
  RawHttpClient::Reply reply;
  // The task of Drain() has run before the second request is answered, so at most two requests are needed.
  for (int i = 0; i < 2 && reply.headers["connection"] != "close"; ++i) {
    client.Begin("GET", "/now/x");
    reply = client.Read();
  }
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.headers["connection"], "close");
  EXPECT_EQ(client.ReadAll(), "");
  EXPECT_TRUE(Answers()) << "it still serves";
}

TEST_F(WebServerTest, AResponseCanEndTheConnection) {
  Start();
  RawHttpClient client(address());
  client.Begin("GET", "/close");
  EXPECT_THAT(client.ReadAll(), HasSubstr("\r\nConnection: close\r\n"));
}

TEST_F(WebServerTest, ARequestHasTheTimeOfItsFirstByte) {
  Start();
  RawHttpClient client(address());
  const auto before = std::chrono::steady_clock::now();
  client.Send("P");
  EXPECT_TRUE(Answers()) << "the server has read the first byte";
  const auto after = std::chrono::steady_clock::now();
  client.Send("OST /later HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(client.Read().code, 200);
  EXPECT_GE(begun_, before);
  EXPECT_LE(begun_, after);
}

TEST_F(WebServerTest, CountsConnectionsAndResponses) {
  Start();
  EXPECT_TRUE(Answers());
  RawHttpClient wrong(address());
  wrong.Send("GET / HTTP/2.0\r\n\r\n");
  EXPECT_EQ(wrong.Read().code, 505);
  const WebCounters& counters = server_->counters();
  EXPECT_GE(counters.connections(), 1);
  EXPECT_EQ(counters.responses(0), 1);
  EXPECT_EQ(counters.responses(WebCounters::kCodes.size() - 1), 1);
  EXPECT_EQ(counters.responses(WebCounters::kCodes.size()), 0);
  EXPECT_EQ(counters.rejected(), 0);
}

// The request arrives while the server is stopping, before it has read it.
TEST_F(WebServerTest, AStopAnswersARequestThatHasArrived) {
  Start();
  RawHttpClient client(address());
  client.Begin("GET", "/now/x");
  EXPECT_EQ(client.Read().code, 200);
  absl::Notification sent;
  absl::Notification blocked;
  loop_.tasks().Post([&sent, &blocked] {
    blocked.Notify();
    testing::Await(sent);
  });
  ASSERT_TRUE(testing::Await(blocked));
  server_->Stop(kLongTime);
  client.Begin("GET", "/now/y");
  sent.Notify();
  RawHttpClient::Reply reply = client.Read();
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.headers["connection"], "close");
}

TEST_F(WebServerTest, AStopWaitsForTheRequestsThatHaveBegun) {
  Start();
  RawHttpClient idle(address());
  idle.Begin("GET", "/now/x");
  EXPECT_EQ(idle.Read().code, 200);
  RawHttpClient stream(address());
  OpenStream(stream);
  RawHttpClient held(address());
  held.Begin("GET", "/hold");
  ASSERT_TRUE(testing::Await(holds_));
  server_->Stop(kLongTime);
  EXPECT_EQ(idle.ReadAll(), "");
  EXPECT_EQ(stream.ReadAll(), "");
  Release();
  RawHttpClient::Reply reply = held.Read();
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.headers["connection"], "close");
  EXPECT_EQ(held.ReadAll(), "");
  held.EndSending();
  thread_.join();
}

TEST_F(WebServerTest, AStopEndsWithTheGracePeriod) {
  Start();
  RawHttpClient held(address());
  held.Begin("GET", "/hold");
  RawHttpClient waiting(address());
  waiting.Begin("GET", "/later");
  ASSERT_TRUE(testing::Await(holds_));
  server_->Stop(kShortTime);
  thread_.join();
  Release();
  server_.reset();
  EXPECT_EQ(held.Read().code, 0);
  EXPECT_EQ(waiting.Read().code, 0);
}

TEST_F(WebServerTest, AStopBeforeRunEndsRun) {
  WebServer server(*Listener::Open(*ResolveListenAddress("127.0.0.1:0")), loop_, LongWebLimits());
  server.Stop(kLongTime);
  server.Run({});
}

TEST_F(WebServerTest, ClientsThatLeaveAreRemoved) {
  Start();
  {
    RawHttpClient stream(address());
    OpenStream(stream);
    RawHttpClient held(address());
    held.Begin("GET", "/hold");
    ASSERT_TRUE(testing::Await(holds_));
  }
  server_->Publish("a", "1");
  Release();
  EXPECT_TRUE(Answers());
}

}  // namespace
}  // namespace cpsizer::server
