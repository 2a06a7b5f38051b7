#include "server/rpc/first_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/process/log_lines.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::RunningServer;
using ::testing::HasSubstr;

TEST(FirstBytesTest, IdentifiesTheProtocolOfAClient) {
  const struct {
    absl::string_view bytes;
    absl::string_view what;
  } kCases[] = {
      {"", ""},
      {"P", ""},
      {"PRI ", ""},
      {absl::string_view("\x16\x03\x01\x00", 4), "a client uses TLS on this plaintext port"},
      {"GET ", "a client uses HTTP/1.1 on the gRPC port"},
      {"POST", "a client uses HTTP/1.1 on the gRPC port"},
      {"PRO ", "a client uses neither HTTP/2 nor TLS on the gRPC port"},
      {"\x16", "a client uses neither HTTP/2 nor TLS on the gRPC port"},
      {absl::string_view("\0\0\0\0", 4), "a client uses neither HTTP/2 nor TLS on the gRPC port"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(ExplainFirstBytes(test.bytes).what, test.what) << test.bytes;
    EXPECT_EQ(ExplainFirstBytes(test.bytes).hint.empty(), test.what.empty()) << test.bytes;
  }
}

TEST(FirstBytesTest, OnlyClientsOfAnotherProtocolAreLogged) {
  LogLines lines;
  RunningServer server;
  ASSERT_TRUE(cpsizer::testing::Recommend(server.stub()).ok());
  RawHttpClient silent("http://" + server->address());
  RawHttpClient tls("http://" + server->address());
  tls.Send(absl::string_view("\x16\x03\x01\x00\x05hello", 10));
  EXPECT_THAT(lines.WaitFor("a client uses"), HasSubstr("a client uses TLS on this"));
  RawHttpClient http("http://" + server->address());
  http.Begin("GET", "/metrics");
  EXPECT_THAT(lines.WaitFor("HTTP/1.1"), HasSubstr("--admin-addr"));
  EXPECT_TRUE(cpsizer::testing::Recommend(*v1::SizingService::NewStub(server.NewChannel())).ok());
  EXPECT_EQ(lines.With("a client uses").size(), 2u);
}

TEST(FirstBytesTest, ASilentConnectionIsServed) {
  RunningServer server;
  RawHttpClient silent("http://" + server->address());
  EXPECT_EQ(silent.ReadBytes(9).size(), 9u) << "the head of the server's SETTINGS";
}

}  // namespace
}  // namespace cpsizer::server
