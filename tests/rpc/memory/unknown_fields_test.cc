#include "server/rpc/memory/unknown_fields.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "tests/rpc/bytes.h"

namespace cpsizer::server {
namespace {

constexpr size_t kMany = 1'000'000;

template <typename Message>
size_t UnknownIn(absl::string_view bytes, size_t most = kMany) {
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()), 7);
  return EstimateMemory(*Message::descriptor(), stream, most * kUnknownFieldBytes).unknown_fields / kUnknownFieldBytes;
}

// A varint field with a field number that no message uses.
const std::string kUnknown = "\xf8\x07\x01";
constexpr char kGroupBegins[] = "\xfb\x07";
constexpr char kGroupEnds[] = "\xfc\x07";

std::string Nested(int field_number, const std::string& bytes) {
  std::string text(1, static_cast<char>(field_number << 3 | 2));
  text.push_back(static_cast<char>(bytes.size()));
  return text + bytes;
}

TEST(UnknownFieldsTest, ARequestWithKnownFieldsHasNone) {
  v1::RecommendReplicasRequest request;
  request.mutable_scale()->mutable_spec()->set_replicas(3);
  request.set_now("2026-01-02T03:04:05Z");
  request.add_pods()->mutable_metadata()->set_name("web-0");
  EXPECT_EQ(UnknownIn<v1::RecommendReplicasRequest>(request.SerializeAsString()), 0u);
  EXPECT_EQ(UnknownIn<v1::RecommendReplicasRequest>(""), 0u);
}

TEST(UnknownFieldsTest, AreCountedAtEveryLevel) {
  const std::string demand = Nested(v1::RecommendSizeRequest::kDemandFieldNumber, kUnknown + kUnknown);
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(kUnknown + demand + kUnknown), 4u);
}

TEST(UnknownFieldsTest, CountsAKnownNumberWithAnotherWireType) {
  const std::string varint = {static_cast<char>(v1::RecommendSizeRequest::kDemandFieldNumber << 3), 1};
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(varint), 1u);
}

TEST(UnknownFieldsTest, CountsEachFieldOfAGroup) {
  const std::string group = kGroupBegins + kUnknown + kGroupBegins + kUnknown + kGroupEnds + kGroupEnds;
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(group + kUnknown), 5u);
}

TEST(UnknownFieldsTest, StopsAboveTheLimit) {
  std::string bytes;
  for (int i = 0; i < 100; ++i) bytes += kUnknown;
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(bytes, 10), 11u);
}

TEST(UnknownFieldsTest, MessagesTakeAtLeastTheirOwnSize) {
  const std::string bytes = cpsizer::testing::EmptyEntries(v1::RecommendReplicasRequest::kPodsFieldNumber, 1'000);
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  const MessageMemory memory = EstimateMemory(*v1::RecommendReplicasRequest::descriptor(), stream, kMany);
  EXPECT_EQ(memory.messages, 1'000 * v1::Pod().SpaceUsedLong());
  EXPECT_EQ(memory.unknown_fields, 0u);
}

TEST(UnknownFieldsTest, MalformedBytesEndTheCount) {
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(kUnknown + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 1u);
  EXPECT_EQ(UnknownIn<v1::RecommendSizeRequest>(kUnknown + kGroupBegins + kUnknown), 3u);
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += kGroupBegins;
  EXPECT_LE(UnknownIn<v1::RecommendSizeRequest>(deep), 110u);
}

}  // namespace
}  // namespace cpsizer::server
