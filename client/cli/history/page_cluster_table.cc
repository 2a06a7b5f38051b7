#include "client/cli/history/page_cluster_table.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/show.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

// The script of the page shows the controls and makes the headers buttons.
constexpr char kTableControls[] =
    "<form class=\"filter\" role=\"search\"><label>Name <input id=\"name\" type=\"search\" autocomplete=\"off\" "
    "placeholder=\"part of a name\"></label><label>Show <select id=\"which\">"
    "<option value=\"\">all clusters<option value=\"short\">short<option value=\"no-fit\">best effort (no fit)"
    "<option value=\"held\">held<option value=\"moved\">with transitions<option value=\"flapping\">flapping"
    "<option value=\"differs\">that differ</select></label>"
    "<output id=\"shown\" for=\"name which\" aria-live=\"polite\"></output><button type=\"button\" id=\"all\" "
    "hidden>Show all</button></form>\n";

// How the script compares the cells of a column.
struct SortedColumn {
  size_t cell;  // the index in ClusterTexts()
  const char* sort;
};

constexpr SortedColumn kSortedColumns[] = {{2, "number"}, {3, "number"}, {4, "number"}, {5, "number"},
                                           {6, "number"}, {7, "least"},  {8, "size"},   {9, "size"}};

std::string ClusterTableHead(const ReplayPage& page) {
  const std::string order = JsonAttribute(SizeNames(page.result.figures));
  std::string html = "<th scope=\"col\" data-sort=\"text\" class=\"name\">cluster";
  for (const SortedColumn& column : kSortedColumns) {
    absl::StrAppend(&html, "<th scope=\"col\" data-sort=\"", column.sort, "\"",
                    column.sort == absl::string_view("size") ? absl::StrCat(" data-order=\"", order, "\"") : "", ">",
                    absl::AsciiStrToLower(kClusterHeaders[column.cell]));
  }
  return html;
}

std::string ClusterTableRow(const ReplayPage& page, uint32_t cluster, size_t place, bool has_chart) {
  const std::vector<std::string> texts = ClusterTexts(page.result, cluster);
  const std::string name = Html(page.result.replay.names().clusters.Name(cluster));
  std::string html = absl::StrCat("\n<tr><th scope=\"row\">",
                                  has_chart ? absl::StrCat("<a href=\"#c", place, "\">", name, "</a>") : name);
  for (const SortedColumn& column : kSortedColumns) absl::StrAppend(&html, "<td>", Html(texts[column.cell]));
  return html;
}

}  // namespace

std::string ClusterTable(const ReplayPage& page, size_t charts) {
  const std::vector<uint32_t>& clusters = page.result.worst_first;
  std::string html = absl::StrCat(kTableControls,
                                  "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of "
                                  "clusters\"><table id=\"clusters\"><caption>",
                                  Counted(clusters.size(), "cluster"), ", the worst first",
                                  page.sides.size() > 1 ? "; two values are those before and after" : "",
                                  "</caption><thead><tr>", ClusterTableHead(page), "<tbody>");
  for (size_t i = 0; i < clusters.size(); ++i) {
    absl::StrAppend(&html, ClusterTableRow(page, clusters[i], i + 1, i < charts));
  }
  return absl::StrCat(html, "</table></div>\n");
}

}  // namespace cpsizer::cli
