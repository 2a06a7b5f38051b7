// Checks that each section of a specification that a comment or a test cites exists, and that each file that a document
// names exists.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "tests/lint/source_tree.h"
#include "tests/testing/paths.h"

namespace cpsizer::lint {
namespace {

namespace fs = std::filesystem;

constexpr char kAutoscalers[] = "docs/reference/horizontal-pod-autoscaler.md";
constexpr const char* kSpecifications[] = {kAutoscalers, "docs/reference/cpu-request-scaling.md",
                                           "docs/reference/machine-autoscaler.md",
                                           "docs/reference/cluster-autoscaler.md"};

// Returns the section numbers of a page, such as "3" or "8.1". Section 18 is a numbered list of traps. Its item N,
// "trap N", has the section number "18.N".
std::set<std::string> SectionsOf(const std::string& page) {
  static const std::regex heading("^###? ([0-9]+(\\.[0-9]+)?)[. ].*");
  static const std::regex item("^([0-9]+)\\. .*");
  std::set<std::string> sections;
  std::string section;
  for (const SourceLine& line : Lines(page)) {
    std::smatch match;
    if (std::regex_match(line.text, match, heading)) {
      section = match[1];
      sections.insert(section);
    } else if (section == "18" && std::regex_match(line.text, match, item)) {
      sections.insert(absl::StrCat("18.", match[1].str()));
    }
  }
  return sections;
}

// Returns the sections and traps that `text` cites. Returns nothing if `text` cites an RFC.
std::vector<std::string> Citations(const std::string& text) {
  static const std::regex citation("\\b([Ss]ections?|[Tt]rap) ([0-9][0-9.]*((,|,? and| to) [0-9][0-9.]*)*)");
  static const std::regex number("[0-9]+(\\.[0-9]+)?");
  std::vector<std::string> cited;
  // Checks for these words first, because the regular expression is slow.
  if (!absl::StrContains(text, "ection") && !absl::StrContains(text, "rap ")) return cited;
  if (absl::StrContains(text, "RFC ")) return cited;
  for (std::sregex_iterator found(text.begin(), text.end(), citation); found != std::sregex_iterator(); ++found) {
    const std::string prefix = absl::EndsWithIgnoreCase((*found)[1].str(), "trap") ? "18." : "";
    const std::string numbers = (*found)[2];
    for (std::sregex_iterator n(numbers.begin(), numbers.end(), number); n != std::sregex_iterator(); ++n) {
      cited.push_back(absl::StrCat(prefix, n->str()));
    }
  }
  return cited;
}

std::vector<std::string> FilesThatMayCite() {
  std::vector<std::string> files(std::begin(kSpecifications), std::end(kSpecifications));
  files.push_back("tests/engine/replicas/specification.md");
  for (const char* folder : {"include", "proto", "server", "client", "tests"}) {
    // Excludes tests/lint, which has citations of sections that do not exist.
    for (const std::string& path : SourceFiles(folder, {".h", ".cc", ".proto"})) {
      if (!absl::StartsWith(path, "tests/lint/")) files.push_back(path);
    }
  }
  return files;
}

TEST(CitationsTest, ReadsEachFormOfACitation) {
  const struct {
    const char* text;
    std::vector<std::string> cited;
  } cases[] = {
      {"// Section 9.2: checks the selector", {"9.2"}},
      {"// Section 6. `resource` is that of", {"6"}},
      {"// Sections 1 and 5 to 8 of the page", {"1", "5", "8"}},
      {"// Sections 4, 9, 10, 14 and 15", {"4", "9", "10", "14", "15"}},
      {"(section 13)", {"13"}},
      {"{\"trap 15: 32 bits wrap\",", {"18.15"}},
      {"RFC 1035, section 4", {}},
      {"const int sections = 16", {}},
  };
  for (const auto& c : cases) EXPECT_EQ(Citations(c.text), c.cited) << c.text;
}

// Returns the sections of the specifications whose paths the file contains. If the file is a specification, its own
// sections are included.
std::set<std::string> SectionsFor(const std::string& path) {
  const std::string text = Text(path);
  std::set<std::string> sections;
  for (const char* page : kSpecifications) {
    if (path == page || absl::StrContains(text, page)) sections.merge(SectionsOf(page));
  }
  return sections;
}

TEST(CitationsTest, EachCitedSectionOfASpecificationExists) {
  ASSERT_EQ(SectionsOf(kAutoscalers).count("18.20"), 1U);
  size_t citing = 0;
  for (const std::string& path : FilesThatMayCite()) {
    absl::optional<std::set<std::string>> sections;
    for (const SourceLine& line : Lines(path)) {
      for (const std::string& cited : Citations(line.text)) {
        if (!sections.has_value()) sections = SectionsFor(path);
        EXPECT_EQ(sections->count(cited), 1U)
            << path << ":" << line.number << " cites section " << cited << ", which no page that it names has";
      }
    }
    if (sections.has_value()) ++citing;
  }
  EXPECT_GT(citing, 25U);
  std::cout << citing << " files cite specifications" << std::endl;
}

// Returns whether `text` has the form of a path in one of the folders to which documents refer.
bool IsPathOfTree(const std::string& text) {
  static const std::regex path(
      "(proto|include|server|client|deploy|tests|docs|cmake|conformance|examples)/[A-Za-z0-9_./-]*");
  return std::regex_match(text, path);
}

bool Exists(const fs::path& path) {
  return fs::exists(fs::path(testing::SourcePath()) / path);
}

// Returns the paths in backticks in `line` that do not exist.
std::vector<std::string> MissingPaths(const std::string& line) {
  static const std::regex quoted("`([^` ]+)`");
  std::vector<std::string> missing;
  if (!absl::StrContains(line, "/")) return missing;
  for (std::sregex_iterator found(line.begin(), line.end(), quoted); found != std::sregex_iterator(); ++found) {
    const std::string text = (*found)[1];
    if (IsPathOfTree(text) && !Exists(text)) missing.push_back(text);
  }
  return missing;
}

// Returns the relative links of `line` whose target does not exist.
std::vector<std::string> MissingLinks(const fs::path& folder, const std::string& line) {
  static const std::regex link("\\]\\(([^)#: ]+)(#[^)]*)?\\)");
  std::vector<std::string> missing;
  if (!absl::StrContains(line, "](")) return missing;
  for (std::sregex_iterator found(line.begin(), line.end(), link); found != std::sregex_iterator(); ++found) {
    const std::string target = (*found)[1];
    if (!Exists(folder / target)) missing.push_back(target);
  }
  return missing;
}

TEST(CitationsTest, EachFileNamedInADocumentExists) {
  for (const std::string& path : SourceFiles("", {".md"})) {
    bool code = false;
    for (const SourceLine& line : Lines(path)) {
      if (absl::StartsWith(line.text, "```")) code = !code;
      if (code) continue;
      for (const std::string& missing : MissingPaths(line.text)) {
        ADD_FAILURE() << path << ":" << line.number << " names " << missing << ", which does not exist";
      }
      for (const std::string& missing : MissingLinks(fs::path(path).parent_path(), line.text)) {
        ADD_FAILURE() << path << ":" << line.number << " links to " << missing << ", which does not exist";
      }
    }
  }
}

TEST(CitationsTest, DetectsAPathAndALinkWithoutTarget) {
  EXPECT_EQ(MissingPaths("see `server/rpc/nothing.h` and `server/main.cc`"),
            std::vector<std::string>{"server/rpc/nothing.h"});
  EXPECT_EQ(MissingLinks("docs", "[a](nothing.md#b), [c](api.md#d), [e](https://example.com/f)"),
            std::vector<std::string>{"nothing.md"});
}

}  // namespace
}  // namespace cpsizer::lint
