#include <gtest/gtest.h>

#include "client/cli/simulation/series_reader.h"

namespace cpsizer::cli {
namespace {

TEST(SeriesTimeTest, TimeIsWrittenInItsOriginalForm) {
  const struct {
    const char* text;
    const char* formatted;
  } kCases[] = {
      {"0", "0"},
      {"90", "90"},
      {"0.5", "0.5"},
      {"1209600", "1209600"},
      {"31536000.25", "31536000.25"},
      {"0s", "0s"},
      {"90s", "1m30s"},
      {"336h", "336h"},
      {"1.5s", "1.5s"},
      {"2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z"},
      {"2026-03-01T13:00:00.25+01:00", "2026-03-01T12:00:00.25Z"},
  };
  for (const auto& c : kCases) {
    const absl::optional<SeriesTime> time = ParseSeriesTime(c.text);
    ASSERT_TRUE(time.has_value()) << c.text;
    EXPECT_EQ(FormatSeriesTime(*time), c.formatted);
    const absl::optional<SeriesTime> again = ParseSeriesTime(FormatSeriesTime(*time));
    ASSERT_TRUE(again.has_value()) << c.formatted;
    EXPECT_EQ(again->time, time->time);
  }
}

}  // namespace
}  // namespace cpsizer::cli
