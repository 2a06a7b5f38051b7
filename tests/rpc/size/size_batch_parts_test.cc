#include "server/rpc/size/size_batch_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns a serialized batch with one item of `bytes` bytes, at least 20.
std::string ItemOf(size_t bytes) {
  v1::BatchRecommendSizeRequest batch;
  v1::RecommendSizeRequest& item = *batch.add_items();
  while (batch.ByteSizeLong() < bytes) item.mutable_current_size()->push_back('x');
  return batch.SerializeAsString();
}

// Returns a serialized batch with only options.
std::string BatchOptions(v1::Detail detail) {
  v1::BatchRecommendSizeRequest batch;
  batch.mutable_options()->set_detail(detail);
  return batch.SerializeAsString();
}

TEST(SizeBatchPartsTest, SeparatesTheItemsFromTheOtherFields) {
  const std::string full = BatchOptions(v1::DETAIL_FULL), brief = BatchOptions(v1::DETAIL_BRIEF);
  const std::string unknown = "\x78\x96\x01";
  const std::string request = absl::StrCat(full, ItemOf(20), ItemOf(30), brief, ItemOf(40), unknown);
  const auto split = SplitSizeBatch(request);
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->head.text(), absl::StrCat(full, brief, unknown));
  EXPECT_EQ(split->items, 3);
  EXPECT_THAT(split->parts, ElementsAre(absl::StrCat(ItemOf(20), ItemOf(30)), ItemOf(40)));
}

TEST(SizeBatchPartsTest, APartOfSeveralItemsIsSmall) {
  const std::string half = ItemOf(kMaxPartBytes / 2), more = ItemOf(kMaxPartBytes / 2 + 2),
                    large = ItemOf(3 * kMaxPartBytes);
  const std::string request = absl::StrCat(half, half, large, half, more);
  const auto split = SplitSizeBatch(request);
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->items, 5);
  EXPECT_THAT(split->parts, ElementsAre(absl::StrCat(half, half), large, half, more));
}

TEST(SizeBatchPartsTest, ABatchMayHaveNoItems) {
  const auto split = SplitSizeBatch("");
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->items, 0);
  EXPECT_THAT(split->parts, IsEmpty());
}

TEST(SizeBatchPartsTest, MalformedFieldsAreNotSplit) {
  const std::string item = ItemOf(20);
  EXPECT_FALSE(SplitSizeBatch(item.substr(0, item.size() - 1)).has_value());
  EXPECT_FALSE(SplitSizeBatch(item + "\xff").has_value());
}

}  // namespace
}  // namespace cpsizer::server
