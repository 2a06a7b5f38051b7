#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FIGURES_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FIGURES_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/history/replay/replay_report.h"

namespace cpsizer::cli {

// Returns the difference of the costs of two configurations. Absent without prices, and if the node-hours of a size
// without a price differ, because the difference could then have the wrong sign.
absl::optional<double> CostDifference(const history::FleetFigures& before, const history::FleetFigures& after);

// One row of the table of figures: the value of each configuration and, with two, the difference. The difference of
// costs is `unknown` without CostDifference().
struct ReplayFigure {
  std::string name;
  std::vector<std::string> values;
  std::string change;
};

// Returns the figures of one or two configurations as text. Figures that are zero for all of them are left out if they
// are about rare states, such as holds.
std::vector<ReplayFigure> FigureRows(absl::Span<const history::FleetFigures> fleets);

// Returns the names of all sizes: those of the last configuration in their order, and then the other ones of the first.
std::vector<std::string> SizeNames(absl::Span<const history::FleetFigures> fleets);

// Returns a text such as `3.5 h`.
std::string ShowHours(absl::Duration duration);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FIGURES_H_
