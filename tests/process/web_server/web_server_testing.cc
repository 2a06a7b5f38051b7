#include "tests/process/web_server/web_server_testing.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tests/testing/await.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::server {
namespace {

WebResponse ResponseOf(std::string text) {
  WebResponse response;
  response.content_type = "text/plain";
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

absl::optional<WebResponse> AnswerHead(const WebRequest& head) {
  if (head.path == "/head") return ResponseOf("head");
  if (head.path == "/close") {
    WebResponse response = ResponseOf("close");
    response.close = true;
    return response;
  }
  if (head.path != "/events") return absl::nullopt;
  WebResponse response;
  response.content_type = "text/event-stream";
  response.is_event_stream = true;
  return response;
}

}  // namespace

void WebServerTest::Start(const WebLimits& limits) {
  Run(limits);
}

void WebServerTest::StartTls(const WebLimits& limits, const std::string& client_ca) {
  const testing::CertifiedKey identity = authority_.IssueServer();
  folder_.Write("tls.crt", identity.certificate);
  folder_.Write("tls.key", identity.key);
  reloader_ = *TlsReloader::Load({folder_.PathOf("tls.crt"), folder_.PathOf("tls.key"), client_ca}, absl::Now);
  streams_ = *TlsStreams::Make(*reloader_, TlsVersion::k12);
  Run(limits);
}

void WebServerTest::Run(const WebLimits& limits) {
  server_ = std::make_unique<WebServer>(*Listener::Open(*ResolveListenAddress("127.0.0.1:0")), loop_, limits,
                                        streams_ == nullptr ? nullptr : streams_->MakeStream());
  thread_ = std::thread([this] {
    testing::BlockBrokenPipe();
    server_->Run({{{"X-Each", "yes"}},
                  PlainResponse,
                  AnswerHead,
                  [this](WebRequest request, const Reply& reply) { Handle(std::move(request), reply); },
                  keeps_requests_});
  });
}

void WebServerTest::Handle(WebRequest request, const Reply& reply) {
  if (absl::StartsWith(request.path, "/now/")) {
    return reply(ResponseOf(absl::StrCat("now ", request.path, " ", request.query, " ", request.body)));
  }
  begun_ = request.begun;
  workers_.Submit([this, request = std::move(request), reply] { reply(Answer(request)); });
}

WebResponse WebServerTest::Answer(const WebRequest& request) {
  if (request.path == "/hold") {
    holds_.Notify();
    testing::Await(release_);
  }
  if (request.path == "/large") return ResponseOf(std::string(kLargeBytes, 'x'));
  return ResponseOf(absl::StrCat(request.method, " ", request.path, " ", request.query, " ", request.body));
}

void WebServerTest::Stop(std::chrono::nanoseconds grace) {
  if (!thread_.joinable()) return;
  server_->Stop(grace);
  thread_.join();
}

bool WebServerTest::Answers() const {
  testing::RawHttpClient client(address());
  client.Begin("GET", "/now/x");
  return client.Read().code == 200;
}

void WebServerTest::OpenStream(testing::RawHttpClient& client) {
  client.Send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_EQ(client.ReadHead(), 200);
}

}  // namespace cpsizer::server
