// Checks that the filters by which `dev` selects tests select one. A filter that selects nothing passes.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

std::string AllTests() {
  std::string all;
  for (const std::string& file : SourceFiles("tests", {".cc"})) absl::StrAppend(&all, Text(file));
  return all;
}

TEST(FiltersTest, EachFilterOfDevSelectsATest) {
  static const std::regex kFilter("--gtest_filter='([^']+)'");
  const std::string dev = Text("dev");
  const std::string tests = AllTests();
  int filters = 0;
  for (auto match = std::sregex_iterator(dev.begin(), dev.end(), kFilter); match != std::sregex_iterator(); ++match) {
    for (const absl::string_view filter : absl::StrSplit((*match)[1].str(), ':')) {
      const std::vector<std::string> names = absl::StrSplit(absl::StripPrefix(filter, "*/"), '.');
      ASSERT_EQ(names.size(), 2) << filter;
      const std::string name = names[1] == "*" ? "\\w+" : names[1];
      const std::regex test(absl::StrCat("TEST(_F|_P)?\\(", names[0], ",\\s+", name, "\\)"));
      EXPECT_TRUE(std::regex_search(tests, test)) << filter << " selects no test";
      ++filters;
    }
  }
  EXPECT_GE(filters, 4);
}

}  // namespace
}  // namespace cpsizer::lint
