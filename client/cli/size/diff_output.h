#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_diff.h"

namespace cpsizer::cli {

// Who would move, which way and why; how many clusters have each size before and after; who fits nowhere after. `wide`
// lists those that stay as well.
void PrintDiffTable(const FleetDiff& diff, bool wide, Screen& out);

// `namespace/name before after` for each that would move.
void PrintDiffNames(const FleetDiff& diff, Screen& out);

// `{"items": [{"cluster", "move", "before", "after"}], "sizes": [{"name", "before", "after"}]}`, items being those with
// a difference.
nlohmann::ordered_json DiffJson(const FleetDiff& diff);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
