#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_

#include <string>
#include <vector>

#include "absl/types/span.h"

namespace cpsizer::cli {

// A place of a chart: how much there is, and how much is asked for.
struct ChartPoint {
  double at = 0;  // where along the axis, in any unit, not less than the one before
  int there = 0;
  int asked = 0;
};

// Lines of plain ASCII, at most `width` columns and `height` lines: `#` up to what is there, `.` from there up to what
// is asked for; what holds at one point holds until the next. Where several points share a column the largest of each
// shows. A scale stands on the left. Requires width >= 20, height >= 2 and at least one point.
std::vector<std::string> DrawChart(absl::Span<const ChartPoint> points, int width, int height);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CHART_H_
