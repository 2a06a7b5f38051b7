// Checks that every rule of the replicas decision has a test. tests/engine/replicas/specification.md lists the tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

constexpr char kFolder[] = "tests/engine/replicas";
constexpr int kSpecificationSections = 16;
constexpr int kTraps = 20;

struct Row {
  std::string rule;
  std::vector<std::string> tests;
};

std::vector<Row> Rows() {
  std::vector<Row> rows;
  for (const SourceLine& line : Lines(absl::StrCat(kFolder, "/specification.md"))) {
    const std::vector<std::string> cells = absl::StrSplit(line.text, " | ");
    if (cells.size() != 3 || absl::StartsWith(line.text, "| Rule") || absl::StartsWith(line.text, "| ---")) continue;
    rows.push_back(
        {std::string(absl::StripPrefix(cells[0], "| ")), absl::StrSplit(absl::StripSuffix(cells[2], " |"), "; ")});
  }
  return rows;
}

// Returns the contents of the test files.
std::vector<std::string> Sources() {
  std::vector<std::string> sources;
  for (const std::string& file : SourceFiles(kFolder, {"_test.cc"})) sources.push_back(Text(file));
  return sources;
}

// Returns the text from the macro of this test to the next test; empty if the test does not exist.
std::string SourceOf(absl::string_view test, const std::vector<std::string>& sources) {
  const std::vector<std::string> name = absl::StrSplit(test, absl::MaxSplits('.', 1));
  if (name.size() != 2) return "";
  const std::string head = absl::StrCat("TEST(", name[0], ", ", name[1], ") {");
  for (const std::string& source : sources) {
    const size_t begin = source.find(head);
    if (begin != std::string::npos) return source.substr(begin, source.find("\nTEST(", begin + 1) - begin);
  }
  return "";
}

// Returns whether a case with this name exists. Cases may be in a function before their test.
bool HasCase(absl::string_view name, const std::vector<std::string>& sources) {
  const std::string quoted = absl::StrCat("{\"", name, "\",");
  for (const std::string& source : sources) {
    if (absl::StrContains(source, quoted)) return true;
  }
  return false;
}

TEST(SpecificationTest, EveryRuleNamesExistingTests) {
  const std::vector<std::string> sources = Sources();
  ASSERT_GT(Rows().size(), 100U);
  for (const Row& row : Rows()) {
    for (const std::string& reference : row.tests) {
      const std::vector<std::string> parts = absl::StrSplit(reference, absl::MaxSplits(": ", 1));
      EXPECT_NE(SourceOf(parts[0], sources), "") << row.rule << " names " << parts[0] << ", which is not a test";
      if (parts.size() > 1) {
        EXPECT_TRUE(HasCase(parts[1], sources)) << row.rule << " names a case that is not there: " << parts[1];
      }
    }
  }
}

TEST(SpecificationTest, NoSectionAndNoTrapIsMissing) {
  std::set<std::string> rules;
  for (const Row& row : Rows()) rules.insert(std::string(row.rule.substr(0, row.rule.find('.'))));
  for (int i = 1; i <= kSpecificationSections; ++i) EXPECT_EQ(rules.count(absl::StrCat("Section ", i)), 1U) << i;
  for (int i = 1; i <= kTraps; ++i) EXPECT_EQ(rules.count(absl::StrCat("Trap ", i)), 1U) << i;
  EXPECT_EQ(rules.size(), size_t{kSpecificationSections} + kTraps);
}

// Checks that the table contains every test that is named after a rule.
TEST(SpecificationTest, EveryTestNamedForARuleIsInTheTable) {
  std::string table;
  for (const Row& row : Rows()) absl::StrAppend(&table, absl::StrJoin(row.tests, "; "), "; ");
  for (const std::string& source : Sources()) {
    for (const absl::string_view piece : absl::StrSplit(source, "\nTEST(")) {
      const absl::string_view head = piece.substr(0, piece.find(')'));
      const std::vector<std::string> name = absl::StrSplit(head, ", ");
      if (name.size() != 2 || !(absl::StartsWith(name[1], "Section") || absl::StartsWith(name[1], "Trap"))) continue;
      // Open questions of the reference are not rules.
      if (absl::StartsWith(name[1], "Section20")) continue;
      EXPECT_TRUE(absl::StrContains(table, absl::StrCat(name[0], ".", name[1]))) << name[0] << "." << name[1];
    }
  }
}

}  // namespace
}  // namespace cpsizer::lint
