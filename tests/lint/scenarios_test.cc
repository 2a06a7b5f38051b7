// Checks that the scenarios, which compare the real controller with the decision of cpsizer, cover all behaviour that
// can be observed: each section of the specification, each trap (item of section 18), and each kind of metric.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::testing::IsSupersetOf;

constexpr size_t kEnough = 40;
// Excludes section 16 (objects that the API server refuses, which AutoscalerDifferentialTest compares) and the sections
// without rules, 19 and 20. Excludes trap 10 (the moment at which a window ends) and trap 11 (the order of a list that
// is not visible).
const std::set<std::string> kScenariosSections = {
    "1",     "2",     "3",     "4",     "5",     "6",     "7",     "8.1",  "8.2",  "8.3",  "8.4",
    "9.1",   "9.2",   "9.3",   "10",    "11",    "12.1",  "12.2",  "13.1", "13.2", "14",   "15",
    "17",    "18.1",  "18.2",  "18.3",  "18.4",  "18.5",  "18.6",  "18.7", "18.8", "18.9", "18.12",
    "18.13", "18.14", "18.15", "18.16", "18.17", "18.18", "18.19", "18.20"};
const std::vector<std::pair<std::string, std::string>> kMetrics = {{"Resource", "Utilization"},
                                                                   {"Resource", "AverageValue"},
                                                                   {"ContainerResource", "Utilization"},
                                                                   {"ContainerResource", "AverageValue"},
                                                                   {"Pods", "AverageValue"},
                                                                   {"Object", "Value"},
                                                                   {"Object", "AverageValue"},
                                                                   {"External", "Value"},
                                                                   {"External", "AverageValue"}};

std::vector<SourceLine> LinesOfScenarios() {
  std::vector<SourceLine> lines;
  for (const std::string& file : SourceFiles("tests/e2e/autoscaling/scenarios", {".yaml"})) {
    const std::vector<SourceLine> more = Lines(file);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

TEST(ScenariosTest, CoverEverySectionAndTrapThatIsObservable) {
  std::set<std::string> shown;
  size_t scenarios = 0;
  for (const SourceLine& line : LinesOfScenarios()) {
    absl::string_view text = line.text;
    if (!absl::ConsumePrefix(&text, "section: \"")) continue;
    ++scenarios;
    for (const absl::string_view section : absl::StrSplit(absl::StripSuffix(text, "\""), ", ")) {
      shown.emplace(section);
    }
  }
  EXPECT_THAT(shown, IsSupersetOf(kScenariosSections));
  EXPECT_THAT(kScenariosSections, IsSupersetOf(shown)) << "a scenario names an unknown section";
  EXPECT_GE(scenarios, kEnough);
  std::cout << scenarios << " scenarios of " << shown.size() << " sections and traps" << std::endl;
}

TEST(ScenariosTest, CoverEveryKindOfMetricAndTarget) {
  std::set<std::pair<std::string, std::string>> shown;
  for (const SourceLine& line : LinesOfScenarios()) {
    for (const auto& [metric, target] : kMetrics) {
      if (absl::StrContains(line.text, absl::StrCat("{type: ", metric, ",")) &&
          absl::StrContains(line.text, absl::StrCat("target: {type: ", target, ","))) {
        shown.emplace(metric, target);
      }
    }
  }
  EXPECT_THAT(shown, IsSupersetOf(kMetrics));
}

}  // namespace
}  // namespace cpsizer::lint
