#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/history/page_charts.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

constexpr int kBarsHeight = 210;
constexpr int64_t kMostBars = 92;
constexpr int64_t kMillisecondsOfChartDay = 24 * 3'600'000;

// The days of the chart. A bar has the transitions of `days_of_bar` days.
struct ChartDays {
  int64_t first;
  int64_t days_of_bar;
  size_t bars;
};

ChartDays DaysOf(const ReplayPage& page) {
  const TimeFrame frame = FrameOf(page);
  const int64_t first = frame.begin / kMillisecondsOfChartDay;
  const int64_t days = (frame.end - 1) / kMillisecondsOfChartDay - first + 1;
  const int64_t days_of_bar = (days + kMostBars - 1) / kMostBars;
  return {first, days_of_bar, static_cast<size_t>((days + days_of_bar - 1) / days_of_bar)};
}

std::vector<int64_t> CountsOf(const PageSide& side, const ChartDays& days) {
  std::vector<int64_t> counts(days.bars);
  for (const auto& [day, count] : side.fleet.transitions_by_day()) {
    // A transition at the end of the replay can be at the start of the next day.
    counts[std::min(static_cast<size_t>((day - days.first) / days.days_of_bar), days.bars - 1)] += count;
  }
  return counts;
}

std::string TableOfDays(const ReplayPage& page, const ChartDays& days,
                        const std::vector<std::vector<int64_t>>& counts) {
  std::vector<std::string> headers = {days.days_of_bar == 1 ? "day" : absl::StrCat(days.days_of_bar, " days from")};
  for (size_t side = 0; side < counts.size(); ++side) headers.push_back(SideName(page, side, "transitions"));
  std::vector<std::vector<std::string>> rows;
  for (size_t bar = 0; bar < days.bars; ++bar) {
    std::vector<std::string> row = {ShowDay(days.first + static_cast<int64_t>(bar) * days.days_of_bar)};
    for (const std::vector<int64_t>& of_side : counts) row.push_back(absl::StrCat(of_side[bar]));
    rows.push_back(std::move(row));
  }
  return Folded("Table of this chart", HtmlTable("Transitions by day, in UTC", headers, rows));
}

// Returns the chart: a line for each configuration. That of the configuration before is dashed.
nlohmann::json LinesOfDays(const ReplayPage& page, const std::vector<std::vector<int64_t>>& counts) {
  nlohmann::json series = nlohmann::json::array();
  for (size_t side = 0; side < counts.size(); ++side) {
    const bool is_before = side + 1 < counts.size();
    series.push_back({{"label", SideName(page, side, "transitions")},
                      {"style", is_before ? 1 : 0},
                      {"dash", is_before ? nlohmann::json({6, 4}) : nlohmann::json::array()},
                      {"runs", ChartRuns(std::vector<nlohmann::json>(counts[side].begin(), counts[side].end()))}});
  }
  return {{"unit", "transitions"}, {"height", kBarsHeight}, {"series", series}};
}

}  // namespace

std::string TransitionsByDay(const ReplayPage& page) {
  const ChartDays days = DaysOf(page);
  std::vector<std::vector<int64_t>> counts;
  int64_t most = 0;
  for (const PageSide& side : page.sides) {
    counts.push_back(CountsOf(side, days));
    most = std::max(most, *std::max_element(counts.back().begin(), counts.back().end()));
  }
  const int64_t width = days.days_of_bar * kMillisecondsOfChartDay;
  const int64_t begin = days.first * kMillisecondsOfChartDay;
  const TimeFrame frame = {begin, begin + static_cast<int64_t>(days.bars) * width, width};
  const std::string title =
      days.days_of_bar == 1 ? "Transitions by day" : absl::StrCat("Transitions by ", days.days_of_bar, " days");
  return absl::StrCat(
      "<figure><figcaption>", title, " <span class=\"file\">in UTC</span></figcaption>",
      ChartElement(absl::StrCat(title, ": at most ", most, ". The table after the chart has the values."), frame,
                   LinesOfDays(page, counts)),
      TableOfDays(page, days, counts), "</figure>\n");
}

}  // namespace cpsizer::cli
