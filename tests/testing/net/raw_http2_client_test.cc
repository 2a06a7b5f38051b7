#include "tests/testing/net/raw_http2_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/net/http2_frames.h"

namespace cpsizer::testing {
namespace {

using ::testing::IsEmpty;

TEST(Http2FramesTest, FrameBeginsWithLengthTypeFlagsAndStream) {
  EXPECT_EQ(ToBytes({FrameType::kHeaders, kEndHeaders, 0x01020304, "abc"}),
            std::string("\0\0\3\1\4\1\2\3\4abc", kFrameHeadBytes + 3));
  EXPECT_EQ(ReadBigEndian(BigEndian(0xfedcba98)), 0xfedcba98);
}

// Tests the examples of RFC 7541, appendix C.1. The bits before the prefix are zero.
TEST(Http2FramesTest, EncodesIntegersAsHpackDoes) {
  EXPECT_EQ(HpackInteger(10, 5), "\x0a");
  EXPECT_EQ(HpackInteger(1'337, 5), "\x1f\x9a\x0a");
  EXPECT_EQ(HpackInteger(42, 8), "\x2a");
}

TEST(Http2FramesTest, HeaderBlockIsReadBackUnchanged) {
  const Http2Headers headers = {{":path", "/x"}, {"long", std::string(10'000, 'x')}, {"", ""}, {"bytes", "\xff\x01"}};
  HeaderInflater inflater;
  EXPECT_EQ(inflater.Inflate(HeaderBlock(headers)), headers);
  EXPECT_EQ(inflater.Inflate(HeaderBlock(headers)), headers) << "the second block of a connection";
}

TEST(Http2FramesTest, InvalidHeaderBlockHasNoHeaders) {
  HeaderInflater inflater;
  EXPECT_THAT(inflater.Inflate("\xff\xff\xff\xff\xff\xff\xff"), IsEmpty());
}

TEST(Http2FramesTest, GrpcMessageBeginsWithFlagAndLength) {
  EXPECT_EQ(GrpcMessage("abc"), std::string("\0\0\0\0\3abc", 8));
  EXPECT_EQ(GrpcMessage("", /*compressed=*/true), std::string("\1\0\0\0\0", 5));
}

TEST(Http2AnswerTest, LastValueOfAHeaderCountsAndTheStatusMayBeMissing) {
  Http2Answer answer;
  EXPECT_EQ(answer.grpc_status(), -1);
  EXPECT_FALSE(answer.over());
  answer.headers = {{"grpc-status", "1"}, {"grpc-status", "14"}};
  EXPECT_EQ(answer.grpc_status(), 14);
  EXPECT_EQ(answer.Header("none"), "");
}

TEST(RawHttp2ClientTest, WithoutAServerTheConnectionIsEnded) {
  RawHttp2Client client("127.0.0.1:1");
  EXPECT_FALSE(client.Send("x"));
  EXPECT_TRUE(client.AwaitEnd());
}

}  // namespace
}  // namespace cpsizer::testing
