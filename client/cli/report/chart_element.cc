#include "client/cli/report/chart_element.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {

nlohmann::json ChartNumber(double value) {
  const double thousandths = std::round(value * 1000);
  if (std::fmod(thousandths, 1000) == 0) return static_cast<int64_t>(thousandths / 1000);
  return thousandths / 1000;
}

nlohmann::json ChartRuns(absl::Span<const nlohmann::json> values) {
  nlohmann::json runs = nlohmann::json::array();
  for (size_t begin = 0, end = 0; begin < values.size(); begin = end) {
    while (end < values.size() && values[end] == values[begin]) ++end;
    runs.push_back(values[begin]);
    runs.push_back(end - begin);
  }
  return runs;
}

std::string ChartElement(absl::string_view description, const TimeFrame& frame, nlohmann::json chart) {
  const auto seconds = [](int64_t milliseconds) { return ChartNumber(static_cast<double>(milliseconds) / 1000); };
  chart["begin"] = seconds(frame.begin);
  chart["end"] = seconds(frame.end);
  chart["step"] = seconds(frame.slot);
  return absl::StrCat("<div class=\"chart\" role=\"img\" aria-label=\"", Html(description), "\" data-chart=\"",
                      JsonAttribute(chart), "\"></div>\n");
}

}  // namespace cpsizer::cli
