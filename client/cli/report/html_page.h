#ifndef CPSIZER_CLIENT_CLI_REPORT_HTML_PAGE_H_
#define CPSIZER_CLIENT_CLI_REPORT_HTML_PAGE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::cli {

// Returns text for an HTML page, in an element or in a quoted attribute. Escapes the characters of HTML and, as in
// other output of the command, control characters and the marks that change the direction of text.
std::string Html(absl::string_view text);

// Returns a value for a quoted attribute of an HTML page, for the script of the page.
std::string JsonAttribute(const nlohmann::json& value);

// Returns the start of a page, up to and with the tag of `body`. The page has the style and the script of reports
// (client/ui/assets.h), and a Content-Security-Policy that permits only these two, by their hashes: the page can load
// and run nothing else. `title` is escaped.
std::string BeginPage(absl::string_view title);
std::string EndPage();

// Returns a table with `headers` and rows of cells, which are all escaped. Cells after the first one are numbers or
// other short values, and are aligned to the right.
std::string HtmlTable(absl::string_view caption, absl::Span<const std::string> headers,
                      absl::Span<const std::vector<std::string>> rows);

// Returns `content` in an element that the reader can open. `summary` is escaped, `content` is not.
std::string Folded(absl::string_view summary, absl::string_view content);

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

#endif  // CPSIZER_CLIENT_CLI_REPORT_HTML_PAGE_H_
