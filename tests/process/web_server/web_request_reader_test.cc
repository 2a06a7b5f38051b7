#include "server/process/web_server/web_request_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

using Progress = WebRequestReader::Progress;

constexpr size_t kMaxHeadBytes = 8 << 10;

TEST(WebRequestReaderTest, ReadsAHeadByteByByte) {
  WebRequestReader reader(kMaxHeadBytes);
  const std::string head = "POST /path?a=1&b HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\n";
  for (size_t i = 0; i < head.size(); ++i) {
    EXPECT_EQ(reader.ReadHead(), Progress::kMore) << i;
    reader.Add(head.substr(i, 1));
  }
  ASSERT_EQ(reader.ReadHead(), Progress::kDone);
  const WebRequest& request = reader.request();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/path");
  EXPECT_EQ(request.query, "a=1&b");
  EXPECT_EQ(request.Values("X-a"), (std::vector<absl::string_view>{"1", "2"}));
  EXPECT_EQ(request.body_bytes, 2u);
  EXPECT_TRUE(reader.keep_alive());
  EXPECT_EQ(reader.ReadBody(), Progress::kMore);
  reader.Add("a");
  EXPECT_EQ(reader.ReadBody(), Progress::kMore);
  reader.Add("bGET");
  ASSERT_EQ(reader.ReadBody(), Progress::kDone);
  EXPECT_EQ(request.body, "ab");
  EXPECT_TRUE(reader.has_bytes());
}

TEST(WebRequestReaderTest, ReadsSeveralRequests) {
  WebRequestReader reader(kMaxHeadBytes);
  reader.Add("GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 1\r\n\r\nxGET /c HTTP/1.0\r\n\r\n");
  for (const char* path : {"/a", "/b", "/c"}) {
    ASSERT_EQ(reader.ReadHead(), Progress::kDone);
    ASSERT_EQ(reader.ReadBody(), Progress::kDone);
    EXPECT_EQ(reader.request().path, path);
    reader.EndRequest(false);
  }
  EXPECT_FALSE(reader.has_bytes());
}

TEST(WebRequestReaderTest, AcceptsUnusualRequests) {
  const struct {
    absl::string_view bytes;
    absl::string_view method;
    absl::string_view path;
  } kCases[] = {
      {"GET / HTTP/1.0\r\n\r\n", "GET", "/"},
      {"HEAD /livez?verbose=1&x HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n", "HEAD", "/livez"},
      {"get /a HTTP/1.1\r\n\r\n", "get", "/a"},
      {"GET /a HTTP/1.1\r\nX-Empty:\r\nX-Tab:\ta\tb\r\nX-Colons: a:b::c\r\n\r\n", "GET", "/a"},
      {"GET /a HTTP/1.1\r\nX-High: \xc3\xa9\xff\r\n\r\n", "GET", "/a"},
      {"POST /a HTTP/1.1\r\ncontent-length:0\r\n\r\n", "POST", "/a"},
  };
  for (const auto& test : kCases) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(test.bytes);
    EXPECT_EQ(reader.ReadHead(), Progress::kDone) << test.bytes << reader.why();
    EXPECT_EQ(reader.request().method, test.method) << test.bytes;
    EXPECT_EQ(reader.request().path, test.path) << test.bytes;
  }
}

TEST(WebRequestReaderTest, RefusesWhatIsNotARequest) {
  const struct {
    absl::string_view name;
    std::string bytes;
    int code;
  } kCases[] = {
      {"a handshake of TLS, from its first byte on", "\x16", 400},
      {"a zero byte first", std::string(1, '\0'), 400},
      {"an empty line first", "\r\n", 400},
      {"no method", " / HTTP/1.1\r\n\r\n", 400},
      {"a method of other bytes", "G\xff", 400},
      {"an endless method, before the end of the line", std::string(17, 'A'), 400},
      {"only a method", "GET\r\n\r\n", 400},
      {"HTTP/0.9", "GET /a\r\n\r\n", 400},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\n", 505},
      {"another version", "GET / HTTP/1.2\r\n\r\n", 505},
      {"a version in small letters", "GET / http/1.1\r\n\r\n", 400},
      {"another host's resource", "GET http://x/a HTTP/1.1\r\n\r\n", 400},
      {"a tunnel", "CONNECT x:1 HTTP/1.1\r\n\r\n", 400},
      {"no resource", "OPTIONS * HTTP/1.1\r\n\r\n", 400},
      {"a space in the path", "GET /a b HTTP/1.1\r\n\r\n", 400},
      {"a tab in the path", "GET /a\tb HTTP/1.1\r\n\r\n", 400},
      {"a control character in the path, at once", "GET /a\x01", 400},
      {"a zero byte in the path, at once", std::string("GET /\0", 6), 400},
      {"line feed alone, at once", "GET / HTTP/1.1\n", 400},
      {"carriage return alone, at once", "GET / HTTP/1.1\rX", 400},
      {"carriage return twice, at once", "GET / HTTP/1.1\r\nX: y\r\r", 400},
      {"an escape sequence, at once", "GET / HTTP/1.1\r\nX: \x1b", 400},
      {"a zero byte in a header, at once", std::string("GET /a HTTP/1.1\r\nX: \0", 21), 400},
      {"a folded header, at once", "GET / HTTP/1.1\r\nX: y\r\n ", 400},
      {"a header without colon", "GET /a HTTP/1.1\r\nno colon\r\n\r\n", 400},
      {"a header without name", "GET / HTTP/1.1\r\n: y\r\n\r\n", 400},
      {"a space before the colon", "GET /a HTTP/1.1\r\nX : 1\r\n\r\n", 400},
      {"an endless header", absl::StrCat("GET /a HTTP/1.1\r\nX: ", std::string(kMaxHeadBytes, 'x')), 431},
      {"an endless path", absl::StrCat("GET /", std::string(kMaxHeadBytes, 'x')), 431},
  };
  for (const auto& test : kCases) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(test.bytes);
    EXPECT_EQ(reader.ReadHead(), Progress::kRefused) << test.name;
    EXPECT_EQ(reader.code(), test.code) << test.name;
    EXPECT_FALSE(reader.why().empty()) << test.name;
    if (absl::EndsWith(test.name, "at once")) {
      WebRequestReader before(kMaxHeadBytes);
      before.Add(test.bytes.substr(0, test.bytes.size() - 1));
      EXPECT_EQ(before.ReadHead(), Progress::kMore) << test.name;
    }
  }
}

TEST(WebRequestReaderTest, RefusesABodyWithoutAKnownLength) {
  const struct {
    absl::string_view headers;
    int code;
  } kCases[] = {
      {"Content-Length: -1\r\n", 400},
      {"Content-Length: +1\r\n", 400},
      {"Content-Length: 1e3\r\n", 400},
      {"Content-Length: 0x10\r\n", 400},
      {"Content-Length:\r\n", 400},
      {"Content-Length: 999999999999999999999999\r\n", 400},
      {"Content-Length: 1, 1\r\n", 400},
      {"Content-Length: 1\r\nContent-Length: 2\r\n", 400},
      {"Content-Length: 5\r\nContent-Length: 5\r\n", 400},
      {"Transfer-Encoding: chunked\r\n", 411},
      {"Transfer-Encoding: gzip\r\n", 411},
      {"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", 411},
      {"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", 411},
      {"Content-Length: 12\r\n", 0},
      {"content-length:0\r\n", 0},
      {"Content-Length: 99999999999999999\r\n", 0},
      {"", 0},
  };
  for (const auto& test : kCases) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(absl::StrCat("POST /a HTTP/1.1\r\n", test.headers, "\r\n"));
    EXPECT_EQ(reader.ReadHead(), Progress::kDone) << test.headers;
    EXPECT_EQ(reader.code(), test.code) << test.headers;
    EXPECT_EQ(reader.keep_alive(), test.code == 0) << test.headers;
  }
}

TEST(WebRequestReaderTest, AcceptsAHeadUpToTheLimit) {
  const std::string start = "GET / HTTP/1.1\r\nX: ";
  const auto read = [&start](size_t size) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(absl::StrCat(start, std::string(size - start.size() - 4, 'x'), "\r\n\r\n"));
    return reader.ReadHead();
  };
  EXPECT_EQ(read(kMaxHeadBytes), Progress::kDone);
  EXPECT_EQ(read(kMaxHeadBytes + 1), Progress::kRefused);
}

TEST(WebRequestReaderTest, FindsTheOnlyContentTypeInJson) {
  const struct {
    absl::string_view headers;
    bool is_json;
  } kCases[] = {
      {"content-TYPE:  application/json \r\n", true},
      {"Content-Type: Application/JSON; charset=utf-8\r\n", true},
      {"Content-Type: text/plain\r\n", false},
      {"Content-Type: application/json\r\nContent-Type: application/json\r\n", false},
      {"Type: application/json\r\n", false},
      {"", false},
  };
  for (const auto& test : kCases) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(absl::StrCat("POST /a HTTP/1.1\r\n", test.headers, "\r\n"));
    ASSERT_EQ(reader.ReadHead(), Progress::kDone) << test.headers;
    EXPECT_EQ(reader.request().HasJson(), test.is_json) << test.headers;
  }
}

TEST(WebRequestReaderTest, FindsClientsThatWaitForTheStatus100) {
  for (const char* header : {"Expect: 100-Continue", "X: 100-continue"}) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(absl::StrCat("POST /a HTTP/1.1\r\n", header, "\r\n\r\n"));
    ASSERT_EQ(reader.ReadHead(), Progress::kDone);
    EXPECT_EQ(reader.expects_continue(), header[0] == 'E') << header;
  }
}

TEST(WebRequestReaderTest, AnOldOrClosingClientEndsTheConnection) {
  for (const char* head :
       {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "GET / HTTP/1.1\r\nconnection: Keep-Alive, Close\r\n\r\n"}) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(head);
    ASSERT_EQ(reader.ReadHead(), Progress::kDone);
    EXPECT_FALSE(reader.keep_alive()) << head;
  }
}

}  // namespace
}  // namespace cpsizer::server
