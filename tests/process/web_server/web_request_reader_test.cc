#include "server/process/web_server/web_request_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
    reader.Begin();
  }
  EXPECT_FALSE(reader.has_bytes());
}

TEST(WebRequestReaderTest, RefusesWhatIsNotARequest) {
  const struct {
    std::string bytes;
    int code;
  } kCases[] = {
      {"\x16\x03\x01\x02", 400},
      {std::string(1, '\0'), 400},
      {"\r\n", 400},
      {"GET\r\n\r\n", 400},
      {"GET /a\r\n\r\n", 400},
      {"GET /a HTTP/2.0\r\n\r\n", 505},
      {"GET http://x/a HTTP/1.1\r\n\r\n", 400},
      {"CONNECT x:1 HTTP/1.1\r\n\r\n", 400},
      {"OPTIONS * HTTP/1.1\r\n\r\n", 400},
      {"GET /a\x01 HTTP/1.1\r\n\r\n", 400},
      {"GET /a HTTP/1.1\r\nno colon\r\n\r\n", 400},
      {"GET /a HTTP/1.1\r\nX : 1\r\n\r\n", 400},
      {std::string("GET /a HTTP/1.1\r\nX: \0\r\n\r\n", 25), 400},
      {"POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST /a HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", 400},
      {"POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411},
      {"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400},
      {absl::StrCat("GET /a HTTP/1.1\r\nX: ", std::string(kMaxHeadBytes, 'x')), 431},
      {absl::StrCat("GET /", std::string(kMaxHeadBytes, 'x')), 431},
  };
  for (const auto& test : kCases) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(test.bytes);
    EXPECT_EQ(reader.ReadHead(), Progress::kRefused) << test.bytes.substr(0, 60);
    EXPECT_EQ(reader.code(), test.code) << test.bytes.substr(0, 60);
    EXPECT_FALSE(reader.why().empty());
  }
}

TEST(WebRequestReaderTest, AnOldOrClosingClientEndsTheConnection) {
  for (const char* head : {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"}) {
    WebRequestReader reader(kMaxHeadBytes);
    reader.Add(head);
    ASSERT_EQ(reader.ReadHead(), Progress::kDone);
    EXPECT_FALSE(reader.keep_alive()) << head;
  }
}

}  // namespace
}  // namespace cpsizer::server
