#ifndef CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTLOOK_H_
#define CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTLOOK_H_

#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/size/fleet_cost.h"
#include "client/cli/size/fleet_diff.h"
#include "client/cli/size/rollout_forecast.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The effects of a change on the whole fleet. Absent values are not printed.
struct DiffOutlook {
  absl::optional<RolloutForecast> rollout;
  std::string no_rollout;  // why the rollout is not simulated; empty if it is
  absl::optional<FleetCost> cost;
};

// Simulates the rollout of `diff`, which begins at `now`. Without prices, there is no cost.
DiffOutlook OutlookOf(const FleetDiff& diff, const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                      const v1::ClusterSizingConfiguration& after, absl::Time now);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_DIFF_OUTLOOK_H_
