#include "server/engine/base/durations.h"

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

struct DurationsCase {
  absl::string_view text;
  bool for_operator;
  bool for_go;
};

TEST(Durations, AreReadAsTheirReadersDo) {
  const DurationsCase cases[] = {
      {"30s", true, true},
      {"1h30m", true, true},
      {"1.5h", true, true},
      {"10m10m", true, true},
      {"0s", true, true},
      {"", false, false},
      {"30", false, false},
      {"s", false, false},
      {"0", false, true},
      {"+5m", false, true},
      {"-5m", false, true},
      {"5ms", false, true},
      {"5us", false, true},
      {"5\u00b5s", false, true},
      {"5\u03bcs", false, true},
      {"5ns", false, true},
      {".5s", false, true},
      {"5.s", false, true},
      {".s", false, false},
      {"1d", false, false},
      {"1 h", false, false},
      {"1h ", false, false},
      {"--1h", false, false},
      {"inf", false, false},
      {"2562047h", true, true},
      {"2562048h", true, false},
      {"1..5s", false, false},
      {"5S", false, false},
      // Values at the limit of 63 bits. Go's parser returns the same results.
      {"2562047h47m16.854775807s", true, true},
      {"2562047h47m16.854775806s", true, true},
      {"2562047h47m16.85477580s", true, true},
      {"153722867.28091293m", true, true},
      {"2562047h47m16.854775808s", true, false},
      {"-2562047h47m16.854775808s", false, true},
      {"-2562047h47m16.854775809s", false, false},
      {"9223372036.854775808s", true, false},
      {"2562047.7880152156h", true, false},
      {"9223372036854775807ns", false, true},
      {"9223372036854775808ns", false, false},
      {"99999999999999999999h", true, false},
      {"0.99999999999999999999999999s", true, true},
  };
  for (const DurationsCase& c : cases) {
    EXPECT_EQ(IsOperatorDuration(c.text), c.for_operator) << c.text;
    EXPECT_EQ(IsGoDuration(c.text), c.for_go) << c.text;
  }
}

TEST(Durations, HaveTheValuesOfGo) {
  const struct {
    absl::string_view text;
    int64_t nanoseconds;
  } kCases[] = {
      {"0", 0},
      {"-0", 0},
      {"1h2m3.5s", 3'723'500'000'000},
      {"-1.5us", -1500},
      {".25ms", 250'000},
      {"2562047h47m16.854775807s", INT64_MAX},
      {"-2562047h47m16.854775808s", INT64_MIN},
      // The parser ignores digits that do not fit into 63 bits.
      {"0.12345678901234567890123456789012345678901234567890s", 123'456'789},
      {"0.99999999999999999999999999s", 1'000'000'000},
  };
  for (const auto& c : kCases) EXPECT_EQ(ParseGoDuration(c.text), c.nanoseconds) << c.text;
}

TEST(Durations, MinimumOfGoIsOneNanosecondBelowTheNegatedMaximum) {
  EXPECT_TRUE(IsGoDuration("-9223372036854775808ns"));
  EXPECT_TRUE(IsGoDuration("-9223372036854775807ns1ns"));
  EXPECT_FALSE(IsGoDuration("-9223372036854775808ns1ns"));
  EXPECT_FALSE(IsGoDuration("9223372036854775807ns1ns"));
}

TEST(Durations, AreWrittenWithoutPartsThatAreZero) {
  const struct {
    int64_t nanoseconds;
    const char* text;
  } kCases[] = {
      {0, "0s"},
      {1, "0.000000001s"},
      {1'500'000'000, "1.5s"},
      {60'000'000'000, "1m"},
      {61'000'000'000, "1m1s"},
      {3'600'000'000'000, "1h"},
      {3'601'000'000'000, "1h1s"},
      {5'400'000'000'000, "1h30m"},
      {INT64_MAX, "2562047h47m16.854775807s"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(FormatGoDuration(c.nanoseconds), c.text);
    EXPECT_EQ(ParseGoDuration(c.text), c.nanoseconds) << c.text;
  }
}

}  // namespace
}  // namespace cpsizer
