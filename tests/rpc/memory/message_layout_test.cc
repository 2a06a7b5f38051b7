#include "server/rpc/memory/message_layout.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/wire_format_lite.h>
#include <gtest/gtest.h>

#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::server {
namespace {

using google::protobuf::internal::WireFormatLite;

constexpr int kDemand = v1::RecommendSizeRequest::kDemandFieldNumber;

uint32_t Tag(int field_number, WireFormatLite::WireType type) {
  return WireFormatLite::MakeTag(field_number, type);
}

TEST(MessageLayoutTest, HasTheSizeOfAnEmptyMessage) {
  const MessageLayout& request = MessageLayout::Of(*v1::RecommendSizeRequest::descriptor());
  EXPECT_EQ(request.bytes, v1::RecommendSizeRequest().SpaceUsedLong());
  const MessageLayout::Field* const demand = request.Find(Tag(kDemand, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
  ASSERT_NE(demand, nullptr);
  EXPECT_EQ(demand->message, &MessageLayout::Of(*v1::SizeDemand::descriptor()));
  EXPECT_EQ(demand->message->bytes, v1::SizeDemand().SpaceUsedLong());
}

TEST(MessageLayoutTest, FindsOnlyKnownNumbersWithTheirWireType) {
  const MessageLayout& request = MessageLayout::Of(*v1::RecommendSizeRequest::descriptor());
  EXPECT_EQ(request.Find(Tag(kDemand, WireFormatLite::WIRETYPE_VARINT)), nullptr);
  EXPECT_EQ(request.Find(Tag(127, WireFormatLite::WIRETYPE_LENGTH_DELIMITED)), nullptr);
  EXPECT_EQ(request.Find(Tag(google::protobuf::FieldDescriptor::kMaxNumber, WireFormatLite::WIRETYPE_VARINT)), nullptr);
}

TEST(MessageLayoutTest, TypesMayContainThemselves) {
  const MessageLayout& list = MessageLayout::Of(*google::protobuf::ListValue::descriptor());
  const MessageLayout::Field* const value =
      list.Find(Tag(google::protobuf::ListValue::kValuesFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
  ASSERT_NE(value, nullptr);
  const MessageLayout::Field* const inner = value->message->Find(
      Tag(google::protobuf::Value::kListValueFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->message, &list);
}

}  // namespace
}  // namespace cpsizer::server
