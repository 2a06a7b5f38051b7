#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/history/page_charts.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/output/show.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

// More sizes share the last layer.
constexpr size_t kMostLayers = 10;
constexpr size_t kOtherSizesStyle = 35;

// The clusters at one size over time.
struct Layer {
  std::string name;
  size_t style;              // see SizeStyle()
  std::vector<double> time;  // the time of all clusters in each slot, in milliseconds

  double Total() const {
    double total = 0;
    for (const double part : time) total += part;
    return total;
  }
};

Layer MakeLayer(const ReplayPage& page, const PageSide& side, std::string name, size_t style, size_t place) {
  Layer layer = {std::move(name), style, {}};
  for (size_t slot = 0; slot < SlotsOf(page); ++slot) {
    layer.time.push_back(static_cast<double>(side.timeline.TimeAt(slot, place)));
  }
  return layer;
}

// Merges the layers with the least time if there are too many.
void LimitLayers(std::vector<Layer>& layers) {
  if (layers.size() <= kMostLayers) return;
  std::vector<size_t> most_time_first(layers.size());
  std::iota(most_time_first.begin(), most_time_first.end(), 0);
  std::stable_sort(most_time_first.begin(), most_time_first.end(),
                   [&layers](size_t a, size_t b) { return layers[a].Total() > layers[b].Total(); });
  std::vector<bool> is_merged(layers.size());
  for (size_t i = kMostLayers - 1; i < layers.size(); ++i) is_merged[most_time_first[i]] = true;
  Layer others = {"", kOtherSizesStyle, std::vector<double>(layers.front().time.size())};
  std::vector<Layer> kept;
  for (size_t i = 0; i < layers.size(); ++i) {
    if (!is_merged[i]) {
      kept.push_back(std::move(layers[i]));
      continue;
    }
    for (size_t slot = 0; slot < others.time.size(); ++slot) others.time[slot] += layers[i].time[slot];
  }
  others.name = Counted(layers.size() - kept.size(), "other size");
  kept.push_back(std::move(others));
  layers = std::move(kept);
}

// Returns the layers with any time, the smallest size first.
std::vector<Layer> LayersOf(const ReplayPage& page, const PageSide& side) {
  std::vector<Layer> layers;
  const std::vector<const history::ReplaySize*> sizes = SizesInOrder(side);
  for (size_t rank = 0; rank < sizes.size(); ++rank) {
    const std::string& name = sizes[rank]->name;
    Layer layer = MakeLayer(page, side, name, SizeStyle(page, name), rank);
    if (layer.Total() > 0) layers.push_back(std::move(layer));
  }
  LimitLayers(layers);
  for (const Layer& layer : {MakeLayer(page, side, "without a size", kWithoutSizeStyle, side.timeline.without_size()),
                             MakeLayer(page, side, "absent", kAbsentStyle, side.timeline.absent())}) {
    if (layer.Total() > 0) layers.push_back(layer);
  }
  return layers;
}

// The width of slots, without the time after the end of the replay.
std::vector<double> WidthsOf(const ReplayPage& page) {
  const history::TimeGrid& grid = page.sides.front().timeline.grid();
  const TimeFrame frame = FrameOf(page);
  std::vector<double> widths;
  for (size_t slot = 0; slot < SlotsOf(page); ++slot) {
    widths.push_back(static_cast<double>(std::min(grid.StartOf(slot + 1), frame.end) - grid.StartOf(slot)));
  }
  return widths;
}

double MostClusters(const std::vector<Layer>& layers, const std::vector<double>& widths) {
  double most = 0;
  for (size_t slot = 0; slot < widths.size(); ++slot) {
    double sum = 0;
    for (const Layer& layer : layers) sum += layer.time[slot] / widths[slot];
    most = std::max(most, sum);
  }
  return most;
}

std::string ShowCount(double count) {
  return std::abs(count - std::round(count)) < 0.05 ? absl::StrFormat("%.0f", count) : absl::StrFormat("%.1f", count);
}

std::string SizesTable(const ReplayPage& page, const std::vector<Layer>& layers, const std::vector<double>& widths,
                       absl::string_view title) {
  std::vector<std::string> headers = {"from"};
  for (const Layer& layer : layers) headers.push_back(layer.name);
  std::vector<std::vector<std::string>> rows;
  for (const TimeRow& times : TimeRowsOf(page)) {
    std::vector<std::string> row = {times.time};
    double width = 0;
    for (size_t slot = times.begin; slot < times.end; ++slot) width += widths[slot];
    for (const Layer& layer : layers) {
      double time = 0;
      for (size_t slot = times.begin; slot < times.end; ++slot) time += layer.time[slot];
      row.push_back(ShowCount(time / width));
    }
    rows.push_back(std::move(row));
  }
  return Folded("Table of this chart", HtmlTable(absl::StrCat(title, ", average number of clusters"), headers, rows));
}

// Returns a text alternative with the clusters at the start and at the end.
std::string SizesDescription(absl::string_view title, const std::vector<Layer>& layers,
                             const std::vector<double>& widths) {
  const auto at = [&](size_t slot) {
    return absl::StrJoin(layers, ", ", [&](std::string* out, const Layer& layer) {
      absl::StrAppend(out, ShowCount(layer.time[slot] / widths[slot]), " ", layer.name);
    });
  };
  return absl::StrCat(title, ". At the start: ", at(0), ". At the end: ", at(widths.size() - 1),
                      ". The table after the chart has the values.");
}

// Returns the chart. `most` is the same for all charts, so that they have the same scale.
nlohmann::json SizesAreas(const std::vector<Layer>& layers, const std::vector<double>& widths, double most) {
  nlohmann::json series = nlohmann::json::array();
  for (const Layer& layer : layers) {
    std::vector<nlohmann::json> clusters;
    clusters.reserve(widths.size());
    for (size_t slot = 0; slot < widths.size(); ++slot) {
      clusters.push_back(ChartNumber(layer.time[slot] / widths[slot]));
    }
    series.push_back({{"label", layer.name}, {"style", layer.style}, {"runs", ChartRuns(clusters)}});
  }
  return {{"unit", "clusters"}, {"isStacked", true}, {"maximum", ChartNumber(most)}, {"series", series}};
}

std::string SizesChart(const ReplayPage& page, size_t side, const std::vector<Layer>& layers,
                       const std::vector<double>& widths, double most) {
  const std::string title = SideName(page, side, "Clusters by size");
  return absl::StrCat(
      "<figure><figcaption>", Html(title), " <span class=\"file\">", Html(page.sides[side].file),
      "</span></figcaption>",
      ChartElement(SizesDescription(title, layers, widths), FrameOf(page), SizesAreas(layers, widths, most)),
      SizesTable(page, layers, widths, title), "</figure>\n");
}

}  // namespace

std::string SizesOverTime(const ReplayPage& page) {
  const std::vector<double> widths = WidthsOf(page);
  std::vector<std::vector<Layer>> layers;
  double most = 0;
  for (const PageSide& side : page.sides) {
    layers.push_back(LayersOf(page, side));
    most = std::max(most, MostClusters(layers.back(), widths));
  }
  std::string html = "<div class=\"pair\">";
  for (size_t side = 0; side < page.sides.size(); ++side) {
    absl::StrAppend(&html, SizesChart(page, side, layers[side], widths, most));
  }
  return absl::StrCat(html, "</div>\n");
}

}  // namespace cpsizer::cli
