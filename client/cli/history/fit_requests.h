#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_H_

#include <vector>

#include "client/cli/history/fit_requests_result.h"
#include "client/history/fit/resource.h"
#include "client/history/requests/container_name.h"
#include "client/history/requests/usage_collector.h"
#include "client/history/series/sample.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// Returns the containers whose requests a size of `config` sets, in the order of their names, each once.
std::vector<history::ContainerName> NamedContainers(const v1::ClusterSizingConfiguration& config);

// Proposes the requests of the sizes of `config` from their usage, whose sizes are the numbers of the sizes in
// `config`. Proposes a request only for a container and a resource that a size of `config` names; if none has requests,
// for all containers. Sets the rows, the limits, the outliers, the proposal and the summary of `result`; reads its
// options and its number of clusters. `names` has the names of the clusters of `usage`.
void ProposeRequests(const v1::ClusterSizingConfiguration& config, const history::UsageCollector& usage,
                     const history::HistoryNames& names, const std::vector<history::Resource>& resources,
                     FitRequestsResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_H_
