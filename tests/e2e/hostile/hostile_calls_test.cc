// Tests calls that no gRPC client makes: unusual headers, unusual numbers of messages, and other content types.
#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/status.pb.h"
#include "tests/e2e/hostile/hostile_test.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http2_client.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::GrpcHeaders;
using ::cpsizer::testing::GrpcMessage;
using ::cpsizer::testing::Http2Answer;
using ::cpsizer::testing::Http2Headers;
using ::cpsizer::testing::kEndHeaders;
using ::cpsizer::testing::kEndStream;
using ::cpsizer::testing::RawHttp2Client;
using ::grpc::StatusCode;
using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string GoodMessage() {
  return GrpcMessage(testing::SmallRequest().SerializeAsString());
}

// Returns the headers of a usual call after changing or adding one header.
Http2Headers With(const std::string& name, const std::string& value) {
  Http2Headers headers = GrpcHeaders(kRecommendSize);
  for (auto& header : headers) {
    if (header.first != name) continue;
    header.second = value;
    return headers;
  }
  headers.emplace_back(name, value);
  return headers;
}

Http2Headers Without(absl::string_view name) {
  Http2Headers headers;
  for (const auto& header : GrpcHeaders(kRecommendSize)) {
    if (header.first != name) headers.push_back(header);
  }
  return headers;
}

class HostileCallsTest : public HostileTest {
 protected:
  // Makes a call on a new connection.
  Http2Answer Call(const Http2Headers& headers, absl::string_view body = GoodMessage()) {
    RawHttp2Client client(server().address());
    return client.Await(client.Call(headers, body));
  }
  static void ExpectStatus(const Http2Answer& answer, StatusCode code, absl::string_view text, absl::string_view what) {
    EXPECT_TRUE(answer.ended) << what;
    EXPECT_EQ(answer.Header(":status"), "200") << what;
    EXPECT_EQ(answer.grpc_status(), code) << what << ": " << answer.Header("grpc-message");
    EXPECT_THAT(answer.Header("grpc-message"), HasSubstr(std::string(text))) << what;
  }
};

TEST_F(HostileCallsTest, OrdinaryCallIsAccepted) {
  ExpectStatus(Call(GrpcHeaders(kRecommendSize)), StatusCode::OK, "", "the call that all others differ from");
}

// The HTTP filter of gRPC refuses these calls before it calls code of cpsizer. Its errors do not contain a
// google.rpc.Status, and cpsizer cannot add one. No gRPC client sends such calls, and the server processes none of
// them.
TEST_F(HostileCallsTest, NonGrpcCallsAreRefusedByGrpc) {
  const struct {
    Http2Headers headers;
    const char* text;
  } kCases[] = {
      {With(":method", "GET"), "Bad method header"},
      {With(":method", "PUT"), "Bad method header"},
      {With(":method", "DELETE"), "Bad method header"},
      {With(":method", "\x1b[31m"), "Bad method header"},
      {With(":scheme", "ftp"), "Bad :scheme header"},
      {With("te", "gzip"), "Bad :te header"},
      {Without(":method"), "Missing :method header"},
      {Without(":scheme"), "Missing :scheme header"},
      {Without(":path"), "Missing :path header"},
      {Without(":authority"), "Missing :authority header"},
      {Without("te"), "Missing :te header"},
  };
  for (const auto& test : kCases) ExpectStatus(Call(test.headers), StatusCode::UNKNOWN, test.text, test.text);
}

TEST_F(HostileCallsTest, UnknownMethodIsUnimplementedForAnyName) {
  const std::string kPaths[] = {"",
                                "/",
                                "//",
                                "*",
                                "RecommendSize",
                                "/cpsizer.v1.SizingService/",
                                "/cpsizer.v1.SizingService/recommendsize",
                                "/cpsizer.v1.SizingService/RecommendSize/",
                                "/cpsizer.v1.SizingService/RecommendSize?x=1",
                                "/../../etc/passwd",
                                "/\xff\xfe/\x01\x1b[31m",
                                std::string("/a\0b", 4),
                                "/" + std::string(4'000, 'x')};
  for (const std::string& path : kPaths) {
    const Http2Answer answer = Call(With(":path", path));
    ExpectStatus(answer, StatusCode::UNIMPLEMENTED, "this server has no method", path);
    std::string details;
    google::rpc::Status status;  // not parsed if a string is not UTF-8
    EXPECT_TRUE(absl::Base64Unescape(answer.Header("grpc-status-details-bin"), &details)) << path;
    EXPECT_TRUE(status.ParseFromString(details)) << path;
    EXPECT_LT(answer.Header("grpc-message").size(), 300u) << path;
  }
}

// gRPC logs an unknown content type and continues. The result then depends on whether the body is a gRPC message.
TEST_F(HostileCallsTest, AnotherContentTypeIsAnsweredAsGrpcIfTheMessageIs) {
  for (const char* type : {"application/grpc-web", "application/grpc-web+proto", "application/grpc-web-text",
                           "application/json", "application/x-protobuf", "text/html", "", "\x01"}) {
    const Http2Answer answer = Call(With("content-type", type));
    ExpectStatus(answer, StatusCode::OK, "", type);
    EXPECT_EQ(answer.Header("content-type"), "application/grpc") << type;
  }
  ExpectStatus(Call(Without("content-type")), StatusCode::OK, "", "no content type");
}

// gRPC passes no message or an empty message to cpsizer, depending on how much of the body it has read. cpsizer cannot
// distinguish this empty message from an empty message of a client. Therefore the response may be the response to an
// empty request, such as an empty batch or an error about the missing configuration.
TEST_F(HostileCallsTest, InvalidBodyIsAtMostAnEmptyRequest) {
  const std::string kBodies[] = {"{\"demand\": {\"memory\": \"20Gi\"}}",
                                 "AAAAAAA=",
                                 std::string(1, '\0'),
                                 std::string("\0\0\0\0", 4),
                                 std::string("\0\0\0\0\5abcd", 9),
                                 std::string("\0\xff\xff\xff\xff", 5),
                                 std::string("\2\0\0\0\0", 5),
                                 GoodMessage().substr(0, GoodMessage().size() - 1)};
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    const bool is_batch = method.path == kBatchRecommendSize || method.path == kBatchRecommendReplicas;
    for (const std::string& body : kBodies) {
      const Http2Answer answer = Call(GrpcHeaders(method.path), body);
      if (is_batch && answer.grpc_status() == StatusCode::OK) {
        EXPECT_EQ(answer.data, GrpcMessage("")) << body;
        continue;
      }
      ExpectStatus(answer, StatusCode::INVALID_ARGUMENT, "", method.path + " " + body);
      EXPECT_THAT(answer.Header("grpc-message"),
                  AnyOf(HasSubstr("before a complete request arrived"), HasSubstr("the request has no configuration"),
                        HasSubstr("the request has no autoscaler"), HasSubstr("there are neither workloads nor nodes"),
                        HasSubstr("there are neither autoscalers nor a current state")));
    }
  }
}

TEST_F(HostileCallsTest, CallWithoutAMessageGetsAnError) {
  RawHttp2Client client(server().address());
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    const uint32_t closed_by_headers = client.Open(GrpcHeaders(method.path), kEndHeaders | kEndStream);
    const uint32_t closed_by_data = client.Call(GrpcHeaders(method.path), "");
    for (const uint32_t stream : {closed_by_headers, closed_by_data}) {
      ExpectStatus(client.Await(stream), StatusCode::INVALID_ARGUMENT, "before a complete request arrived",
                   method.path);
    }
  }
}

TEST_F(HostileCallsTest, HealthReportsAnUnreadableRequest) {
  for (const char* path : {"/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"}) {
    ExpectStatus(Call(GrpcHeaders(path), GrpcMessage("\xff\xff\xff")), StatusCode::INVALID_ARGUMENT,
                 "malformed protobuf", path);
    ExpectStatus(Call(GrpcHeaders(path), ""), StatusCode::INVALID_ARGUMENT, "before a complete request arrived", path);
    ExpectStatus(Call(GrpcHeaders(path), GrpcMessage(std::string(9'000, 'x'))), StatusCode::RESOURCE_EXHAUSTED, "",
                 path);
  }
}

TEST_F(HostileCallsTest, ReflectionReportsAnUnreadableRequest) {
  for (const char* version : {"v1", "v1alpha"}) {
    const std::string path = absl::StrCat("/grpc.reflection.", version, ".ServerReflection/ServerReflectionInfo");
    ExpectStatus(Call(GrpcHeaders(path), GrpcMessage("\xff\xff\xff")), StatusCode::INVALID_ARGUMENT,
                 "malformed protobuf", path);
    ExpectStatus(Call(GrpcHeaders(path), GrpcMessage(std::string(9'000, 'x'))), StatusCode::RESOURCE_EXHAUSTED, "",
                 path);
    ExpectStatus(Call(GrpcHeaders(path), ""), StatusCode::OK, "", path);
  }
}

TEST_F(HostileCallsTest, OfSeveralMessagesTheFirstIsAnswered) {
  const std::string junk = GrpcMessage("junk");
  ExpectStatus(Call(GrpcHeaders(kRecommendSize), GoodMessage() + GoodMessage()), StatusCode::OK, "", "two");
  ExpectStatus(Call(GrpcHeaders(kRecommendSize), GoodMessage() + junk), StatusCode::OK, "", "good, junk");
  ExpectStatus(Call(GrpcHeaders(kRecommendSize), junk + GoodMessage()), StatusCode::INVALID_ARGUMENT, "", "junk, good");
}

TEST_F(HostileCallsTest, ARequestThatEndsEarlyBetweenTwoFramesIsMalformed) {
  // The first byte of the message is a tag that ends the message. The message is sent in two frames, so that protobuf
  // gets pieces of each length.
  for (size_t count = 1; count < 24; ++count) {
    const std::string message = GrpcMessage(std::string("\x0c", 1) + std::string(count, 'x'));
    for (size_t at = 5; at < message.size(); ++at) {
      RawHttp2Client client(server().address());
      const uint32_t stream = client.Open(GrpcHeaders(kRecommendSize));
      client.Send({testing::FrameType::kData, 0, stream, message.substr(0, at)});
      client.Send({testing::FrameType::kData, kEndStream, stream, message.substr(at)});
      ExpectStatus(client.Await(stream), StatusCode::INVALID_ARGUMENT, "malformed protobuf", absl::StrCat(count));
    }
  }
}

TEST_F(HostileCallsTest, CompressedMessagesAreNotInflated) {
  const std::string small = testing::SmallRequest().SerializeAsString();
  for (const char* encoding : {"gzip", "deflate"}) {
    ExpectStatus(Call(With("grpc-encoding", encoding), GrpcMessage(small, true)), StatusCode::UNIMPLEMENTED,
                 "is disabled", encoding);
  }
  // gRPC does not decompress these encodings and passes the bytes unchanged. The server recognizes compressed bytes by
  // their beginning.
  for (const char* encoding : {"snappy", "zstd", "", "\x01", "identity"}) {
    ExpectStatus(Call(With("grpc-encoding", encoding), GrpcMessage("\x1f\x8b\x08", true)), StatusCode::UNIMPLEMENTED,
                 "is compressed", encoding);
    ExpectStatus(Call(With("grpc-encoding", encoding), GrpcMessage("\x07", true)), StatusCode::INVALID_ARGUMENT,
                 "malformed protobuf", encoding);
  }
}

TEST_F(HostileCallsTest, ExpiredDeadlineEndsTheCallAndInvalidDeadlineIsIgnored) {
  for (const char* timeout : {"0n", "0m", "00000000H"}) {
    const Http2Answer answer = Call(With("grpc-timeout", timeout));
    EXPECT_EQ(answer.grpc_status(), StatusCode::DEADLINE_EXCEEDED) << timeout << answer.Header("grpc-message");
  }
  for (const char* timeout : {"99999999H", "999999999999H", "-1S", "abc", "", "S", "1", "1X", "1.5S", "\x01"}) {
    ExpectStatus(Call(With("grpc-timeout", timeout)), StatusCode::OK, "", timeout);
  }
}

TEST_F(HostileCallsTest, UnknownHeadersAreIgnored) {
  for (const auto& [name, value] : Http2Headers{{"X-Upper", "1"},
                                                {"x", "a\x01\r\nb\xff"},
                                                {"connection", "close"},
                                                {":foo", "x"},
                                                {"", "x"},
                                                {"traceparent", "\x1b[31m"},
                                                {"grpc-accept-encoding", std::string(2'000, ',')},
                                                {"user-agent", std::string(7'000, '\x7f')}}) {
    const Http2Answer answer = Call(With(name, value));
    EXPECT_EQ(answer.grpc_status(), StatusCode::OK) << name << ": " << answer.Header("grpc-message");
  }
  // gRPC treats an invalid Base64 value in a header whose name ends with -bin as a connection error.
  EXPECT_EQ(Call(With("x-bin", "%%%")).grpc_status(), StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace cpsizer::e2e
