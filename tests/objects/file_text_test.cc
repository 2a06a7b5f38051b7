#include "client/objects/file_text.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace std::string_literals;

struct FileTextCase {
  std::string name;
  std::string bytes;
  std::string problem;  // empty: no problem
};

const FileTextCase kFileTextCases[] = {
    {"nothing", "", ""},
    {"lines, tabs and carriage returns", "a:\tb\r\n# c\n", ""},
    {"a byte-order mark",
     "\xEF\xBB\xBF"
     "a: b\n",
     ""},
    {"other scripts", "a: größe\nb: 🙂\n", ""},
    {"NUL", "a: b\nc: \0d\n"s, "2:4: a NUL byte: this is not a text file in UTF-8"},
    {"a program",
     "\x7F"
     "ELF\x02\x01\x01\0"s,
     "1:1: control character U+007f; remove it, or write it as an escape in double quotes"},
    {"an escape sequence", "a: \x1b[2Jb\n",
     "1:4: control character U+001b; remove it, or write it as an escape in double quotes"},
    {"the end-of-text byte", "a: b\x04\nc: d\n",
     "1:5: control character U+0004; remove it, or write it as an escape in double quotes"},
    {"a C1 control character", "a: \xC2\x85\n",
     "1:4: control character U+0085; remove it, or write it as an escape in double quotes"},
    {"a lone carriage return", "a: b\rc: d\n",
     "1:5: a carriage return without a line feed; end lines with one or both"},
    {"a carriage return at the end", "a: b\r",
     "1:5: a carriage return without a line feed; end lines with one or both"},
    {"Latin-1",
     "a: b\nname: gr\xF6\xDF"
     "e\n",
     "2:9: byte 0xf6 is not UTF-8; save the file as UTF-8"},
    {"a character cut short", "a: \xE5\xA4", "1:4: byte 0xe5 is not UTF-8; save the file as UTF-8"},
    {"UTF-16, low byte first",
     "\xFF\xFE"
     "a\0:\0"s,
     "is UTF-16; save it as UTF-8"},
    {"UTF-16, high byte first", "\xFE\xFF\0a\0:"s, "is UTF-16; save it as UTF-8"},
};

TEST(CheckText, ReportsTheFirstByteThatIsNotText) {
  for (const FileTextCase& c : kFileTextCases) {
    SCOPED_TRACE(c.name);
    if (c.problem.empty()) {
      EXPECT_THAT(Problems(c.bytes), IsEmpty());
    } else {
      EXPECT_THAT(Problems(c.bytes), ElementsAre(c.problem));
    }
  }
}

TEST(CheckText, CountsColumnsAfterTheByteOrderMark) {
  EXPECT_THAT(Problems("\xEF\xBB\xBF"
                       "a\x01"),
              ElementsAre(::testing::StartsWith("1:2: ")));
}

}  // namespace
}  // namespace cpsizer::objects
