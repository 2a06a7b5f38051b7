#include "server/process/http/http_request.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

using State = HttpRequest::State;

TEST(HttpRequestTest, ReadsMethodAndPath) {
  const struct {
    absl::string_view bytes;
    absl::string_view method;
    absl::string_view path;
  } kCases[] = {
      {"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "GET", "/metrics"},
      {"GET / HTTP/1.0\r\n\r\n", "GET", "/"},
      {"HEAD /livez?verbose=1&x HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n", "HEAD", "/livez"},
      {"POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "POST", "/metrics"},
      {"GET /a HTTP/1.1\r\nX-Empty:\r\nX-Tab:\ta\tb\r\nX-Colons: a:b::c\r\n\r\n", "GET", "/a"},
      {"GET /a HTTP/1.1\r\nX-High: \xc3\xa9\xff\r\n\r\n", "GET", "/a"},
      {"GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n", "GET", "/a"},
  };
  for (const auto& test : kCases) {
    const HttpRequest request = ReadHttpRequest(test.bytes);
    EXPECT_EQ(request.state, State::kComplete) << test.bytes << request.why;
    EXPECT_EQ(request.method, test.method) << test.bytes;
    EXPECT_EQ(request.path, test.path) << test.bytes;
  }
}

TEST(HttpRequestTest, RefusesMalformedRequestsWithTheirCodes) {
  const struct {
    absl::string_view name;
    std::string bytes;
    int code;
  } kCases[] = {
      {"a handshake of TLS, from its first byte on", "\x16", 400},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"another version", "GET / HTTP/1.2\r\n\r\n", 505},
      {"a version in small letters", "GET / http/1.1\r\n\r\n", 400},
      {"HTTP/0.9", "GET /\r\n\r\n", 400},
      {"no method", " / HTTP/1.1\r\n\r\n", 400},
      {"an endless method, before the end of the line", std::string(17, 'A'), 400},
      {"a method of other bytes", "G\xff", 400},
      {"an empty line first", "\r\nGET / HTTP/1.1\r\n\r\n", 400},
      {"line feed alone", "GET / HTTP/1.1\n\n", 400},
      {"carriage return alone", "GET / HTTP/1.1\rX: y\r\n\r\n", 400},
      {"carriage return twice", "GET / HTTP/1.1\r\nX: y\r\r\n\r\n", 400},
      {"a zero byte", std::string("GET /\0 HTTP/1.1\r\n\r\n", 19), 400},
      {"an escape sequence", "GET / HTTP/1.1\r\nX: \x1b[31m\r\n\r\n", 400},
      {"another host's resource", "GET http://x/ HTTP/1.1\r\n\r\n", 400},
      {"no resource", "OPTIONS * HTTP/1.1\r\n\r\n", 400},
      {"a tunnel", "CONNECT x:1 HTTP/1.1\r\n\r\n", 400},
      {"a space in the path", "GET /a b HTTP/1.1\r\n\r\n", 400},
      {"a tab in the path", "GET /a\tb HTTP/1.1\r\n\r\n", 400},
      {"a header without colon", "GET / HTTP/1.1\r\nX\r\n\r\n", 400},
      {"a header without name", "GET / HTTP/1.1\r\n: y\r\n\r\n", 400},
      {"a space before the colon", "GET / HTTP/1.1\r\nX : y\r\n\r\n", 400},
      {"a folded header", "GET / HTTP/1.1\r\nX: y\r\n z\r\n\r\n", 400},
  };
  for (const auto& test : kCases) {
    const HttpRequest request = ReadHttpRequest(test.bytes);
    EXPECT_EQ(request.state, State::kRefused) << test.name;
    EXPECT_EQ(request.code, test.code) << test.name;
    EXPECT_FALSE(request.why.empty()) << test.name;
  }
}

TEST(HttpRequestTest, EveryBeginningOfARequestWaitsForMore) {
  const std::string bytes = "GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: a, b\r\n\r\n";
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(ReadHttpRequest(bytes.substr(0, size)).state, State::kIncomplete) << size;
  }
}

TEST(HttpRequestTest, AcceptsAHeadUpToTheLimit) {
  const std::string start = "GET / HTTP/1.1\r\nX: ";
  const auto of_size = [&](size_t size) {
    return absl::StrCat(start, std::string(size - start.size() - 4, 'x'), "\r\n\r\n");
  };
  EXPECT_EQ(ReadHttpRequest(of_size(kMaxHttpHeadBytes)).state, State::kComplete);
  EXPECT_EQ(ReadHttpRequest(of_size(kMaxHttpHeadBytes + 1)).code, 431);
  const std::string endless = of_size(100'000).substr(0, kMaxHttpHeadBytes - 3);
  EXPECT_EQ(ReadHttpRequest(endless).code, 431) << "no end of the head fits any more";
  EXPECT_EQ(ReadHttpRequest(endless.substr(1)).state, State::kIncomplete);
}

}  // namespace
}  // namespace cpsizer::server
