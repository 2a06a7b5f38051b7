#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/chart.h"

namespace cpsizer::cli {

// Prints an empty line, the caption and a chart as wide as the terminal, 80 columns if that is unbounded. Requires
// at least one point.
void PrintChart(absl::string_view caption, absl::Span<const ChartPoint> points, Screen& out);

// `once`, or `3 times`.
std::string Times(int count);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_CHART_H_
