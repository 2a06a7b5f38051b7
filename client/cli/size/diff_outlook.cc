#include "client/cli/size/diff_outlook.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

DiffOutlook OutlookOf(const FleetDiff& diff, const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                      const v1::ClusterSizingConfiguration& after, absl::Time now) {
  DiffOutlook outlook;
  absl::StatusOr<RolloutForecast> rollout = ForecastRollout(diff, after, now);
  if (rollout.ok()) {
    outlook.rollout = *std::move(rollout);
  } else {
    outlook.no_rollout = absl::StrCat("the rollout is not simulated: ", std::string(rollout.status().message()));
  }
  if (!prices.empty()) outlook.cost = CostOf(diff.counts, prices, before, after);
  return outlook;
}

}  // namespace cpsizer::cli
