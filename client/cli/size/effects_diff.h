#ifndef CPSIZER_CLIENT_CLI_SIZE_EFFECTS_DIFF_H_
#define CPSIZER_CLIENT_CLI_SIZE_EFFECTS_DIFF_H_

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_diff.h"
#include "client/effects/requests.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// A request of a container that changes.
struct ChangedRequest {
  std::string container;
  std::string resource;
  absl::optional<Quantity> before;  // absent: the container has no such request
  Quantity after;
};

// Why the pods of a component restart.
struct ComponentRestart {
  std::vector<ChangedRequest> requests;
  std::vector<std::string> annotations;  // the changed annotations that its pods depend on
};

// The changes of one cluster that follow from the effects of a new configuration.
struct ClusterEffectsDiff {
  const ClusterDiff* cluster = nullptr;
  std::map<std::string, ComponentRestart> restarts;  // by component
  bool restarts_all = false;                         // a priority class of all other components changes
  // The annotations of the size before that stay, although the size after does not set them.
  std::vector<std::string> leftovers;

  bool empty() const { return restarts.empty() && !restarts_all && leftovers.empty(); }
};

// The clusters whose control planes change with their effects. Clusters without the annotation cluster-scheduled are
// only counted, because no scheduler writes the effects of their size.
struct EffectsDiff {
  std::vector<ClusterEffectsDiff> clusters;
  size_t not_scheduled = 0;
};

// Compares the effects of the sizes of `diff` in both configurations. `diff` must outlive the result. The requests that
// no annotation sets are those of effects::DefaultBaseline().
EffectsDiff CompareEffects(const FleetDiff& diff, const v1::ClusterSizingConfiguration& before,
                           const v1::ClusterSizingConfiguration& after);

// Prints which components of how many clusters restart, and which annotations are left over, in one row for each pair
// of sizes.
void PrintEffectsDiff(const EffectsDiff& diff, Screen& out);

// Returns `[{"cluster", "components": [{"component", "requests", "annotations"}], "allComponents", "leftovers"}]`.
nlohmann::ordered_json EffectsDiffJson(const EffectsDiff& diff);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_EFFECTS_DIFF_H_
