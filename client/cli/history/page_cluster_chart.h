#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_CHART_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_CHART_H_

#include <cstdint>
#include <string>

#include "client/cli/history/page_sides.h"

namespace cpsizer::cli {

// Returns an element with the sizes of each configuration, which the charts of clusters need once in the page.
std::string SizesOfCharts(const ReplayPage& page);

// Returns a chart of one cluster: the demand, the effective capacity of the size that it had with each configuration,
// transitions, and the times in which it was short, best effort, held or absent.
std::string ClusterChart(const ReplayPage& page, uint32_t cluster);

// Returns the table of this chart.
std::string ClusterTimeTable(const ReplayPage& page, uint32_t cluster);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_CLUSTER_CHART_H_
