#include "client/cli/simulation/simulation_chart.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

constexpr int kUnboundedWidth = 80;
constexpr int kLeastWidth = 20;
constexpr int kChartHeight = 10;

}  // namespace

void PrintChart(absl::string_view caption, absl::Span<const ChartPoint> points, Screen& out) {
  const int width = out.terminal().width > 0 ? std::max(out.terminal().width, kLeastWidth) : kUnboundedWidth;
  out.EndLine();
  out.Line(caption, Style::kDim);
  for (const std::string& line : DrawChart(points, width, kChartHeight)) out.Line(line);
}

std::string Times(int count) {
  return count == 1 ? "once" : absl::StrCat(count, " times");
}

}  // namespace cpsizer::cli
