#include "server/engine/base/utf8.h"

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

// The cases are from table 3-7 of the Unicode standard: the first and the last character of each length, and their
// neighbors.
TEST(FirstChar, IsAWholeCharacterOfUtf8) {
  const struct {
    absl::string_view text;
    char32_t value;
    size_t bytes;
  } kCases[] = {
      {absl::string_view("\0", 1), 0, 1},
      {"az", 'a', 1},
      {"\x7F", 0x7F, 1},
      {"\x80", 0, 0},
      {"\xBF", 0, 0},
      {"\xC0\x80", 0, 0},
      {"\xC1\xBF", 0, 0},
      {"\xC2\x80", 0x80, 2},
      {"\xC2\x80\x80", 0x80, 2},
      {"\xDF\xBF", 0x7FF, 2},
      {"\xE0\x9F\xBF", 0, 0},
      {"\xE0\xA0\x80", 0x800, 3},
      {"\xED\x9F\xBF", 0xD7FF, 3},
      {"\xED\xA0\x80", 0, 0},
      {"\xED\xBF\xBF", 0, 0},
      {"\xEE\x80\x80", 0xE000, 3},
      {"\xEF\xBF\xBF", 0xFFFF, 3},
      {"\xF0\x8F\xBF\xBF", 0, 0},
      {"\xF0\x90\x80\x80", 0x10000, 4},
      {"\xF4\x8F\xBF\xBF", 0x10FFFF, 4},
      {"\xF4\x90\x80\x80", 0, 0},
      {"\xF8\x90\x80\x80", 0, 0},
      {"\xFF", 0, 0},
      // In these cases the character is incomplete, or the next byte does not continue the character.
      {"\xC2", 0, 0},
      {"\xE0\xA0", 0, 0},
      {"\xC2z", 0, 0},
      {"\xE0\xA0z", 0, 0},
  };
  for (const auto& c : kCases) {
    const Utf8Char found = FirstChar(c.text);
    EXPECT_EQ(found.value, c.value) << ::testing::PrintToString(c.text);
    EXPECT_EQ(found.bytes, c.bytes) << ::testing::PrintToString(c.text);
  }
}

}  // namespace
}  // namespace cpsizer
