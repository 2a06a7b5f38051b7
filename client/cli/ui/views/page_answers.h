#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_PAGE_ANSWERS_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_PAGE_ANSWERS_H_

#include <nlohmann/json.hpp>

#include "absl/strings/string_view.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/views/current_decisions.h"
#include "client/service/blocking_service.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

// The responses of the API of the page.
namespace cpsizer::cli {

// Answers `/api/cluster`: `{"item", "request", "vpa", "sidecar", "events", "commands"}`. `query` has the namespace and
// the name. With `reads_cluster`, reads what the sidecar wrote from the live cluster.
ui::ApiResponse ClusterDetail(const PageOptions& options, const FleetSnapshot& snapshot, absl::string_view query,
                              bool reads_cluster, BlockingService& client);

// Answers `/api/replay` with ReplayJson() and `series`, the values of charts:
// `{"times": [TIME], "stepSeconds", "before": SIDE, "after": SIDE}`. A SIDE is `{"sizes": [{"size", "clusters": [N]}],
// "withoutSize": [N], "absent": [N], "increases": [N], "decreases": [N]}`, with one number for each time: the mean
// number of clusters, or the number of transitions. `body` is `{"yaml", "prices"}`: the second configuration, or none,
// and the prices of BodyPrices(). Requires a history.
ui::ApiResponse ReplayAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client);

// Answers `/api/validate`: `{"clusterSizingConfiguration", "findings", "problems"}`.
ui::ApiResponse ValidateText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client);

// Answers `/api/diff`: `{"revision", "findings", "problems", "diff", "rollout", "command", "patch", "noDecision"}`.
// `revision` is that of the snapshot with which the text is compared. `diff` has the members of DiffJson(), with
// responses as in the rows of the fleet, and with `nodeHoursPerDayBefore` and `nodeHoursPerDay` of each size. It is
// null if the text is not a configuration that decides. It is also null if the present configuration does not decide:
// `noDecision` then says why, and `command` is null.
ui::ApiResponse DiffText(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                         BlockingService& client, CurrentDecisions& current);

// Answers `/api/cost`: `{"cost"}`, the cost of the fleet with the present configuration, as in `/api/fleet`, but with
// the prices of `body`. It is null without a price or a configuration.
ui::ApiResponse CostAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body);

// Answers `/api/effects` with the output of `cpsizer effects` for the sizes, without clusters: the requests of each
// container of a new control plane, and what sets them. The numbers of clusters are 0.
ui::ApiResponse EffectsAnswer(const FleetSnapshot& snapshot);

// The path of a method of the service, without its name.
inline constexpr char kServicePath[] = "/api/cpsizer.v1.SizingService/";

// Calls a method of the service with the JSON form of its request. The limits of the service apply.
ui::ApiResponse CallMethod(absl::string_view method, absl::string_view body, BlockingService& client);

// Returns what `explain` knows: `{"rules": [{"id", "severity", "meaning", "why", "remedy", "wrong", "right"}], "words":
// [{"id", "group", "meaning", "remedy", "seen"}], "fields": [{"path", "type", "meaning"}]}`.
nlohmann::ordered_json ReferenceJson();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_PAGE_ANSWERS_H_
