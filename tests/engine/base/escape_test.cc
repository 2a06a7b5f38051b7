#include "server/engine/base/escape.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

struct EscapeCase {
  absl::string_view name;
  absl::string_view text;
  absl::string_view escaped;
};

constexpr EscapeCase kEscapeCases[] = {
    {"nothing", "", ""},
    {"plain text and backslashes stay", R"(C:\new "x" 'y' ~)", R"(C:\new "x" 'y' ~)"},
    {"other scripts stay", "größe 大きい 🙂", "größe 大きい 🙂"},
    {"a colour for the terminal", "\x1b[31mred", R"(\x1b[31mred)"},
    {"line ends and tabs", "a\r\n\tb", R"(a\r\n\tb)"},
    {"NUL and DEL", absl::string_view("\0\x7f", 2), R"(\x00\x7f)"},
    {"a C1 control character",
     "\xC2\x9B"
     "31m",
     R"(\x9b31m)"},
    {"a byte that is not UTF-8", "a\xFFz", R"(a\xffz)"},
    {"a character cut short", "\xE5\xA4", R"(\xe5\xa4)"},
    {"an overlong slash", "\xC0\xAF", R"(\xc0\xaf)"},
    {"a surrogate", "\xED\xA0\x80", R"(\xed\xa0\x80)"},
    {"beyond Unicode", "\xF4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},
    {"writing turned round",
     "a\xE2\x80\xAE"
     "b",
     R"(a\u202eb)"},
    {"a space without width",
     "a\xE2\x80\x8B"
     "b",
     R"(a\u200bb)"},
    {"a line separator",
     "a\xE2\x80\xA8"
     "b",
     R"(a\u2028b)"},
};

TEST(Escape, EscapesEverythingThatATerminalInterprets) {
  for (const EscapeCase& c : kEscapeCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(Escape(c.text), c.escaped);
    EXPECT_EQ(Escape(Escape(c.text)), c.escaped);
  }
}

std::string Utf8(char32_t c) {
  if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3F))};
  return {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
          static_cast<char>(0x80 | (c & 0x3F))};
}

TEST(Escape, ReplacesInvisibleCharactersAndNoOthers) {
  std::vector<std::pair<char32_t, char32_t>> ranges;
  for (char32_t c = 0x80; c <= 0xFFFF; ++c) {
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    if (surrogate || Escape(Utf8(c)) == Utf8(c)) continue;
    if (!ranges.empty() && ranges.back().second + 1 == c) {
      ranges.back().second = c;
    } else {
      ranges.emplace_back(c, c);
    }
  }
  EXPECT_THAT(ranges, ::testing::ElementsAre(::testing::Pair(0x80, 0x9F), ::testing::Pair(0xAD, 0xAD),
                                             ::testing::Pair(0x61C, 0x61C), ::testing::Pair(0x200B, 0x200F),
                                             ::testing::Pair(0x2028, 0x202E), ::testing::Pair(0x2060, 0x2064),
                                             ::testing::Pair(0x2066, 0x2069), ::testing::Pair(0xFEFF, 0xFEFF)));
}

TEST(EscapeCut, KeepsWholeCharactersWithinTheBound) {
  EXPECT_EQ(EscapeCut("12345678", 8), "12345678");
  EXPECT_EQ(EscapeCut("123456789", 8), "12345...");
  EXPECT_EQ(EscapeCut("1234\xC3\xA4\xC3\xA4\xC3\xA4", 8), "1234...");
  EXPECT_EQ(EscapeCut("\x1b\x1b\x1b", 8), R"(\x1b...)");
  EXPECT_EQ(EscapeCut("1234", 3), "...");
  EXPECT_EQ(EscapeCut(std::string(10'000'000, 'x'), 64), std::string(61, 'x') + "...");
}

}  // namespace
}  // namespace cpsizer
