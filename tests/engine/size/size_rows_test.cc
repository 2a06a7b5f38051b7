#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_batch.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using testing::ConfigOf;
using testing::DemandRequest;
using testing::ExampleConfig;
using testing::kNotCancelled;

// Returns the response, serialized again after it was read as a caller reads it.
std::string ReadResponse(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                         SizeRows rows) {
  v1::RecommendSizeResponse response, read;
  EXPECT_TRUE(RecommendSizeWith(configuration, request, rows, response).ok());
  EXPECT_EQ(response.sizes().empty(), rows == SizeRows::kSerialized);
  EXPECT_TRUE(read.ParseFromString(response.SerializeAsString()));
  return read.SerializeAsString();
}

// Expects that all ways to write the rows give the same response. Returns it.
v1::RecommendSizeResponse ExpectEqualRows(const v1::RecommendSizeRequest& request) {
  SizeConfiguration configuration = CompileSizeConfiguration(request);
  v1::RecommendSizeResponse response;
  EXPECT_TRUE(RecommendSize(request, response).ok());
  const std::string expected = response.SerializeAsString();
  EXPECT_EQ(ReadResponse(configuration, request, SizeRows::kSerialized), expected);
  PrepareRows(configuration);
  EXPECT_EQ(ReadResponse(configuration, request, SizeRows::kMessages), expected);
  EXPECT_EQ(ReadResponse(configuration, request, SizeRows::kSerialized), expected);
  return response;
}

TEST(SizeRowsTest, SerializedAndPreparedRowsAreTheSame) {
  for (const char* const memory : {"", "1", "10Gi", "20Gi", "1Ti", "33333333333333n"}) {
    for (const char* const cpu : {"100m", "12", "1e3"}) {
      SCOPED_TRACE(absl::StrCat(memory, " ", cpu));
      EXPECT_EQ(ExpectEqualRows(DemandRequest(ExampleConfig(), memory, cpu)).sizes_size(), 3);
    }
  }
}

TEST(SizeRowsTest, TheLongestRow) {
  const std::string name(63, 'n');
  const v1::RecommendSizeResponse response =
      ExpectEqualRows(DemandRequest(ConfigOf({{name, "8223372036854775806.999999999", "8223372036854775806.999999999",
                                               "0.123456789", "0.123456789"}}),
                                    "9223372036854775806.999999999", "9223372036854775806.999999999"));
  const v1::SizeRow& row = response.sizes(0);
  EXPECT_EQ(row.name(), name);
  EXPECT_EQ(row.memory().capacity(), "8223372036854775806999999999n");
  EXPECT_EQ(row.cpu().shortfall().size(), row.memory().capacity().size());
}

TEST(SizeRowsTest, ARowWithoutCpuCapacity) {
  const v1::RecommendSizeResponse response =
      ExpectEqualRows(DemandRequest(ConfigOf({{"small", "8Gi", "", "", ""}}), "1Gi", "1"));
  const v1::SizeResource& cpu = response.sizes(0).cpu();
  EXPECT_EQ(cpu.capacity_source(), v1::SIZE_CAPACITY_SOURCE_UNSPECIFIED);
  EXPECT_EQ(cpu.fraction(), "650m");
  EXPECT_FALSE(cpu.has_fits());
}

TEST(SizeRowsTest, ABatchCountsTheMemoryOfSerializedRows) {
  v1::BatchRecommendSizeRequest head, part;
  head.mutable_options()->set_detail(v1::DETAIL_FULL);
  *part.add_items() = DemandRequest(ExampleConfig(), "10Gi", "");
  SizeBatch serialized(head, 2, SizeRows::kSerialized), messages(head, 1, SizeRows::kMessages);
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(serialized.Decide(part, kNotCancelled, response).ok());
  const size_t bytes = serialized.row_bytes();
  EXPECT_GT(bytes, response.ByteSizeLong() / 2);
  ASSERT_TRUE(serialized.Decide(part, kNotCancelled, response).ok());
  EXPECT_EQ(serialized.row_bytes(), bytes) << "only the rows of the last part count";
  ASSERT_TRUE(messages.Decide(part, kNotCancelled, response).ok());
  EXPECT_EQ(messages.row_bytes(), 0u);
}

}  // namespace
}  // namespace cpsizer
