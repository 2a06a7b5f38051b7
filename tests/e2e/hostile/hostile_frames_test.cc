// Tests clients that send harmful HTTP/2 frames or bytes of another protocol.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/hostile/hostile_test.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http2_client.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::BigEndian;
using ::cpsizer::testing::FrameType;
using ::cpsizer::testing::GrpcHeaders;
using ::cpsizer::testing::GrpcMessage;
using ::cpsizer::testing::HeaderBlock;
using ::cpsizer::testing::HpackInteger;
using ::cpsizer::testing::Http2Answer;
using ::cpsizer::testing::Http2Headers;
using ::cpsizer::testing::kEndHeaders;
using ::cpsizer::testing::kEndStream;
using ::cpsizer::testing::kHttp2Preface;
using ::cpsizer::testing::kMaxFrameBytes;
using ::cpsizer::testing::LoopbackSocket;
using ::cpsizer::testing::RawHttp2Client;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::ToBytes;
using ::grpc::StatusCode;
using ::testing::HasSubstr;

constexpr uint32_t kCancel = 8;
constexpr uint32_t kEnhanceYourCalm = 11;
constexpr int kRapidResets = 20'000;
constexpr int kStreamsPastTheLimit = 5'000;
constexpr size_t kSlowClients = 200;
constexpr int kFloodFrames = 100'000;

class HostileFramesTest : public HostileTest {
 protected:
  static void ExpectServed(const std::shared_ptr<grpc::Channel>& channel) {
    const grpc::Status status = Recommend(channel);
    EXPECT_TRUE(status.ok()) << "meanwhile: " << status.error_message();
  }
};

TEST_F(HostileFramesTest, InvalidHttp2EndsTheConnection) {
  const std::string kFirstBytes[] = {
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
      "POST /cpsizer.v1.SizingService/RecommendSize HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
      "SSH-2.0-OpenSSH_9.2\r\n",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),
      std::string(100'000, '\0'),
      std::string(100'000, '\xff'),
      "PRI * HTTP/2.0\r\n\r\nXX",
      absl::StrCat(kHttp2Preface, "not a frame at all"),
  };
  for (const std::string& bytes : kFirstBytes) {
    RawHttpClient client(server().address());
    client.Send(bytes);
    // The server sends only its SETTINGS, because it sends them before it reads the first byte.
    EXPECT_LT(client.ReadAll().size(), 100u) << bytes.substr(0, 60);
  }
}

TEST_F(HostileFramesTest, InvalidFramesEndTheConnection) {
  const uint32_t first = 1;
  const std::string block = HeaderBlock(GrpcHeaders(kRecommendSize));
  const std::string open = ToBytes({FrameType::kHeaders, kEndHeaders, first, block});
  const std::string kFrames[] = {
      ToBytes({FrameType::kHeaders, kEndHeaders, first, std::string(100, '\xff')}),
      ToBytes({FrameType::kHeaders, 0, first, block}) + ToBytes({FrameType::kPing, 0, 0, "12345678"}),
      ToBytes({FrameType::kContinuation, kEndHeaders, first, block}),
      ToBytes({FrameType::kSettings, 0, 0, "12345"}),
      ToBytes({FrameType::kSettings, 0, first, ""}),
      ToBytes({FrameType::kPing, 0, 0, "1"}),
      ToBytes({FrameType::kWindowUpdate, 0, 0, BigEndian(0x7fffffff)}) + ToBytes({FrameType::kWindowUpdate, 0, 0, "1"}),
      open + ToBytes({FrameType::kRstStream, 0, first, "1"}),
      ToBytes({FrameType::kData, 0, first, std::string((1 << 24) - 1, 'x')}),
  };
  for (const std::string& frame : kFrames) {
    RawHttp2Client client(server().address());
    ASSERT_TRUE(client.AwaitSettings());
    client.Send(frame);
    EXPECT_TRUE(client.AwaitEnd()) << "still open after frames of type " << int{frame[3]} << ", " << frame.size()
                                   << " bytes";
  }
}

TEST_F(HostileFramesTest, FramesOfUnknownStreamsAreIgnored) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  client.Send({FrameType::kHeaders, kEndHeaders, 0, HeaderBlock(GrpcHeaders(kRecommendSize))});
  client.Send({FrameType::kData, 0, 0, "x"});
  client.Send({FrameType::kData, kEndStream, 12'345, "x"});
  const std::string message = GrpcMessage(testing::SmallRequest().SerializeAsString());
  EXPECT_EQ(client.Await(client.Call(GrpcHeaders(kRecommendSize), message)).grpc_status(), StatusCode::OK);
}

TEST_F(HostileFramesTest, DataPastTheWindowEndsTheConnection) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  const uint32_t stream = client.Open(GrpcHeaders(kRecommendSize));
  // These are the first bytes of a message that is longer than the whole window.
  client.Send({FrameType::kData, 0, stream, std::string("\0\xff\xff\xff\xff", 5)});
  while (client.Send({FrameType::kData, 0, stream, std::string(kMaxFrameBytes, 'x')})) {
  }
  EXPECT_TRUE(client.AwaitEnd());
}

TEST_F(HostileFramesTest, RapidResetDoesNotBlockOthers) {
  const auto others = server().Connect();
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  for (int i = 0; i < kRapidResets; ++i) {
    const uint32_t stream = client.Open(GrpcHeaders(kRecommendSize));
    if (!client.Send({FrameType::kRstStream, 0, stream, BigEndian(kCancel)})) break;
    if (i % 5'000 == 0) ExpectServed(others);
  }
  ExpectServed(others);
}

TEST_F(HostileFramesTest, StreamsPastTheLimitEndTheConnectionOfAClientThatKnowsIt) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  for (int i = 0; i < 1'000; ++i) client.Open(GrpcHeaders(kRecommendSize));
  EXPECT_TRUE(client.AwaitEnd());
}

// gRPC enforces the limit of streams only after the client has acknowledged the SETTINGS.
TEST_F(HostileFramesTest, StreamsOfAClientThatNeverAcknowledgesSettingsEndTheConnection) {
  const auto others = server().Connect();
  RawHttp2Client client(server().address(), RawHttp2Client::Settings::kIgnore);
  ASSERT_TRUE(client.AwaitSettings());
  for (int i = 0; i < kStreamsPastTheLimit; ++i) client.Open(GrpcHeaders(kRecommendSize));
  EXPECT_TRUE(client.AwaitEnd());
  ExpectServed(others);
}

TEST_F(HostileFramesTest, EndlessPingsEndTheConnection) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  std::string pings;
  for (int i = 0; i < kFloodFrames; ++i) pings += ToBytes({FrameType::kPing, 0, 0, "12345678"});
  client.SendUnread(pings);
  EXPECT_TRUE(client.AwaitEnd());
  ASSERT_TRUE(client.go_away().has_value());
  EXPECT_EQ(client.go_away()->code, kEnhanceYourCalm);
  EXPECT_EQ(client.go_away()->text, "too_many_pings");
}

TEST_F(HostileFramesTest, UnreadResponsesAreBounded) {
  const auto others = server().Connect();
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  std::string settings;
  for (int i = 0; i < kFloodFrames; ++i) settings += ToBytes({FrameType::kSettings, 0, 0, ""});
  for (int i = 0; i < 20; ++i) client.SendUnread(settings);  // each time as much as the server accepts
  ExpectServed(others);
}

TEST_F(HostileFramesTest, MetadataOverTheLimitEndsTheCallOfAClientThatKnowsIt) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  Http2Headers headers = GrpcHeaders(kRecommendSize);
  headers.emplace_back("x", std::string(9'000, 'x'));
  const Http2Answer answer = client.Await(client.Call(headers, GrpcMessage("")));
  EXPECT_EQ(answer.grpc_status(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(answer.Header("grpc-message"), HasSubstr("metadata size exceeds limit"));
}

// Sends one header block in many frames. Waits until the call has ended, and returns the response.
Http2Answer CallWithFrames(RawHttp2Client& client, const std::vector<std::string>& blocks) {
  client.Send({FrameType::kHeaders, 0, 1, HeaderBlock(GrpcHeaders(kRecommendSize))});
  for (const std::string& block : blocks) {
    if (!client.Send({FrameType::kContinuation, 0, 1, block})) break;
  }
  client.Send({FrameType::kContinuation, kEndHeaders, 1, ""});
  client.Send({FrameType::kData, kEndStream, 1, GrpcMessage(testing::SmallRequest().SerializeAsString())});
  return client.Await(1);
}

std::string SixteenKiBOfHeaders() {
  Http2Headers headers;
  for (int i = 0; i < 4; ++i) headers.emplace_back("x", std::string(4'000, 'x'));
  return HeaderBlock(headers);
}

// gRPC ends the call and closes the connection. The client does not always receive the status before that.
TEST_F(HostileFramesTest, AFloodOfContinuationsEndsTheCallAndTheConnectionOfAClientThatKnowsTheLimit) {
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  const Http2Answer answer = CallWithFrames(client, std::vector<std::string>(2'000, SixteenKiBOfHeaders()));
  if (answer.over()) {
    EXPECT_EQ(answer.grpc_status(), StatusCode::RESOURCE_EXHAUSTED) << answer.Header("grpc-message");
  }
  EXPECT_TRUE(client.AwaitEnd());
  ExpectServed(server().Connect());
}

// Until a client has acknowledged the SETTINGS, gRPC does not limit headers. gRPC has no option for such a limit.
TEST_F(HostileFramesTest, AFloodOfContinuationsOfAClientThatAcknowledgesNothingEndsTheConnection) {
  RawHttp2Client client(server().address(), RawHttp2Client::Settings::kIgnore);
  const std::vector<std::string> eight_mib(512, SixteenKiBOfHeaders());
  EXPECT_NE(CallWithFrames(client, eight_mib).grpc_status(), StatusCode::OK);
  EXPECT_TRUE(client.AwaitEnd());
}

TEST_F(HostileFramesTest, EmptyContinuationsEndTheConnection) {
  RawHttp2Client client(server().address());
  EXPECT_NE(CallWithFrames(client, std::vector<std::string>(kFloodFrames, "")).grpc_status(), StatusCode::OK);
  EXPECT_TRUE(client.AwaitEnd());
}

// gRPC 1.51 stores an incomplete header and parses the whole header again after each frame. Therefore a long header
// makes each frame slower (CVE-2023-33953).
TEST_F(HostileFramesTest, EndlessHeaderEndsTheConnection) {
  const auto others = server().Connect();
  RawHttp2Client client(server().address());
  ASSERT_TRUE(client.AwaitSettings());
  const std::string endless = absl::StrCat(absl::string_view("\0\1x", 3), HpackInteger(1 << 30, 7));
  client.Send({FrameType::kHeaders, 0, 1, HeaderBlock(GrpcHeaders(kRecommendSize)) + endless});
  for (int i = 0; i < 256; ++i) {
    if (!client.Send({FrameType::kContinuation, 0, 1, std::string(kMaxFrameBytes, 'x')})) break;
  }
  EXPECT_TRUE(client.AwaitEnd());
  ExpectServed(others);
}

TEST_F(HostileFramesTest, SlowClientsDoNotDelayOthers) {
  const std::string preface(kHttp2Preface);
  const std::string settings = ToBytes({FrameType::kSettings, 0, 0, ""});
  const std::string headers = ToBytes({FrameType::kHeaders, kEndHeaders, 1, HeaderBlock(GrpcHeaders(kRecommendSize))});
  const std::string body = ToBytes({FrameType::kData, 0, 1, GrpcMessage(std::string(1'000, 'x'))});
  const std::string all = preface + settings + headers + body;
  const auto part = [&](size_t client, size_t more, size_t size) {
    return all.substr(std::min(all.size(), all.size() * client / kSlowClients + more), size);
  };
  // Each client stops at a different point: in the preface, in a frame header, in headers, between frames, or in the
  // body.
  std::vector<LoopbackSocket> slow;
  for (size_t i = 0; i < kSlowClients; ++i) {
    slow.emplace_back(server().address());
    ASSERT_TRUE(slow.back().Send(all.substr(0, all.size() * i / kSlowClients)));
  }
  const auto others = server().Connect();
  for (size_t i = 0; i < 20; ++i) {
    // In each iteration, each client sends only one more byte of its call.
    for (size_t j = 0; j < kSlowClients; ++j) slow[j].Send(part(j, i, 1));
    ExpectServed(others);
  }
  ExpectServed(server().Connect());
}

}  // namespace
}  // namespace cpsizer::e2e
