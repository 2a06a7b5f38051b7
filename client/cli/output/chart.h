#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// A point of a chart: an existing number and a required number, for example of replicas.
struct ChartPoint {
  double at = 0;  // the position along the axis, in any unit; must not be less than the position of the previous point
  int existing = 0;
  int required = 0;
};

// Returns lines of plain ASCII, at most `width` columns and `height` lines, with a scale on the left. In each column,
// `#` is printed up to the existing number, and `.` above it up to the required number. A point covers the columns up
// to the next point. If several points share a column, the column shows the largest existing number and the largest
// required number. Requires width >= 20, height >= 2 and at least one point.
std::vector<std::string> DrawChart(absl::Span<const ChartPoint> points, int width, int height);

// Prints an empty line, the caption and a chart. The width of the chart is the width of the terminal, or 80 columns if
// the terminal has no width. Requires at least one point.
void PrintChart(absl::string_view caption, absl::Span<const ChartPoint> points, Screen& out);

// Returns `once`, or a text such as `3 times`.
std::string Times(int count);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
