#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_diff.h"

namespace cpsizer::cli {

// Prints the clusters whose size changes, with direction and reason, and those whose decision failed, with the error;
// then the number of clusters of each size before and after the change; then the clusters whose demand no size holds
// after the change. If `wide`, also prints the unchanged clusters.
void PrintDiffTable(const FleetDiff& diff, bool wide, Screen& out);

// Prints a line `namespace/name before after` for each cluster whose size changes. Leaves out failed decisions.
void PrintDiffNames(const FleetDiff& diff, Screen& out);

// Returns `{"items": [{"cluster", "move", "before", "after"}], "sizes": [{"name", "before", "after"}]}`. The items are
// the clusters with a difference. An item of a failed decision has `error` in place of `before` and `after`.
nlohmann::ordered_json DiffJson(const FleetDiff& diff);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
