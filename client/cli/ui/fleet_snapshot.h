#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_SNAPSHOT_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_SNAPSHOT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/input/inputs.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The fleet at one time. Immutable, so that several threads can read it.
struct FleetSnapshot {
  uint64_t revision = 0;
  std::shared_ptr<const Inputs> inputs;
  // The configuration that decides. Null if there is none that can be used.
  const objects::FoundConfiguration* configuration = nullptr;
  // Parts of the JSON of `/api/fleet`.
  std::string configuration_json;
  std::string problems_json;
  std::string totals_json;  // the members `sizes`, `cost` and `rollout`
  // The rows, in the order of the clusters.
  std::vector<std::shared_ptr<const std::string>> rows;
};

// Returns the response of `/api/fleet`.
std::string FleetText(const FleetSnapshot& snapshot);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_SNAPSHOT_H_
