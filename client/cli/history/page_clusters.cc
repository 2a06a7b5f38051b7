#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/history/page_charts.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/show.h"
#include "client/cli/report/html_page.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

using history::DemandSlot;
using history::ReplaySize;
using history::SizeSlot;
using nlohmann::json;

json DemandAmount(float amount) {
  return amount < 0 ? json() : ChartNumber(amount);
}

json SizeCapacity(const absl::optional<Nanos>& capacity) {
  if (!capacity.has_value()) return nullptr;
  return ChartNumber(static_cast<double>(*capacity) / static_cast<double>(kNanosPerUnit));
}

bool HasNodes(const ReplayPage& page) {
  return page.result.MeasuresNodes() || page.result.ComparesSizing();
}

bool HasResources(const ReplayPage& page) {
  return !page.result.MeasuresNodes();
}

json DemandOf(const ReplayPage& page, uint32_t cluster) {
  const absl::Span<const DemandSlot> slots = page.sides.front().timeline.DemandOf(cluster);
  std::vector<DemandSlot> demand(slots.begin(), slots.end());
  demand.resize(SlotsOf(page));
  std::vector<json> values;
  values.reserve(demand.size());
  for (const DemandSlot& slot : demand) {
    json amounts = {DemandAmount(slot.least_memory), DemandAmount(slot.most_memory), DemandAmount(slot.least_cpu),
                    DemandAmount(slot.most_cpu)};
    if (HasNodes(page)) {
      amounts.push_back(DemandAmount(slot.least_nodes));
      amounts.push_back(DemandAmount(slot.most_nodes));
    }
    values.push_back(std::move(amounts));
  }
  return ChartRuns(values);
}

json SlotsOfSide(const ReplayPage& page, const PageSide& side, uint32_t cluster) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  std::vector<SizeSlot> sizes(slots.begin(), slots.end());
  sizes.resize(SlotsOf(page));
  std::vector<json> values;
  values.reserve(sizes.size());
  for (const SizeSlot& slot : sizes) {
    values.push_back(json::array({slot.last, slot.lowest, slot.highest, slot.increases, slot.decreases, slot.states}));
  }
  return ChartRuns(values);
}

// Returns a range of amounts, or `-` if there is none.
std::string ShowAmountRange(float least, float most, QuantityFormat format, std::string (*show)(const Quantity&)) {
  if (most < 0) return "-";
  const auto text = [&](float amount) {
    return show({static_cast<Nanos>(static_cast<double>(amount) * 1000) * (kNanosPerUnit / 1000), format});
  };
  const std::string low = text(least);
  const std::string high = text(most);
  return low == high ? high : absl::StrCat(low, " to ", high);
}

std::string ShowNodes(const Quantity& nodes) {
  return absl::StrCat(static_cast<int64_t>(nodes.nanos / kNanosPerUnit));
}

// The titles of DemandCells().
std::vector<std::string> DemandHeaders(const ReplayPage& page) {
  std::vector<std::string> headers;
  if (HasNodes(page)) headers.emplace_back("nodes");
  if (HasResources(page)) headers.insert(headers.end(), {"memory", "CPU"});
  return headers;
}

std::vector<std::string> DemandCells(const ReplayPage& page, absl::Span<const DemandSlot> slots, const TimeRow& times) {
  DemandSlot row;
  for (size_t i = times.begin; i < std::min(times.end, slots.size()); ++i) Merge(slots[i], row);
  std::vector<std::string> cells;
  if (HasNodes(page)) {
    cells.push_back(ShowAmountRange(row.least_nodes, row.most_nodes, QuantityFormat::kDecimalSI, &ShowNodes));
  }
  if (HasResources(page)) {
    cells.push_back(ShowAmountRange(row.least_memory, row.most_memory, QuantityFormat::kBinarySI, &HumanMemory));
    cells.push_back(ShowAmountRange(row.least_cpu, row.most_cpu, QuantityFormat::kDecimalSI, &HumanCpu));
  }
  return cells;
}

// The sizes, the number of transitions and the states of a row.
std::vector<std::string> SizeCells(const ReplayPage& page, const PageSide& side, uint32_t cluster,
                                   const TimeRow& times) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  const std::vector<const history::ReplaySize*> sizes = SizesInOrder(side);
  SizeSlot row;
  int transitions = 0;  // may be above the limit of a slot
  for (size_t i = times.begin; i < std::min(times.end, slots.size()); ++i) {
    Merge(slots[i], row);
    transitions += slots[i].increases + slots[i].decreases;
  }
  std::string names = "-";
  if (row.lowest != SizeSlot::kNone) names = sizes[static_cast<size_t>(row.lowest)]->name;
  if (row.lowest != row.highest) absl::StrAppend(&names, " to ", sizes[static_cast<size_t>(row.highest)]->name);
  std::vector<std::string> words;
  for (const ClusterState& state : ClusterStates(page)) {
    if ((row.states & state.state) != 0) words.emplace_back(state.name);
  }
  return {names, absl::StrCat(transitions), words.empty() ? "-" : absl::StrJoin(words, ", ")};
}

// The script of the page shows the controls and makes the headers buttons.
constexpr char kTableControlsBegin[] =
    "<form class=\"filter\" role=\"search\"><label>Name <input id=\"name\" type=\"search\" autocomplete=\"off\" "
    "placeholder=\"part of a name\"></label><label>Show <select id=\"which\">"
    "<option value=\"\">all clusters<option value=\"short\">short";
constexpr char kTableControlsEnd[] =
    "<option value=\"moved\">with transitions<option value=\"flapping\">flapping"
    "<option value=\"differs\">that differ</select></label>"
    "<output id=\"shown\" for=\"name which\" aria-live=\"polite\"></output><button type=\"button\" id=\"all\" "
    "hidden>Show all</button></form>\n";

std::string TableControls(const ReplayPage& page) {
  std::string options;
  if (page.result.ComparesSizing()) absl::StrAppend(&options, "<option value=\"over\">over-provisioned");
  absl::StrAppend(&options, page.result.MeasuresNodes()
                                ? "<option value=\"no-size\">without a size for the nodes"
                                : "<option value=\"no-fit\">best effort (no fit)<option value=\"held\">held");
  return absl::StrCat(kTableControlsBegin, options, kTableControlsEnd);
}

// The first figure in ClusterTexts(), after the namespace and the name.
constexpr size_t kFirstFigure = 2;

std::string ClusterTableHead(const ReplayPage& page) {
  const std::string order = JsonAttribute(SizeNames(page.result.figures));
  std::string html = "<th scope=\"col\" data-sort=\"text\" class=\"name\">cluster";
  const std::vector<ClusterColumn> columns = ClusterColumns(page.result);
  for (size_t i = kFirstFigure; i < columns.size(); ++i) {
    const ClusterColumn& column = columns[i];
    absl::StrAppend(&html, "<th scope=\"col\" data-sort=\"", column.sort, "\"",
                    column.sort == absl::string_view("size") ? absl::StrCat(" data-order=\"", order, "\"") : "", ">",
                    absl::AsciiStrToLower(column.title));
  }
  return html;
}

std::string ClusterTableRow(const ReplayPage& page, uint32_t cluster, size_t place, bool has_chart) {
  const std::vector<std::string> texts = ClusterTexts(page.result, cluster);
  const std::string name = Html(page.result.replay.names().clusters.Name(cluster));
  std::string html = absl::StrCat("\n<tr><th scope=\"row\">",
                                  has_chart ? absl::StrCat("<a href=\"#c", place, "\">", name, "</a>") : name);
  for (size_t i = kFirstFigure; i < texts.size(); ++i) absl::StrAppend(&html, "<td>", Html(texts[i]));
  return html;
}

}  // namespace

std::string SizesOfCharts(const ReplayPage& page) {
  const auto count = static_cast<double>(SizeNames(page.result.figures).size());
  json sides = json::array();
  for (const PageSide& side : page.sides) {
    json& sizes = sides.emplace_back(json::array());
    for (const ReplaySize* size : SizesInOrder(side)) {
      // Larger sizes are higher, so that they differ by more than their color.
      sizes.push_back({{"name", size->name},
                       {"style", SizeStyle(page, size->name)},
                       {"height", ChartNumber(static_cast<double>(PlaceOfSize(page, size->name) + 1) / count)},
                       {"memory", SizeCapacity(size->memory)},
                       {"cpu", SizeCapacity(size->cpu)}});
      if (size->nodes.has_value()) sizes.back()["nodes"] = *size->nodes;
    }
  }
  std::string words;
  if (HasNodes(page)) {
    json names = json::array();
    for (size_t side = 0; side < page.sides.size(); ++side) names.push_back(SideName(page, side, ""));
    words = absl::StrCat(" data-words=\"", JsonAttribute({{"sides", names}, {"held", HeldWord(page)}}), "\"");
  }
  return absl::StrCat("<div hidden data-sizes=\"", JsonAttribute(sides), "\"", words, "></div>\n");
}

std::string ClusterChart(const ReplayPage& page, uint32_t cluster) {
  json sides = json::array();
  for (const PageSide& side : page.sides) sides.push_back(SlotsOfSide(page, side, cluster));
  return ChartElement(absl::StrCat(page.result.MeasuresNodes() ? "Nodes of " : "Demand of ",
                                   page.result.replay.names().clusters.Name(cluster), " and ",
                                   page.result.MeasuresNodes() ? "the most nodes" : "effective capacity",
                                   " of its size over time. The table after the chart has the values."),
                      FrameOf(page), {{"demand", DemandOf(page, cluster)}, {"sides", std::move(sides)}});
}

std::string ClusterTimeTable(const ReplayPage& page, uint32_t cluster) {
  std::vector<std::string> headers = {"from"};
  for (std::string& header : DemandHeaders(page)) headers.push_back(std::move(header));
  for (size_t side = 0; side < page.sides.size(); ++side) {
    for (const char* header : {"size", "transitions", "states"}) headers.push_back(SideName(page, side, header));
  }
  std::vector<std::vector<std::string>> rows;
  for (const TimeRow& times : TimeRowsOf(page)) {
    std::vector<std::string> row = {times.time};
    const auto append = [&row](std::vector<std::string> cells) {
      std::move(cells.begin(), cells.end(), std::back_inserter(row));
    };
    append(DemandCells(page, page.sides.front().timeline.DemandOf(cluster), times));
    for (const PageSide& side : page.sides) append(SizeCells(page, side, cluster, times));
    rows.push_back(std::move(row));
  }
  const std::string& name = page.result.replay.names().clusters.Name(cluster);
  return Folded("Table of this chart", HtmlTable(absl::StrCat("Demand and sizes of ", name), headers, rows));
}

std::string ClusterTable(const ReplayPage& page, size_t charts) {
  const std::vector<uint32_t>& clusters = page.result.worst_first;
  std::string html = absl::StrCat(
      TableControls(page),
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of "
      "clusters\"><table id=\"clusters\"><caption>",
      Counted(clusters.size(), "cluster"), ", the worst first",
      page.sides.size() < 2
          ? ""
          : absl::StrCat("; two values are those ", SideWord(page.result, 0), " and ", SideWord(page.result, 1)),
      "</caption><thead><tr>", ClusterTableHead(page), "<tbody>");
  for (size_t i = 0; i < clusters.size(); ++i) {
    absl::StrAppend(&html, ClusterTableRow(page, clusters[i], i + 1, i < charts));
  }
  return absl::StrCat(html, "</table></div>\n");
}

}  // namespace cpsizer::cli
