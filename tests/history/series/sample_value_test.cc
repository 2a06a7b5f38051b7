#include "client/history/series/sample_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct AmountCase {
  absl::string_view text;
  double amount;
};
constexpr AmountCase kAmounts[] = {
    {"0", 0},
    {"-0", 0},
    {"+1", 1},
    {"2.5", 2.5},
    {"8589934592", 8589934592.0},
    {"1.5e9", 1.5e9},
    {"1.5E+9", 1.5e9},
    {"250m", 0.25},
    {"8Gi", 8589934592.0},
    {"41.6Gi", 44667659878.4},
    {"1E", 1e18},
    {".5", 0.5},
    {"5.", 5},
    {"1n", 1e-9},
    {"9223372036854775807", 9223372036854775807.0},
};

TEST(ReadAmountTest, ReadsNumbersAndQuantities) {
  for (const AmountCase& c : kAmounts) {
    double amount = -1;
    EXPECT_TRUE(ReadAmount("memory", c.text, amount).ok()) << c.text;
    EXPECT_DOUBLE_EQ(amount, c.amount) << c.text;
  }
}

struct BadAmountCase {
  absl::string_view text;
  absl::string_view problem;
};
constexpr BadAmountCase kBadAmounts[] = {
    {"NaN", "is not a number with an optional suffix"},
    {"nan", "is not a number with an optional suffix"},
    {"Inf", "is not a number with an optional suffix"},
    {"+Inf", "is not a number with an optional suffix"},
    {"-1", "is negative"},
    {"-250m", "is negative"},
    {"-1e-9", "is negative"},
    {"1 Gi", "suffix"},
    {"12GB", "suffix"},
    {"1e30", "is beyond"},
    {"1e400", "is beyond"},
    {"9223372036854775809", "is beyond"},
    {"0x10", "suffix"},
};

TEST(ReadAmountTest, RejectsOtherTextsWithTheValue) {
  for (const BadAmountCase& c : kBadAmounts) {
    double amount = 0;
    const absl::Status error = ReadAmount("cpu", c.text, amount);
    EXPECT_EQ(error.code(), absl::StatusCode::kInvalidArgument) << c.text;
    EXPECT_THAT(std::string(error.message()), StartsWith(absl::StrCat("cpu: \"", c.text, "\" "))) << c.text;
    EXPECT_THAT(std::string(error.message()), HasSubstr(std::string(c.problem))) << c.text;
  }
}

}  // namespace
}  // namespace cpsizer::history
