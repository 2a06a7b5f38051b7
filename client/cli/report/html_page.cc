#include "client/cli/report/html_page.h"

#include <cmath>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/objects/escape.h"
#include "client/ui/assets.h"

namespace cpsizer::cli {
namespace {

// Returns the hash of a text as a source of a Content-Security-Policy.
std::string HashSource(const ui::EmbeddedText& text) {
  return absl::StrCat("'sha256-", absl::Base64Escape(absl::HexStringToBytes(text.sha256)), "'");
}

}  // namespace

std::string Html(absl::string_view text) {
  return absl::StrReplaceAll(objects::Escape(text),
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string JsonAttribute(const nlohmann::json& value) {
  return Html(value.dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace));
}

std::string BeginPage(absl::string_view title) {
  return absl::StrCat(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
      HashSource(ui::kReportStyle), "; script-src ", HashSource(ui::kReportScript),
      "; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
      Html(title), "</title>\n<style>", ui::kReportStyle.text, "</style>\n<script>", ui::kReportScript.text,
      "</script>\n</head>\n<body>\n");
}

std::string EndPage() {
  return "</body>\n</html>\n";
}

std::string HtmlTable(absl::string_view caption, absl::Span<const std::string> headers,
                      absl::Span<const std::vector<std::string>> rows) {
  std::string html = absl::StrCat("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", Html(caption),
                                  "\"><table><caption>", Html(caption), "</caption><thead><tr>");
  for (const std::string& header : headers) absl::StrAppend(&html, "<th scope=\"col\">", Html(header));
  absl::StrAppend(&html, "<tbody>");
  for (const std::vector<std::string>& row : rows) {
    absl::StrAppend(&html, "\n<tr>");
    for (size_t i = 0; i < row.size(); ++i) {
      absl::StrAppend(&html, i == 0 ? "<th scope=\"row\">" : "<td>", Html(row[i]));
    }
  }
  absl::StrAppend(&html, "</table></div>\n");
  return html;
}

std::string Folded(absl::string_view summary, absl::string_view content) {
  return absl::StrCat("<details><summary>", Html(summary), "</summary>", content, "</details>\n");
}

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
