#include "server/engine/base/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"

namespace cpsizer {
namespace {

// Returns a character above U+007F and below U+10000 as UTF-8.
std::string Utf8(char32_t c) {
  std::string text;
  if (c >= 0x800) text.push_back(static_cast<char>(0xE0 | (c >> 12)));
  text.push_back(static_cast<char>(c >= 0x800 ? 0x80 | ((c >> 6) & 0x3F) : 0xC0 | (c >> 6)));
  text.push_back(static_cast<char>(0x80 | (c & 0x3F)));
  return text;
}

TEST(Quoted, CutsATextThatIsLongerThanItsLimit) {
  const std::string longest(kMaxQuotedValueBytes, 'a');
  EXPECT_EQ(Quoted(longest), longest);
  EXPECT_EQ(Quoted(longest + "a"), absl::StrCat(std::string(kMaxQuotedValueBytes - 3, 'a'), "..."));
}

TEST(Quoted, CutsATextThatEscapesMakeTooLong) {
  const std::string value(kMaxQuotedValueBytes / 4, '\x01');
  EXPECT_EQ(Quoted(value).size(), kMaxQuotedValueBytes);
  EXPECT_EQ(Quoted(value + "\x01").size(), kMaxQuotedValueBytes);
}

TEST(Quoted, NeverCutsACharacterInTwo) {
  const std::string letter = "\u00e9";  // two bytes
  std::string value;
  while (value.size() <= kMaxQuotedValueBytes) value += letter;
  for (const std::string& text : {value, "a" + value}) {
    const std::string quoted = Quoted(text);
    ASSERT_EQ(quoted.substr(quoted.size() - 3), "...");
    const std::string kept = quoted.substr(0, quoted.size() - 3);
    EXPECT_EQ(text.substr(0, kept.size()), kept);
    EXPECT_EQ(kept.size() % 2, text.size() % 2) << "whole letters";
  }
}

TEST(Quoted, EscapesWhatHidesOrReordersText) {
  EXPECT_EQ(Quoted("a \"b\" \\ c"), R"(a \"b\" \\ c)");
  EXPECT_EQ(Quoted("gr\u00f6\u00dfe"), "gr\u00f6\u00dfe");
  for (const char32_t c : {0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066,
                           0x2067, 0x2068, 0x2069}) {
    EXPECT_EQ(Quoted(absl::StrCat("a", Utf8(c), "b")), absl::StrCat("a\\u", absl::Hex(c, absl::kZeroPad4), "b"));
  }
  EXPECT_EQ(Quoted(absl::StrCat("a", Utf8(0x85), "b\x1b\n")), R"(a\x85b\x1b\n)");
}

TEST(Quoted, NeverShowsACharacterThatTheLimitCutsInTwo) {
  for (size_t before = kMaxQuotedValueBytes - 4; before <= kMaxQuotedValueBytes; ++before) {
    const std::string quoted = Quoted(std::string(before, 'a') + "\u20ac\u20ac\u20ac");
    EXPECT_EQ(quoted.find('\\'), std::string::npos) << quoted;
    EXPECT_LE(quoted.size(), kMaxQuotedValueBytes);
  }
}

TEST(Quoted, AcceptsAnotherLimit) {
  EXPECT_EQ(Quoted("12345678", 8), "12345678");
  EXPECT_EQ(Quoted("123456789", 8), "12345...");
}

TEST(CutText, LeavesTextWithinTheLimitAndCutsLongerText) {
  const struct {
    absl::string_view text;
    absl::string_view cut;
  } kCases[] = {
      {"", ""},
      {"12345678", "12345678"},
      {"123456789", "12345..."},
      // The result contains only whole characters.
      {"1234\u00e9789", "1234..."},
      {"123\u00e96789", "123\u00e9..."},
      {"\u20ac\u20ac\u20ac", "\u20ac..."},
      {"\x80\x80\x80\x80\x80\x80\x80\x80\x80", "..."},
  };
  for (const auto& c : kCases) EXPECT_EQ(CutText(c.text, 8), c.cut) << c.text;
}

TEST(ReadGoInteger, RefusesWhiteSpace) {
  int64_t value = 0;
  for (const absl::string_view text : {"8192", "+8192", "08192"}) {
    EXPECT_TRUE(ReadGoInteger(text, value)) << text;
    EXPECT_EQ(value, 8192) << text;
  }
  EXPECT_TRUE(ReadGoInteger("-1", value));
  for (const absl::string_view text :
       {"", " ", " 8192", "8192 ", "\t8192", "8192\n", "8 192", "- 1", "0x10", "8_192"}) {
    EXPECT_FALSE(ReadGoInteger(text, value)) << text;
  }
}

TEST(JoinNames, NamesTenAndCountsTheRest) {
  EXPECT_EQ(JoinNames({"a", "b", "c"}), "a, b and c");
  const std::vector<absl::string_view> many(12, "x");
  EXPECT_EQ(JoinNames(many), "x, x, x, x, x, x, x, x, x, x and 2 more");
}

}  // namespace
}  // namespace cpsizer
