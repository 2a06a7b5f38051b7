#include "server/process/http/http_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr size_t kMax = 1'000;

// Returns a complete request with the header lines in `text`, which must outlive the result.
HttpRequest RequestWith(const std::string& text) {
  const HttpRequest request = ReadHttpRequest(text);
  EXPECT_EQ(request.state, HttpRequest::State::kComplete) << text;
  return request;
}

std::string Head(absl::string_view headers, absl::string_view version = "HTTP/1.1") {
  return absl::StrCat("POST /validate ", version, "\r\n", headers, "\r\n");
}

TEST(HttpBodyTest, FindsHeadersInAnyCase) {
  const std::string text = Head("Host: a\r\ncontent-TYPE:  application/json \r\nX: 1\r\nx: 2\r\n");
  const HttpRequest request = RequestWith(text);
  EXPECT_THAT(HeaderValues(request.headers, "Content-Type"), ElementsAre("application/json"));
  EXPECT_THAT(HeaderValues(request.headers, "X"), ElementsAre("1", "2"));
  EXPECT_THAT(HeaderValues(request.headers, "Type"), IsEmpty());
  const std::string bare = "GET / HTTP/1.1\r\n\r\n";
  EXPECT_THAT(HeaderValues(RequestWith(bare).headers, "Host"), IsEmpty());
}

TEST(HttpBodyTest, ReadsTheLength) {
  const struct {
    absl::string_view headers;
    size_t bytes;
    int code;
  } kCases[] = {
      {"Content-Length: 12\r\n", 12, 0},
      {"content-length:0\r\n", 0, 0},
      {"Content-Length: 1000\r\n", 1'000, 0},
      {"Content-Length: 1001\r\n", 0, 413},
      {"Content-Length: 99999999999999999\r\n", 0, 413},
      {"Content-Length: 999999999999999999999999\r\n", 0, 400},
      {"Content-Length: -1\r\n", 0, 400},
      {"Content-Length: +1\r\n", 0, 400},
      {"Content-Length: 0x10\r\n", 0, 400},
      {"Content-Length: 1, 1\r\n", 0, 400},
      {"Content-Length:\r\n", 0, 400},
      {"Content-Length: 5\r\nContent-Length: 5\r\n", 0, 400},
      {"Transfer-Encoding: chunked\r\n", 0, 411},
      {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 0, 411},
      {"", 0, 411},
  };
  for (const auto& test : kCases) {
    const std::string text = Head(test.headers);
    const HttpBodyLength length = ReadBodyLength(RequestWith(text), kMax);
    EXPECT_EQ(length.code, test.code) << test.headers << length.why;
    if (test.code == 0) {
      EXPECT_EQ(length.bytes, test.bytes) << test.headers;
    } else {
      EXPECT_FALSE(length.why.empty()) << test.headers;
    }
  }
}

TEST(HttpBodyTest, DetectsWhenTheConnectionEnds) {
  const std::string open = Head("Connection: keep-alive\r\n");
  EXPECT_FALSE(WantsClose(RequestWith(open)));
  const std::string closing = Head("connection: Keep-Alive, Close\r\n");
  EXPECT_TRUE(WantsClose(RequestWith(closing)));
  const std::string old = Head("", "HTTP/1.0");
  EXPECT_TRUE(WantsClose(RequestWith(old)));
}

TEST(HttpBodyTest, DetectsWhenTheClientWaitsForTheStatus100) {
  const std::string waiting = Head("Expect: 100-Continue\r\n");
  EXPECT_TRUE(ExpectsContinue(RequestWith(waiting)));
  const std::string sending = Head("X: 100-continue\r\n");
  EXPECT_FALSE(ExpectsContinue(RequestWith(sending)));
}

}  // namespace
}  // namespace cpsizer::server
