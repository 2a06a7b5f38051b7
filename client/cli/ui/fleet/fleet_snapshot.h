#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_SNAPSHOT_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_SNAPSHOT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/input/inputs.h"
#include "client/cli/size/operator_effect.h"
#include "client/cli/size/size_counts.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The fleet at one time. Immutable, so that several threads can read it.
struct FleetSnapshot {
  uint64_t revision = 0;
  std::shared_ptr<const Inputs> inputs;
  // The configuration that decides. Null if there is none that can be used; `no_decision` then says why.
  const objects::FoundConfiguration* configuration = nullptr;
  std::string no_decision;
  std::string all_left_out;       // the result of AllLeftOut()
  std::vector<SizeCount> counts;  // the clusters of each size
  // Parts of the JSON of `/api/fleet`. The configuration is present also if it has errors, so that a user can correct
  // it. It is null if there is none, or several.
  std::string configuration_json;
  std::string problems_json;
  std::string totals_json;  // the members `sizes`, `prices`, `cost` and `rollout`
  // The rows, in the order of the clusters.
  std::vector<std::shared_ptr<const std::string>> rows;

  // Returns the rules of the operator at `now` with the configuration that decides.
  OperatorRules Rules(absl::Time now) const {
    return {configuration == nullptr ? v1::ClusterSizingConfiguration::default_instance() : configuration->config, now};
  }
};

// Returns the response of `/api/fleet`. Its member `noDecision` is null if there is a configuration that decides, and
// `allLeftOut` is null if a cluster is selected or if there is none.
std::string FleetText(const FleetSnapshot& snapshot);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_SNAPSHOT_H_
