#ifndef CPSIZER_CLIENT_CLI_UI_WHAT_IF_H_
#define CPSIZER_CLIENT_CLI_UI_WHAT_IF_H_

#include <memory>

#include "client/cli/ui/fleet_change.h"
#include "client/cli/ui/fleet_snapshot.h"
#include "client/cli/ui/page_options.h"
#include "client/service/blocking_service.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

// Shows the effects of a new configuration.
namespace cpsizer::cli {

// Answers `/api/validate`: `{"clusterSizingConfiguration", "findings", "problems"}`.
ui::ApiResponse ValidateText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client);

// Answers `/api/diff`: `{"findings", "problems", "diff", "rollout", "command", "patch"}`. `diff` has the members
// of ChangeEffects::diff. It is null if the text is not a configuration that decides. Sets `current` if it is not of
// `snapshot`.
ui::ApiResponse DiffText(const PageOptions& options, const std::shared_ptr<const FleetSnapshot>& snapshot,
                         const tree::Node& body, BlockingService& client, CurrentDecisions& current);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_WHAT_IF_H_
