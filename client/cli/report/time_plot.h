#ifndef CPSIZER_CLIENT_CLI_REPORT_TIME_PLOT_H_
#define CPSIZER_CLIENT_CLI_REPORT_TIME_PLOT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/report/ticks.h"

namespace cpsizer::cli {

// The time of a plot, in milliseconds since 1970, and the width of a slot in it. Requires begin < end.
struct TimeFrame {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t slot = 1;

  double slots() const { return static_cast<double>(end - begin) / static_cast<double>(slot); }
};

// A plot over time as inline SVG: panels and strips below each other, with one time axis. Lines and areas are stretched
// to the width of the page, and texts keep their size, so that the plot can be read on a narrow page too.
class TimePlot {
 public:
  enum class Marker { kIncrease, kDecrease, kBoth };

  explicit TimePlot(const TimeFrame& frame);

  // Adds a panel with a title, value axis `ticks` and `shapes`: SVG in the coordinates of step_path.h. `title` is
  // escaped in all functions, `shapes` are not.
  void AddPanel(absl::string_view title, absl::Span<const Tick> ticks, int height, absl::string_view shapes);

  // Add a text, or a marker, to the last panel. `slot` may have a fraction.
  void AddText(double slot, double value, absl::string_view text);
  void AddMarker(double slot, double value, Marker marker, absl::string_view css_class);

  // Adds a narrow panel with its name on the left.
  void AddStrip(absl::string_view name, absl::string_view shapes);
  // Adds a text to the last strip.
  void AddStripText(double slot, absl::string_view text);

  // Ends the plot. Returns an element of HTML. `description` is the text alternative.
  std::string Finish(absl::string_view description);

 private:
  // Returns the place of a slot, such as `12.5%`.
  std::string X(double slot) const;
  // Adds `shapes` from the present line down.
  void AddShapes(int height, absl::string_view shapes);
  int PixelOf(double value) const;

  const TimeFrame frame_;
  std::string svg_;
  int y_ = 0;
  int panel_top_ = 0;
  int panel_height_ = 0;
  double panel_most_ = 1;
};

// Returns `<path class=... d=...>`, or nothing if `data` is empty.
std::string SvgPath(absl::string_view css_class, absl::string_view data);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_TIME_PLOT_H_
