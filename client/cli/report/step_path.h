#ifndef CPSIZER_CLIENT_CLI_REPORT_STEP_PATH_H_
#define CPSIZER_CLIENT_CLI_REPORT_STEP_PATH_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::cli {

// The height of a panel in its own coordinates. The panel is stretched to its size on the page.
inline constexpr int kPanelUnits = 1000;

// Values for slots of time, one after the other; absent in a gap.
using SlotValues = std::vector<absl::optional<double>>;

// Returns the place of `value` in a panel: 0 at the top for `most`, and kPanelUnits at the bottom for 0.
int PanelY(double value, double most);

// These functions return the data of an SVG path (the attribute `d`) in panel coordinates: x is the number of a slot,
// and each value stays for its slot. The numbers are whole, and equal values in a row take one command. `most` is the
// value at the top of the panel.

// A line through the values.
std::string StepLine(absl::Span<const absl::optional<double>> values, double most);
// The area between two lines. A slot without one of the values is a gap.
std::string StepArea(absl::Span<const absl::optional<double>> lower, absl::Span<const absl::optional<double>> upper,
                     double most);
// Rectangles in the slots that are true, from the bottom up to `part` of the height of the panel.
std::string StripArea(const std::vector<bool>& slots, double part = 1);
// A vertical line in the middle of each slot with two different values.
std::string Spans(absl::Span<const absl::optional<double>> lower, absl::Span<const absl::optional<double>> upper,
                  double most);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_STEP_PATH_H_
