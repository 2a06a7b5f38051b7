#ifndef CPSIZER_CLIENT_CLI_SIZE_ROLLOUT_FORECAST_H_
#define CPSIZER_CLIENT_CLI_SIZE_ROLLOUT_FORECAST_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/size/fleet_diff.h"
#include "client/history/transitions/rollout.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// How the operator would move the clusters of a diff to the sizes of the new configuration.
struct RolloutForecast {
  history::Rollout rollout;
  int64_t limit = 0;  // the limit and the window of the new configuration
  absl::Duration sliding_window;
  std::string never_moves;  // WhyNeverMoving() of the new configuration
  // The clusters without the annotation cluster-scheduled among those that move. They do not wait for the limit.
  size_t not_scheduled = 0;
  // The clusters with another recommended size that keep the size that they have.
  size_t paused = 0;
  size_t overridden = 0;    // a size override replaces the recommendation
  size_t not_opted_in = 0;  // the operator does not use the recommendation, or the cluster is being deleted
};

// Simulates the transitions of the clusters of `diff` with the rules of `config`, the new configuration. Scheduled
// clusters wait for the limit, and the last transition of each cluster was long ago.
// Errors: InvalidArgument if a duration of `config` cannot be read.
absl::StatusOr<RolloutForecast> ForecastRollout(const FleetDiff& diff, const v1::ClusterSizingConfiguration& config,
                                                absl::Time now);

// Returns one line, such as `42 clusters move; at 5 per 10m this takes at least 1h 20m`. Returns an empty text if no
// cluster has another recommended size.
std::string RolloutLine(const RolloutForecast& forecast);

// Returns the values of the line. Durations are in seconds, rounded up.
nlohmann::ordered_json RolloutJson(const RolloutForecast& forecast);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_ROLLOUT_FORECAST_H_
