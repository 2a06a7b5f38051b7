#include "server/process/log_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/process/log_fields.h"

namespace cpsizer::server {
namespace {

const absl::Time kLogLineNow = absl::FromUnixMillis(1'700'000'000'123);

std::string Json(absl::string_view message, absl::Span<const LogField> fields = {}) {
  return FormatLogLine(LogFormat::kJson, kLogLineNow, LogLevel::kInfo, message, fields);
}

std::string Text(absl::string_view message, absl::Span<const LogField> fields = {}) {
  return FormatLogLine(LogFormat::kText, kLogLineNow, LogLevel::kWarn, message, fields);
}

TEST(LogLineTest, JsonHasLevelTimeMessageAndFieldsInOrder) {
  EXPECT_EQ(
      Json("serving", {{"address", "127.0.0.1:1"}, {"commit", "abc"}}),
      R"({"level":"info","ts":"2023-11-14T22:13:20.123Z","msg":"serving","address":"127.0.0.1:1","commit":"abc"})");
}

TEST(LogLineTest, TextQuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(Text("not well", {{"a", "plain-1.5"}, {"b", "two words"}, {"c", ""}, {"d", "x=y"}, {"e", "say \"hi\""}}),
            R"(2023-11-14T22:13:20.123Z warn not well a=plain-1.5 b="two words" c="" d="x=y" e="say \"hi\"")");
}

TEST(LogLineTest, EveryLevelHasAName) {
  for (const auto& [level, name] : {std::pair(LogLevel::kDebug, "debug"), std::pair(LogLevel::kInfo, "info"),
                                    std::pair(LogLevel::kWarn, "warn"), std::pair(LogLevel::kError, "error")}) {
    EXPECT_EQ(LogLevelName(level), name);
  }
}

struct HostileCase {
  const char* name;
  std::string value;
  const char* escaped;
};

TEST(LogLineTest, OutputIsPrintableAscii) {
  const HostileCase cases[] = {
      {"a terminal escape", "\x1b[31m", R"(\u001b[31m)"},
      {"a line feed, to forge a line", "a\n{\"level\"", R"(a\n{\"level\")"},
      {"a zero byte", std::string("a\0b", 3), R"(a\u0000b)"},
      {"delete", "\x7f", R"(\u007f)"},
      {"a C1 control", "\xc2\x9b", R"(\u009b)"},
      {"a right-to-left override", "\xe2\x80\xae", R"(\u202e)"},
      {"beyond the basic plane", "\xf0\x9f\x94\xa5", R"(\ud83d\udd25)"},
      {"a byte that is not UTF-8",
       "a\xff"
       "b",
       R"(a\ufffdb)"},
      {"a cut sequence", "a\xe2\x80", R"(a\ufffd)"},
  };
  for (const HostileCase& test : cases) {
    for (const std::string& line : {Json(test.value, {{"key", test.value}}), Text(test.value, {{"key", test.value}})}) {
      for (const unsigned char c : line) ASSERT_TRUE(c >= 0x20 && c < 0x7f) << test.name << ": " << line;
      const size_t first = line.find(test.escaped);
      ASSERT_NE(first, line.npos) << test.name << ": " << line;
      EXPECT_NE(line.find(test.escaped, first + 1), line.npos) << test.name << ": " << line;
    }
    EXPECT_TRUE(nlohmann::json::accept(Json(test.value, {{"key", test.value}}))) << test.name;
  }
}

TEST(LogFieldsTest, MemoryIsInTheUnitThatPeopleRead) {
  EXPECT_EQ(LoggedMemory("21904333210"), "20.4Gi");
  EXPECT_EQ(LoggedMemory("20Gi"), "20Gi");
  EXPECT_EQ(LoggedMemory("0"), "0");
  EXPECT_EQ(LoggedMemory(""), "");
  EXPECT_EQ(LoggedMemory("20 Gi"), "20 Gi");
}

TEST(LogLineTest, AnyByteGivesValidJson) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const std::string line = Json(all, {{"key", all}});
  EXPECT_TRUE(nlohmann::json::accept(line)) << line;
}

TEST(LogLineTest, LongValuesAreCut) {
  const std::string at_limit(kMaxLogValueBytes, 'a');
  EXPECT_THAT(Json(at_limit), ::testing::HasSubstr(at_limit + "\""));
  EXPECT_THAT(Json(at_limit + "b"), ::testing::HasSubstr(at_limit + "...\""));
  const std::string huge(10 << 20, '\x1b');
  EXPECT_LT(Json(huge, {{"key", huge}}).size(), 20 * kMaxLogValueBytes);
  EXPECT_LT(Text(huge, {{"key", huge}}).size(), 20 * kMaxLogValueBytes);
}

}  // namespace
}  // namespace cpsizer::server
