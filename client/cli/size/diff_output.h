#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_diff.h"

namespace cpsizer::cli {

// Prints the clusters whose size changes, with direction and reason; the number of clusters of each size before and
// after; and the clusters that fit no size after. `wide` also lists unchanged clusters.
void PrintDiffTable(const FleetDiff& diff, bool wide, Screen& out);

// Prints `namespace/name before after` for each cluster whose size changes.
void PrintDiffNames(const FleetDiff& diff, Screen& out);

// `{"items": [{"cluster", "move", "before", "after"}], "sizes": [{"name", "before", "after"}]}`, items being those with
// a difference.
nlohmann::ordered_json DiffJson(const FleetDiff& diff);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
