#include "server/rpc/size/size_request_parts.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "gtest/gtest.h"

namespace cpsizer::server {
namespace {

// Fields of a RecommendSizeRequest with three bytes each: a length-delimited field with one byte, which is its number.
std::string PartsField(int number) {
  return {static_cast<char>(number << 3 | 2), 1, static_cast<char>('0' + number)};
}

std::string PartsFields(std::initializer_list<int> numbers) {
  std::string fields;
  for (const int number : numbers) absl::StrAppend(&fields, PartsField(number));
  return fields;
}

TEST(SizeRequestPartsTest, SeparatesConfigurationAndMachineSetsFromTheRest) {
  const std::string request = PartsFields({1, 4, 3, 5});
  const auto parts = SplitSizeRequest(request);
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->configuration.text(), PartsFields({1, 4}));
  EXPECT_EQ(parts->rest.text(), PartsFields({3, 5}));
  EXPECT_EQ(parts->configuration.text().data(), request.data()) << "adjacent fields are not copied";
}

TEST(SizeRequestPartsTest, KeepsTheOrderOfFieldsThatAreNotAdjacent) {
  const std::string request = PartsFields({3, 4, 5, 1, 6, 1, 4});
  const auto parts = SplitSizeRequest(request);
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->configuration.text(), PartsFields({4, 1, 1, 4}));
  EXPECT_EQ(parts->rest.text(), PartsFields({3, 5, 6}));
}

TEST(SizeRequestPartsTest, UnknownFieldsBelongToTheRest) {
  const std::string varint = "\x78\x96\x01", fixed64 = std::string("\x79", 1) + std::string(8, '\0'),
                    fixed32 = std::string("\x7d", 1) + std::string(4, '\0'), group = "\x7b\x78\x01\x7c";
  const std::string request = absl::StrCat(varint, fixed64, PartsField(1), fixed32, group);
  const auto parts = SplitSizeRequest(request);
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->configuration.text(), PartsField(1));
  EXPECT_EQ(parts->rest.text(), absl::StrCat(varint, fixed64, fixed32, group));
}

TEST(SizeRequestPartsTest, AConfigurationWithAnotherWireTypeIsNotAConfiguration) {
  EXPECT_FALSE(SplitSizeRequest("\x08\x01").has_value());
}

TEST(SizeRequestPartsTest, ARequestWithoutConfigurationHasNoParts) {
  EXPECT_FALSE(SplitSizeRequest("").has_value());
  EXPECT_FALSE(SplitSizeRequest(PartsFields({3, 4})).has_value());
}

TEST(SizeRequestPartsTest, MalformedBytesHaveNoParts) {
  const std::string valid = PartsField(1);
  for (const std::string& bytes : {
           std::string("\x0a"),             // no length
           std::string("\x0a\x05xx"),       // the length is longer than the request
           valid + "\x1a\x02x",             // the same in a later field
           valid + std::string(1, '\0'),    // field number 0
           valid + "\x7c",                  // the end of a group that has not begun
           valid + "\x7b",                  // a group without end
           valid + std::string(11, '\xff')  // a varint that is too long
       }) {
    EXPECT_FALSE(SplitSizeRequest(bytes).has_value()) << ::testing::PrintToString(bytes);
  }
}

}  // namespace
}  // namespace cpsizer::server
