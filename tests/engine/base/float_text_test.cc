// Tests ParseGoFloat() with results of strconv.ParseFloat of Go 1.26.
#include "cpsizer/float_text.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

TEST(ParseGoFloat, ReadsWhatGoReads) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const struct {
    const char* text;
    double number;
  } cases[] = {
      {"0", 0},
      {"1", 1},
      {"+1", 1},
      {"-1.5", -1.5},
      {".5", 0.5},
      {"5.", 5},
      {"1e5", 1e5},
      {"1E+21", 1e21},
      {"1_000", 1000},
      {"1e1_0", 1e10},
      {"1e-400", 0},
      {"1e-5000", 0},
      {"0x10p0", 16},
      {"0X1P+2", 4},
      {"0x1p-2", 0.25},
      {"0x_1p0", 1},
      {"0x1_0p0", 16},
      {"-0x.8p1", -1},
      {"inf", kInfinity},
      {"+Inf", kInfinity},
      {"-Inf", -kInfinity},
      {"infinity", kInfinity},
      {"+INFINITY", kInfinity},
  };
  for (const auto& c : cases) {
    const absl::optional<double> number = ParseGoFloat(c.text);
    ASSERT_TRUE(number.has_value()) << c.text;
    EXPECT_EQ(*number, c.number) << c.text;
  }
  for (const char* const text : {"NaN", "nan"}) EXPECT_TRUE(std::isnan(ParseGoFloat(text).value_or(0))) << text;
}

TEST(ParseGoFloat, RefusesWhatGoRefuses) {
  for (const char* const text :
       {"",     " 1",      "1 ",    "+",      "-",          "--1",      "+-1",  "0x10", "1_",   "_1",
        "1__0", "1e",      "1,5",   "0b1",    "0o7",        "80%",      "many", "+nan", "-NaN", "nan(1)",
        "inf ", "infinit", "1e400", "-1e400", "0x1p400000", "\xd9\xa3", "1\n",  "."}) {
    EXPECT_FALSE(ParseGoFloat(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace cpsizer
