#include "client/cli/history/replay_page.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/history/page_charts.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/show.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

// The charts of single clusters take most of the page, so there is a limit.
constexpr size_t kMostClusterCharts = 40;

// The figures that are also shown in large letters.
constexpr absl::string_view kMainFigures[] = {
    "transitions", "reversals", "flapping clusters", "short of memory", "short of CPU", "best effort",
    "node-hours",  "cost",      "short of nodes",    "over-provisioned"};

constexpr char kNoScript[] =
    "<noscript><p>The charts need JavaScript. The table of each chart has its values.</p></noscript>\n";
constexpr char kNoChart[] = "<p>The replay has only one time, so there is no chart.</p>\n";

std::string PageSection(absl::string_view id, absl::string_view title, absl::string_view content) {
  return absl::StrCat("<section id=\"", id, "\"><h2>", title, "</h2>\n", content, "</section>\n");
}

std::string PageHeader(const ReplayPage& page) {
  std::string html = absl::StrCat("<header><h1>Replay of ", Counted(page.result.worst_first.size(), "cluster"),
                                  "</h1>\n<p>", Html(SpanText(page.result)), "</p>\n");
  for (const std::string& note : NotesOf(page.result)) absl::StrAppend(&html, "<p>", Html(note), "</p>\n");
  for (size_t side = 0; side < page.sides.size(); ++side) {
    absl::StrAppend(&html, "<p>", SideName(page, side, "Configuration"), ": <code>", Html(page.sides[side].file),
                    "</code></p>\n");
  }
  return absl::StrCat(html, kNoScript,
                      "<nav aria-label=\"Sections\"><a href=\"#figures\">Figures</a> <a href=\"#sizes\">Sizes over "
                      "time</a> <a href=\"#days\">Transitions</a> <a href=\"#table\">Clusters</a> <a "
                      "href=\"#charts\">Charts of clusters</a></nav></header>\n<main>\n");
}

std::string ShowNone(absl::string_view value) {
  return value == "-" ? "none" : Html(value);
}

std::string FigureCards(const ReplayPage& page, const std::vector<ReplayFigure>& figures) {
  std::string html = "<dl class=\"cards\">";
  for (const ReplayFigure& figure : figures) {
    if (!absl::c_linear_search(kMainFigures, figure.name)) continue;
    absl::StrAppend(&html, "<div><dt>", Html(figure.name), "</dt><dd>", ShowNone(figure.values.back()), "</dd>");
    if (figure.values.size() > 1) {
      absl::StrAppend(&html, "<dd class=\"was\">", SideWord(page.result, 0), ": ", ShowNone(figure.values.front()),
                      figure.change == "-" ? "" : absl::StrCat(" (", Html(figure.change), ")"), "</dd>");
    }
    absl::StrAppend(&html, "</div>\n");
  }
  return absl::StrCat(html, "</dl>\n");
}

std::string FigureSection(const ReplayPage& page) {
  const std::vector<ReplayFigure> figures = FigureRows(page.result.figures);
  std::vector<std::string> headers = {"figure"};
  for (size_t side = 0; side < page.sides.size(); ++side) headers.push_back(SideName(page, side, "value"));
  if (page.sides.size() > 1) headers.emplace_back("change");
  std::vector<std::vector<std::string>> rows;
  for (const ReplayFigure& figure : figures) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(figure.name);
    row.insert(row.end(), figure.values.begin(), figure.values.end());
    if (page.sides.size() > 1) row.push_back(figure.change);
  }
  std::string html = FigureCards(page, figures);
  if (const std::string rollout = RolloutText(page.result); !rollout.empty()) {
    absl::StrAppend(&html, "<p class=\"rollout\">", Html(rollout), "</p>\n");
  }
  return absl::StrCat(html, HtmlTable("Figures of the fleet", headers, rows));
}

// Returns the figures of a cluster that are not zero.
std::string ClusterFacts(const ReplayPage& page, uint32_t cluster) {
  const std::vector<std::string> texts = ClusterTexts(page.result, cluster);
  const std::vector<ClusterColumn> columns = ClusterColumns(page.result);
  std::vector<std::string> facts;
  for (size_t i = 2; i < texts.size(); ++i) {
    if (texts[i] == "-" || texts[i] == "0") continue;
    facts.push_back(absl::StrCat(absl::AsciiStrToLower(columns[i].title), " <b>", Html(texts[i]), "</b>"));
  }
  return absl::StrCat("<p class=\"facts\">", absl::StrJoin(facts, " <span aria-hidden=\"true\">·</span> "), "</p>\n");
}

std::string ClusterCharts(const ReplayPage& page, size_t charts) {
  const std::vector<uint32_t>& clusters = page.result.worst_first;
  std::string html;
  if (charts < clusters.size()) {
    absl::StrAppend(&html, "<p>These are the ", charts, " worst of ", Counted(clusters.size(), "cluster"),
                    ". To get charts of other clusters, run the command with their names.</p>\n");
  }
  absl::StrAppend(&html, "<p>Each point is ", absl::FormatDuration(absl::Milliseconds(FrameOf(page).slot)),
                  " long, with the least and the most ", page.result.MeasuresNodes() ? "nodes" : "demand",
                  " in it. ▲ is a larger size, ▼ a smaller size, ◆ both in one point",
                  page.sides.size() < 2          ? ""
                  : page.result.ComparesSizing() ? absl::StrCat("; ", SideWord(page.result, 0), ", △, ▽ and ◇")
                                                 : "; with the configuration before, △, ▽ and ◇",
                  ". The strips show each state that occurred in a point, even if it was shorter. In the strip of "
                  "sizes, larger sizes are higher.</p>\n",
                  SizesOfCharts(page));
  for (size_t i = 0; i < charts; ++i) {
    absl::StrAppend(&html, "<figure class=\"cluster\" id=\"c", i + 1, "\"><figcaption><h3>",
                    Html(page.result.replay.names().clusters.Name(clusters[i])), "</h3>",
                    ClusterFacts(page, clusters[i]), "</figcaption>", ClusterChart(page, clusters[i]),
                    ClusterTimeTable(page, clusters[i]), "</figure>\n");
  }
  return html;
}

}  // namespace

void PrintReplayPage(const ReplayPage& page, Screen& out) {
  const bool has_time = page.result.replay.begin() < page.result.replay.end();
  const size_t charts = has_time ? std::min(page.result.worst_first.size(), kMostClusterCharts) : 0;
  out.Raw(BeginPage(absl::StrCat("Replay: ", SpanText(page.result))));
  out.Raw(PageHeader(page));
  out.Raw(PageSection("figures", "Figures", FigureSection(page)));
  out.Raw(PageSection("sizes", "Clusters by size over time", has_time ? SizesOverTime(page) : kNoChart));
  out.Raw(PageSection("days", "Transitions", has_time ? TransitionsByDay(page) : kNoChart));
  out.Raw(PageSection("table", "Clusters", ClusterTable(page, charts)));
  out.Raw(PageSection("charts", "Charts of clusters", has_time ? ClusterCharts(page, charts) : kNoChart));
  out.Raw("</main>\n");
  out.Raw(EndPage());
}

}  // namespace cpsizer::cli
