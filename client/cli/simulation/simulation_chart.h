#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/chart.h"

namespace cpsizer::cli {

// Prints an empty line, the caption and a chart. The width of the chart is the width of the terminal, or 80 columns if
// the terminal has no width. Requires at least one point.
void PrintChart(absl::string_view caption, absl::Span<const ChartPoint> points, Screen& out);

// Returns `once`, or a text such as `3 times`.
std::string Times(int count);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_
