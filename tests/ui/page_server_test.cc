#include "client/ui/page_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/ui/running_page.h"

namespace cpsizer::ui {
namespace {

using ::cpsizer::testing::RawHttpClient;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

PageHeaders GzipHeaders() {
  PageHeaders headers;
  headers.others = {"Accept-Encoding: gzip, deflate, br"};
  return headers;
}

TEST(PageServerTest, TheUrlHasTheTokenInItsFragment) {
  RunningPage page;
  EXPECT_THAT(page.url(), MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+/#token=[A-Za-z0-9_-]{43}"));
}

TEST(PageServerTest, ServesThePageWithoutASession) {
  RunningPage page;
  for (const auto& [path, type] :
       {std::pair("/", "text/html; charset=utf-8"), std::pair("/?a=b", "text/html; charset=utf-8"),
        std::pair("/page.js", "text/javascript; charset=utf-8"), std::pair("/page.css", "text/css; charset=utf-8")}) {
    RawHttpClient::Reply reply = page.Send("GET", path);
    EXPECT_EQ(reply.code, 200) << path;
    EXPECT_EQ(reply.headers["content-type"], type);
    EXPECT_EQ(reply.headers["cache-control"], "no-cache");
    EXPECT_FALSE(reply.body.empty());
    RawHttpClient::Reply compressed = page.Send("GET", path, "", GzipHeaders());
    EXPECT_EQ(compressed.headers["content-encoding"], "gzip");
    EXPECT_EQ(Gunzip(compressed.body), reply.body);
    PageHeaders known;
    known.others = {"If-None-Match: " + reply.headers["etag"]};
    EXPECT_EQ(page.Send("GET", path, "", known).code, 304);
  }
  EXPECT_EQ(page.Send("GET", "/favicon.ico").code, 204);
  for (const char* path : {"/index.htm", "/page.js/", "//", "/../etc/passwd", "/%2e%2e/", "/api"}) {
    EXPECT_EQ(page.Send("GET", path).code, 404) << path;
  }
}

TEST(PageServerTest, TheTokenGivesTheCookieThatTheApiNeeds) {
  RunningPage page;
  RawHttpClient::Reply reply =
      page.Send("POST", "/api/session", "", {}, absl::StrCat("{\"token\": \"", page.token(), "\"}"));
  EXPECT_EQ(reply.code, 204);
  EXPECT_THAT(reply.headers["set-cookie"], StartsWith(absl::StrCat("cpsizer_session_", page.port(), "=")));
  const std::string cookie = page.OpenSession();
  reply = page.Send("GET", "/api/cluster?namespace=a&name=b%20c", cookie);
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.headers["content-type"], "application/json");
  EXPECT_EQ(reply.headers["cache-control"], "no-store");
  EXPECT_EQ(
      nlohmann::json::parse(reply.body),
      (nlohmann::json{{"method", "GET"}, {"path", "/api/cluster"}, {"query", "namespace=a&name=b%20c"}, {"body", ""}}));
  reply = page.Send("POST", "/api/cpsizer.v1.SizingService/RecommendSize", cookie, {}, "{\"a\": 1}");
  EXPECT_EQ(nlohmann::json::parse(reply.body), (nlohmann::json{{"method", "POST"},
                                                               {"path", "/api/cpsizer.v1.SizingService/RecommendSize"},
                                                               {"query", ""},
                                                               {"body", "{\"a\": 1}"}}));
  EXPECT_EQ(page.Send("GET", "/api/empty", cookie).code, 204);
}

TEST(PageServerTest, CompressesLargeResponses) {
  RunningPage page;
  const std::string cookie = page.OpenSession();
  RawHttpClient::Reply plain = page.Send("GET", "/api/large", cookie);
  EXPECT_EQ(plain.body.size(), 1'000'002u);
  EXPECT_EQ(plain.headers["vary"], "Accept-Encoding");
  RawHttpClient::Reply compressed = page.Send("GET", "/api/large", cookie, GzipHeaders());
  EXPECT_EQ(compressed.headers["content-encoding"], "gzip");
  EXPECT_LT(compressed.body.size(), 100'000u);
  EXPECT_EQ(Gunzip(compressed.body), plain.body);
  EXPECT_EQ(page.Send("GET", "/api/small", cookie, GzipHeaders()).headers.count("content-encoding"), 0u);
}

TEST(PageServerTest, ARevisionThatThePageHasIsNotSentAgain) {
  RunningPage page;
  const std::string cookie = page.OpenSession();
  RawHttpClient::Reply reply = page.Send("GET", "/api/revision", cookie);
  EXPECT_EQ(reply.headers["etag"], "W/\"7\"");
  PageHeaders known;
  known.others = {"If-None-Match: W/\"7\""};
  EXPECT_EQ(page.Send("GET", "/api/revision", cookie, known).code, 304);
  known.others = {"If-None-Match: W/\"6\""};
  EXPECT_EQ(page.Send("GET", "/api/revision", cookie, known).code, 200);
}

TEST(PageServerTest, HeadHasNoBody) {
  RunningPage page;
  RawHttpClient client(page.address());
  PageHeaders close;
  close.others = {"Connection: close"};
  client.Send(page.RequestOf("HEAD", "/api/x", page.OpenSession(), close));
  const std::string response = client.ReadAll();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(response.find("\r\n\r\n"), response.size() - 4);
}

// There are more threads for other requests, and the queue is bounded.
TEST(PageServerTest, LongRequestsDelayNeitherOtherRequestsNorEvents) {
  RunningPage page;
  const std::string cookie = page.OpenSession();
  std::vector<std::unique_ptr<RawHttpClient>> held;
  const auto hold = [&] {
    held.push_back(std::make_unique<RawHttpClient>(page.address()));
    held.back()->Send(page.RequestOf("POST", "/api/hold", cookie));
  };
  hold();
  ASSERT_TRUE(page.api().WaitForHeld(1));
  EXPECT_EQ(page.Send("GET", "/api/x", cookie).code, 200);
  RawHttpClient stream(page.address());
  stream.Send(page.RequestOf("GET", "/api/events", cookie));
  ASSERT_EQ(stream.ReadHead(), 200);
  page.server().Publish("a", "1");
  EXPECT_EQ(stream.ReadBytes(18), "event: a\ndata: 1\n\n");
  for (int i = 0; i < 9; ++i) {
    hold();
    EXPECT_EQ(page.Send("GET", "/api/x", cookie).code, 200) << "the server has read the request before";
  }
  RawHttpClient::Reply refused = page.Send("POST", "/api/hold", cookie);
  EXPECT_EQ(refused.code, 503);
  EXPECT_EQ(refused.headers["retry-after"], "1");
  EXPECT_THAT(refused.body, HasSubstr("too many comparisons and simulations are waiting; retry later"));
  EXPECT_EQ(page.api().held(), 1U) << "only one of them is in memory";
  page.api().Release();
  for (const auto& client : held) EXPECT_EQ(client->Read().code, 200);
}

TEST(PageServerTest, PublishesEventsToAllPages) {
  RunningPage page;
  const std::string cookie = page.OpenSession();
  RawHttpClient first(page.address());
  RawHttpClient second(page.address());
  for (RawHttpClient* client : {&first, &second}) {
    client->Send(page.RequestOf("GET", "/api/events", cookie));
    ASSERT_EQ(client->ReadHead(), 200);
  }
  page.server().Publish("status", "{\"a\":\n1}");
  const std::string event = "event: status\ndata: {\"a\":\ndata: 1}\n\n";
  for (RawHttpClient* client : {&first, &second}) EXPECT_EQ(client->ReadBytes(event.size()), event);
}

TEST(PageServerTest, TwoServersHaveDifferentSessions) {
  RunningPage first;
  RunningPage second;
  const std::string cookies = absl::StrCat(first.OpenSession(), "; ", second.OpenSession());
  EXPECT_EQ(first.Send("GET", "/api/x", cookies).code, 200);
  EXPECT_EQ(second.Send("GET", "/api/x", cookies).code, 200);
  EXPECT_EQ(second.Send("GET", "/api/x", first.OpenSession()).code, 401);
}

TEST(PageServerTest, RefusesAListenAddressThatIsNotUsable) {
  FakePageApi api;
  const struct {
    const char* listen;
    const char* error;
  } kCases[] = {
      {"0.0.0.0:0", "--listen: other machines can reach 0.0.0.0:0; this needs --tls-cert-file"},
      {":0", "--listen: other machines can reach"},
      {"[::]:0", "--listen: other machines can reach"},
      {"unix:/tmp/page", "browsers cannot connect to a Unix socket"},
      {"unix:page", "browsers cannot connect to a Unix socket"},
      {"", "--listen: "},
      {"127.0.0.1", "--listen: 127.0.0.1 is not an address to listen on; give host:port or [address]:port"},
      {"no such host:1", "; give host:port or [address]:port"},
  };
  for (const auto& test : kCases) {
    const absl::Status status = PageServer::Make({test.listen}, api).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.listen;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.error)) << test.listen;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("unix:"))) << "a form that the flag does not accept";
  }
}

TEST(PageServerTest, RefusesAnAllowedHostThatIsNotAName) {
  FakePageApi api;
  for (const char* name : {"", "a/b", "http://a", "a b", "a@b", "a:", "a:0", "a:65536", "a:x", "a:+1", "::1", "[::1",
                           "*", "a,b", "\x1b[2J"}) {
    const absl::Status status = PageServer::Make({"127.0.0.1:0", {"page.example.org", name}}, api).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_THAT(std::string(status.message()), StartsWith("--allowed-host: \"")) << name;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("\x1b")));
  }
  for (const char* name : {"a", "a.b-c_d", "10.0.0.1", "[::1]", "[::1]:8080", "a:65535"}) {
    EXPECT_TRUE(PageServer::Make({"127.0.0.1:0", {name}}, api).ok()) << name;
  }
}

TEST(PageServerTest, RefusesAnAddressInUse) {
  RunningPage page;
  FakePageApi api;
  const absl::Status status = PageServer::Make({page.address()}, api).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("--listen"));
}

}  // namespace
}  // namespace cpsizer::ui
