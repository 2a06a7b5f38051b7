#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/effects_diff.h"
#include "client/cli/size/fleet_cost.h"
#include "client/cli/size/fleet_diff.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The effects of a change on the whole fleet. Absent values are not printed.
struct DiffOutlook {
  absl::optional<RolloutForecast> rollout;
  std::string no_rollout;  // why the rollout is not simulated; empty if it is
  absl::optional<FleetCost> cost;
  EffectsDiff effects;
};

// Simulates the rollout of `diff`, which begins at `now`. Without prices, there is no cost.
DiffOutlook OutlookOf(const FleetDiff& diff, const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                      const v1::ClusterSizingConfiguration& after, absl::Time now);

// The names of the two configurations in messages about decisions that failed.
inline constexpr absl::string_view kCurrentConfiguration = "the current configuration";
inline constexpr absl::string_view kNewConfiguration = "the new configuration";

// Prints the clusters whose size changes, with direction and reason, and those whose decision failed, with the
// configuration and the error; then the number of clusters of each size before and after the change, and the number of
// failed clusters; then the clusters whose demand no size holds after the change. If `wide`, also prints the unchanged
// clusters.
void PrintDiffTable(const FleetDiff& diff, bool wide, Screen& out);

// Prints one line for each value of `outlook`.
void PrintOutlook(const DiffOutlook& outlook, Screen& out);

// Prints a line `namespace/name before after` for each cluster whose size changes. Leaves out failed decisions.
void PrintDiffNames(const FleetDiff& diff, Screen& out);

// Returns `{"items": [{"cluster", "move", "before", "after"}], "sizes": [{"name", "before", "after"}], "failed",
// "bestEffort": [{"cluster", "summary"}], "rollout", "cost", "restarts"}`. The items are the clusters with a
// difference. For a cluster whose decision failed, `side` is `before`, `after` or `both`, and `error` replaces the
// response of this side. `failed` is the number of these clusters. No size fits those of `bestEffort` after the change.
nlohmann::ordered_json DiffJson(const FleetDiff& diff, const DiffOutlook& outlook);

// The parts of DiffJson(): an item without its responses, and all members except the items.
nlohmann::ordered_json DiffItemJson(const ClusterDiff& cluster);
nlohmann::ordered_json DiffTotalsJson(const FleetDiff& diff, const DiffOutlook& outlook);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTPUT_H_
