#include "client/history/series/sample_time.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cpsizer::history {
namespace {

struct TimeCase {
  absl::string_view text;
  int64_t milliseconds;
};
constexpr TimeCase kTimes[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"2026-03-01T12:00:00Z", 1'772'366'400'000},
    {"2026-03-01T12:34:56Z", 1'772'368'496'000},
    {"2026-03-02T00:00:00Z", 1'772'409'600'000},
    {"2024-02-29T23:59:59Z", 1'709'251'199'000},
    {"9999-12-31T23:59:59Z", 253'402'300'799'000},
    {"2026-03-01T13:00:00+01:00", 1'772'366'400'000},
    {"2026-03-01T12:00:00.25Z", 1'772'366'400'250},
    {"2026-03-01T12:00:00.2496Z", 1'772'366'400'250},
    {"2026-03-01T11:59:60Z", 1'772'366'400'000},
    {"0", 0},
    {"1772366400", 1'772'366'400'000},
    {"1772366400.781", 1'772'366'400'781},
    {"1.7723664e9", 1'772'366'400'000},
    {"253402300799.999", 253'402'300'799'999},
};
constexpr absl::string_view kNotTimes[] = {
    "",
    " ",
    "-1",
    "+1",
    "nan",
    "inf",
    "0x10",
    "1e300",
    "1,5",
    "1772366400s",
    "253402300800",
    "1772366400000",
    "infinite-past",
    "2026-03-01",
    "2026-03-01T12:00:00",
    "2026-03-01 12:00:00Z",
    "2026-02-29T12:00:00Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T12:60:00Z",
    "2026-03-01T12:00:61Z",
    "2026-03-01T1a:00:00Z",
    "1969-12-31T23:59:59Z",
    "10000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-01:00",
    "253402300799.9999",
};

TEST(TimeReaderTest, ReadsClockTimesAndUnixSeconds) {
  TimeReader one_reader;  // keeps the day of the case before
  for (const TimeCase& c : kTimes) {
    int64_t milliseconds = -1;
    EXPECT_TRUE(TimeReader().Read(c.text, milliseconds)) << c.text;
    EXPECT_EQ(milliseconds, c.milliseconds) << c.text;
    EXPECT_TRUE(one_reader.Read(c.text, milliseconds)) << c.text;
    EXPECT_EQ(milliseconds, c.milliseconds) << c.text;
  }
}

TEST(TimeReaderTest, RejectsOtherTexts) {
  TimeReader one_reader;
  int64_t milliseconds = 0;
  ASSERT_TRUE(one_reader.Read("2026-03-01T00:00:00Z", milliseconds));
  for (const absl::string_view text : kNotTimes) {
    EXPECT_FALSE(TimeReader().Read(text, milliseconds)) << text;
    EXPECT_FALSE(one_reader.Read(text, milliseconds)) << text;
  }
}

TEST(TimeReaderTest, KeepsTheDayOfTheLastTimeOnly) {
  TimeReader reader;
  int64_t milliseconds = 0;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(reader.Read("2026-03-01T00:00:01Z", milliseconds));
    EXPECT_EQ(milliseconds, 1'772'323'201'000);
    ASSERT_TRUE(reader.Read("2026-03-02T00:00:02Z", milliseconds));
    EXPECT_EQ(milliseconds, 1'772'409'602'000);
  }
}

}  // namespace
}  // namespace cpsizer::history
