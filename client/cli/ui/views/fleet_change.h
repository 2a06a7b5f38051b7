#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_CHANGE_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_CHANGE_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/fleet_cost.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/views/current_decisions.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// A change of the configuration. Without prices, no cost is computed.
struct FleetChange {
  Sources before;
  Sources after;
  NodePrices prices;
};

struct ChangeEffects {
  // DiffJson() as text, with responses as in the rows of the fleet, and with `nodeHoursPerDayBefore` and
  // `nodeHoursPerDay` of each size.
  std::string diff;
  nlohmann::ordered_json rollout;  // null if there is none
  std::string no_rollout;          // why there is none; empty if there is one
};

// Decides the clusters of `snapshot` with the new configuration. Gets the decisions with the current configuration from
// `current`. Errors: those of the service.
absl::StatusOr<ChangeEffects> CompareDecisions(const PageOptions& options, const FleetChange& change,
                                               const FleetSnapshot& snapshot, BlockingService& client,
                                               CurrentDecisions& current);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_CHANGE_H_
