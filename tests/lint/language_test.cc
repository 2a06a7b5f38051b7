// Checks that texts and names do not use the words that docs/contributing/glossary.md excludes.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

constexpr char kGlossary[] = "docs/contributing/glossary.md";

// Files that are not checked: the changelog, the license, the two files that contain the excluded words, and the
// bundles of the page, whose shortened names look like words. Its sources are checked.
constexpr absl::string_view kExempt[] = {"CHANGELOG.md",
                                         "LICENSE",
                                         kGlossary,
                                         "tests/lint/language_test.cc",
                                         "client/ui/page/dist/page.js",
                                         "client/ui/page/dist/report.js"};

std::vector<std::string> CheckedFiles(absl::Span<const absl::string_view> endings = {}) {
  std::vector<std::string> files = SourceFiles("", endings);
  const auto is_exempt = [](const std::string& path) { return absl::c_linear_search(kExempt, path); };
  files.erase(std::remove_if(files.begin(), files.end(), is_exempt), files.end());
  return files;
}

// Returns the words of a line in lower case, each between spaces. For example, ` line feed of Rivals ` for
// `kLineFeedOfRivals`.
std::string Words(absl::string_view line) {
  std::string words = " ";
  char last = ' ';
  for (const char c : line) {
    const auto letter = static_cast<unsigned char>(c);
    if (absl::ascii_isupper(letter) && absl::ascii_islower(static_cast<unsigned char>(last))) words += ' ';
    if (absl::ascii_isalnum(letter)) {
      words += absl::ascii_tolower(letter);
    } else if (words.back() != ' ') {
      words += ' ';
    }
    last = c;
  }
  return words + " ";
}

// Returns the code spans in the first cell of each row of the table that begins with `header`, converted with Words().
std::vector<std::string> FirstCells(absl::string_view header) {
  std::vector<std::string> cells;
  bool in_table = false;
  for (const SourceLine& line : Lines(kGlossary)) {
    in_table = in_table ? absl::StartsWith(line.text, "|") : absl::StartsWith(line.text, header);
    if (!in_table) continue;
    const std::vector<std::string> row = absl::StrSplit(line.text, '|');
    const std::vector<std::string> spans = absl::StrSplit(row.at(1), '`');
    for (size_t i = 1; i < spans.size(); i += 2) cells.push_back(Words(spans[i]));
  }
  return cells;
}

class LanguageTest : public ::testing::Test {
 protected:
  // Returns the first banned word of `line`; empty if there is none.
  std::string BannedIn(absl::string_view line) const {
    std::string words = Words(line);
    for (const std::string& phrase : allowed_) words = absl::StrReplaceAll(words, {{phrase, " "}});
    for (const std::string& word : banned_) {
      if (absl::StrContains(words, word)) return word;
    }
    return "";
  }

  const std::vector<std::string> banned_ = FirstCells("| do not write ");
  const std::vector<std::string> allowed_ = FirstCells("| phrase ");
};

TEST_F(LanguageTest, NoFileHasABannedWord) {
  ASSERT_GT(banned_.size(), 30u);
  for (const std::string& path : CheckedFiles()) {
    EXPECT_EQ(BannedIn(path), "") << path;
    for (const SourceLine& line : Lines(path)) {
      EXPECT_EQ(BannedIn(line.text), "") << path << ":" << line.number << ": " << line.text.substr(0, 200);
    }
  }
}

TEST_F(LanguageTest, CommentsMakeSenseAlone) {
  const std::regex comment("^ *//");
  const std::regex fragment("^ *// (Of|What|Whether|Who|So|From) ");
  for (const std::string& path : CheckedFiles({".h", ".cc", ".proto", ".go"})) {
    bool continues = false;
    for (const SourceLine& line : Lines(path)) {
      const bool is_comment = std::regex_search(line.text, comment);
      const bool begins = is_comment && !continues;
      EXPECT_FALSE(begins && std::regex_search(line.text, fragment)) << path << ":" << line.number << ": " << line.text;
      continues = is_comment;
    }
  }
}

TEST_F(LanguageTest, DetectsWordsInTextAndInNames) {
  for (const char* bad : {"it tells more", "Told once", "class RivalsOfOne; // one rival", "replica_world.h",
                          "this is no list", "see what lies behind the comma", "FakeWorld"}) {
    EXPECT_NE(BannedIn(bad), "") << bad;
  }
  for (const char* good : {"there is no VPA", "it is no longer held", "a retold story", "behind a proxy", "kLineFeed",
                           "request.rivals()"}) {
    EXPECT_EQ(BannedIn(good), "") << good;
  }
}

}  // namespace
}  // namespace cpsizer::lint
