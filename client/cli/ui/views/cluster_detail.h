#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_CLUSTER_DETAIL_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_CLUSTER_DETAIL_H_

#include "absl/strings/string_view.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/service/blocking_service.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// Answers `/api/cluster`: `{"item", "request", "vpa", "sidecar", "events", "commands"}`. `query` has the namespace and
// the name. With `reads_cluster`, reads what the sidecar wrote from the live cluster.
ui::ApiResponse ClusterDetail(const PageOptions& options, const FleetSnapshot& snapshot, absl::string_view query,
                              bool reads_cluster, BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_CLUSTER_DETAIL_H_
