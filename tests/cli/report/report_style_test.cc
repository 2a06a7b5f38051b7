// Checks the contrast of the colors of reports, which are those of the page: WCAG 2.1, 1.4.3 (text) and 1.4.11 (parts
// of charts).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using Colors = std::map<std::string, std::string>;

// Returns the colors of each mode: light, which paper has too, and dark.
std::vector<Colors> ColorsOfModes() {
  std::vector<Colors> modes;
  const std::string style = ReadSource("client/ui/page/src/styles/tokens.css");
  const std::regex root(R"re(:root[^ ]* \{([^}]*)\})re");
  const std::regex color(R"re(--([a-z0-9-]+): #([0-9a-f]{6});)re");
  for (std::sregex_iterator block(style.begin(), style.end(), root), end; block != end; ++block) {
    const std::string text = (*block)[1];
    Colors& colors = modes.emplace_back();
    for (std::sregex_iterator found(text.begin(), text.end(), color); found != end; ++found) {
      colors[(*found)[1]] = (*found)[2];
    }
  }
  return modes;
}

// Returns the relative luminance of a color such as `ffffff`.
double Luminance(const std::string& color) {
  constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (size_t i = 0; i < 3; ++i) {
    int byte = 0;
    EXPECT_TRUE(absl::SimpleHexAtoi(color.substr(2 * i, 2), &byte));
    const double part = byte / 255.0;
    luminance += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

double Contrast(const std::string& a, const std::string& b) {
  const double lighter = std::max(Luminance(a), Luminance(b));
  const double darker = std::min(Luminance(a), Luminance(b));
  return (lighter + 0.05) / (darker + 0.05);
}

TEST(ReportStyleTest, ColorsHaveEnoughContrastInEachMode) {
  EXPECT_NEAR(Contrast("000000", "ffffff"), 21, 1e-9);
  const std::vector<Colors> modes = ColorsOfModes();
  ASSERT_EQ(modes.size(), 2u);
  for (const Colors& colors : modes) {
    ASSERT_EQ(colors.size(), modes.front().size());
    for (const char* text : {"text", "muted", "accent"}) {
      for (const char* ground : {"surface", "raised"}) {
        EXPECT_GE(Contrast(colors.at(text), colors.at(ground)), 4.5) << text << " on " << ground;
      }
    }
    for (const char* part : {"control", "series-1", "series-2", "series-3", "series-4", "series-5", "series-6"}) {
      EXPECT_GE(Contrast(colors.at(part), colors.at("surface")), 3) << part;
    }
    for (const char* part : {"error", "hold", "warning", "muted", "series-1", "series-2", "series-3", "series-4",
                             "series-5", "series-6"}) {
      EXPECT_GE(Contrast(colors.at(part), colors.at("sunken")), 3) << part << " in a strip";
    }
  }
}

}  // namespace
}  // namespace cpsizer::cli
