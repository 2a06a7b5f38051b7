#include "client/cli/report/time_plot.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/report/html_page.h"
#include "client/cli/report/step_path.h"

namespace cpsizer::cli {
namespace {

// Pixels.
constexpr int kTitleHeight = 20;
constexpr int kPanelGap = 8;
constexpr int kStripHeight = 16;
constexpr int kStripGap = 4;
constexpr int kAxisHeight = 22;

}  // namespace

TimePlot::TimePlot(const TimeFrame& frame) : frame_(frame) {}

std::string TimePlot::X(double slot) const {
  return absl::StrFormat("%.2f%%", 100 * slot / frame_.slots());
}

int TimePlot::PixelOf(double value) const {
  return panel_top_ + panel_height_ * PanelY(value, panel_most_) / kPanelUnits;
}

void TimePlot::AddShapes(int height, absl::string_view shapes) {
  // A margin above and below, so that a line at the edge of the panel is not cut.
  constexpr int kMargin = 2;
  const int margin_units = kMargin * kPanelUnits / height;
  absl::StrAppend(&svg_, "<svg y=\"", y_ - kMargin, "\" width=\"100%\" height=\"", height + 2 * kMargin,
                  "\" viewBox=\"0 ", -margin_units, " ", absl::StrFormat("%.4g", frame_.slots()), " ",
                  kPanelUnits + 2 * margin_units, "\" preserveAspectRatio=\"none\">", shapes, "</svg>\n");
}

void TimePlot::AddPanel(absl::string_view title, absl::Span<const Tick> ticks, int height, absl::string_view shapes) {
  absl::StrAppend(&svg_, "<text class=\"title\" y=\"", y_ + kTitleHeight - 7, "\">", Html(title), "</text>");
  y_ += kTitleHeight;
  panel_top_ = y_;
  panel_height_ = height;
  panel_most_ = ticks.back().value;
  for (const Tick& tick : ticks) {
    const int y = PixelOf(tick.value);
    absl::StrAppend(&svg_, "<line class=\"grid\" x2=\"100%\" y1=\"", y, "\" y2=\"", y,
                    "\"/><text class=\"y\" x=\"-8\" y=\"", y + 4, "\">", Html(tick.label), "</text>");
  }
  AddShapes(height, shapes);
  y_ += height + kPanelGap;
}

void TimePlot::AddText(double slot, double value, absl::string_view text) {
  absl::StrAppend(&svg_, "<text class=\"in\" x=\"", X(slot), "\" y=\"", PixelOf(value) + 4, "\">", Html(text),
                  "</text>");
}

void TimePlot::AddMarker(double slot, double value, Marker marker, absl::string_view css_class) {
  const char* const name = marker == Marker::kBoth ? "both" : marker == Marker::kIncrease ? "up" : "down";
  absl::StrAppend(&svg_, "<use class=\"", css_class, "\" href=\"#", name, "\" x=\"", X(slot), "\" y=\"", PixelOf(value),
                  "\"/>");
}

void TimePlot::AddStrip(absl::string_view name, absl::string_view shapes) {
  absl::StrAppend(&svg_, "<text class=\"y\" x=\"-8\" y=\"", y_ + kStripHeight - 4, "\">", Html(name),
                  "</text><rect class=\"strip\" y=\"", y_, "\" width=\"100%\" height=\"", kStripHeight, "\"/>");
  AddShapes(kStripHeight, shapes);
  y_ += kStripHeight + kStripGap;
}

void TimePlot::AddStripText(double slot, absl::string_view text) {
  absl::StrAppend(&svg_, "<text class=\"in\" x=\"", X(slot), "\" y=\"", y_ - kStripGap - 4, "\">", Html(text),
                  "</text>");
}

std::string TimePlot::Finish(absl::string_view description) {
  std::string axis;  // before the panels, because what comes first is drawn below
  for (const Tick& tick : TimeTicks(frame_.begin, frame_.end)) {
    const std::string x = X((tick.value - static_cast<double>(frame_.begin)) / static_cast<double>(frame_.slot));
    absl::StrAppend(&axis, "<line class=\"grid\" x1=\"", x, "\" x2=\"", x, "\" y1=\"", kTitleHeight, "\" y2=\"", y_,
                    "\"/><text class=\"x\" x=\"", x, "\" y=\"", y_ + 14, "\">", Html(tick.label), "</text>");
  }
  return absl::StrCat("<svg class=\"plot\" role=\"img\" width=\"100%\" height=\"", y_ + kAxisHeight, "\" aria-label=\"",
                      Html(description), "\">\n", axis, svg_, "</svg>\n");
}

std::string SvgPath(absl::string_view css_class, absl::string_view data) {
  if (data.empty()) return "";
  return absl::StrCat("<path class=\"", css_class, "\" d=\"", data, "\"/>");
}

}  // namespace cpsizer::cli
