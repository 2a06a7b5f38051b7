#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_FLEET_CHARTS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_FLEET_CHARTS_H_

#include <string>

#include "client/cli/history/page_sides.h"

namespace cpsizer::cli {

// Returns one chart for each configuration with the number of clusters at each size over time, and their tables.
std::string SizesOverTime(const ReplayPage& page);

// Returns a chart with the transitions of each day, and its table. A long history has bars for several days.
std::string TransitionsByDay(const ReplayPage& page);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_FLEET_CHARTS_H_
