#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_TABLE_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_TABLE_H_

#include <cstddef>
#include <string>

#include "client/cli/history/page_sides.h"

namespace cpsizer::cli {

// Returns the controls and the table of all clusters, the worst first. The first `charts` clusters have a link to their
// chart, which has the id `c` and their place, from 1.
std::string ClusterTable(const ReplayPage& page, size_t charts);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_TABLE_H_
