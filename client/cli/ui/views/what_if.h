#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_WHAT_IF_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_WHAT_IF_H_

#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/views/current_decisions.h"
#include "client/service/blocking_service.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

// Shows the effects of a new configuration.
namespace cpsizer::cli {

// Answers `/api/validate`: `{"clusterSizingConfiguration", "findings", "problems"}`.
ui::ApiResponse ValidateText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client);

// Answers `/api/diff`: `{"revision", "findings", "problems", "diff", "rollout", "command", "patch", "noDecision"}`.
// `revision` is that of the snapshot with which the text is compared. `diff` has the members of ChangeEffects::diff. It
// is null if the text is not a configuration that decides. It is also null if the present configuration does not
// decide: `noDecision` then says why, and `command` is null.
ui::ApiResponse DiffText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                         BlockingService& client, CurrentDecisions& current);

// Answers `/api/cost`: `{"cost"}`, the cost of the fleet with the present configuration, as in `/api/fleet`, but with
// the prices of `body`. It is null without a price or a configuration.
ui::ApiResponse CostAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_WHAT_IF_H_
