#include "server/engine/durations.h"

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

struct Case {
  absl::string_view text;
  bool for_operator;
  bool for_go;
};

TEST(Durations, AreReadAsTheirReadersDo) {
  const Case cases[] = {
      {"30s", true, true},      {"1h30m", true, true},     {"1.5h", true, true},      {"10m10m", true, true},
      {"0s", true, true},       {"", false, false},        {"30", false, false},      {"s", false, false},
      {"0", false, true},       {"+5m", false, true},      {"-5m", false, true},      {"5ms", false, true},
      {"5us", false, true},     {"5\u00b5s", false, true}, {"5\u03bcs", false, true}, {"5ns", false, true},
      {".5s", false, true},     {"5.s", false, true},      {".s", false, false},      {"1d", false, false},
      {"1 h", false, false},    {"1h ", false, false},     {"--1h", false, false},    {"inf", false, false},
      {"2562047h", true, true}, {"2562048h", true, false}, {"1..5s", false, false},   {"5S", false, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(IsOperatorDuration(c.text), c.for_operator) << c.text;
    EXPECT_EQ(IsGoDuration(c.text), c.for_go) << c.text;
  }
}

}  // namespace
}  // namespace cpsizer
