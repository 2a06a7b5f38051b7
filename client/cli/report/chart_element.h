#ifndef CPSIZER_CLIENT_CLI_REPORT_CHART_ELEMENT_H_
#define CPSIZER_CLIENT_CLI_REPORT_CHART_ELEMENT_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::cli {

// The time of a chart, in milliseconds since 1970, and the width of a slot in it. Requires begin < end.
struct TimeFrame {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t slot = 1;
};

// These functions return parts of a chart: a number with at most three decimals, and the values of slots as runs: a
// value, or null in a gap, the number of slots in a row that have it, the next value, and so on.
nlohmann::json ChartNumber(double value);
nlohmann::json ChartRuns(absl::Span<const nlohmann::json> values);

// Returns an element in which the script of the page draws `chart`, to which the time is added: a FleetChart or a
// ClusterChart of client/ui/page/src/report. `description` is the text alternative; it is escaped.
std::string ChartElement(absl::string_view description, const TimeFrame& frame, nlohmann::json chart);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_CHART_ELEMENT_H_
