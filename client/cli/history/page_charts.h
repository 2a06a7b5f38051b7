#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_CHARTS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_CHARTS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "client/cli/history/page_sides.h"

namespace cpsizer::cli {

// Returns one chart for each configuration with the number of clusters at each size over time, and their tables.
std::string SizesOverTime(const ReplayPage& page);

// Returns a chart with the transitions of each day, and its table. A long history has bars for several days.
std::string TransitionsByDay(const ReplayPage& page);

// Returns an element with the sizes of each configuration, which the charts of clusters need once in the page.
std::string SizesOfCharts(const ReplayPage& page);

// Returns a chart of one cluster: the demand, the effective capacity of the size that it had with each configuration,
// transitions, and the times in which it was short, best effort, held or absent.
std::string ClusterChart(const ReplayPage& page, uint32_t cluster);

// Returns the table of this chart.
std::string ClusterTimeTable(const ReplayPage& page, uint32_t cluster);

// Returns the controls and the table of all clusters, the worst first. The first `charts` clusters have a link to their
// chart, which has the id `c` and their place, from 1.
std::string ClusterTable(const ReplayPage& page, size_t charts);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_CHARTS_H_
