#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_

#include <string>
#include <vector>

#include "absl/types/span.h"

namespace cpsizer::cli {

// A point of a chart: the existing number, and the required number.
struct ChartPoint {
  double at = 0;  // position along the axis, in any unit, not less than the previous one
  int there = 0;
  int asked = 0;
};

// Returns lines of plain ASCII, at most `width` columns and `height` lines: `#` up to the existing number, `.` from
// there up to the required number; a point lasts until the next one. If several points share a column, the largest of
// each number is shown. A scale is on the left. Requires width >= 20, height >= 2 and at least one point.
std::vector<std::string> DrawChart(absl::Span<const ChartPoint> points, int width, int height);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
