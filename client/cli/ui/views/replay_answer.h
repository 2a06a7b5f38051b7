#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_REPLAY_ANSWER_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_REPLAY_ANSWER_H_

#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/service/blocking_service.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// Answers `/api/replay` with ReplayJson() and `series`, the values of charts:
// `{"times": [TIME], "stepSeconds", "before": SIDE, "after": SIDE}`. A SIDE is `{"sizes": [{"size", "clusters": [N]}],
// "withoutSize": [N], "absent": [N], "increases": [N], "decreases": [N]}`, with one number for each time: the mean
// number of clusters, or the number of transitions. `body` is `{"yaml", "prices"}`: the second configuration, or none,
// and the prices of BodyPrices(). Requires a history.
ui::ApiResponse ReplayAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_REPLAY_ANSWER_H_
