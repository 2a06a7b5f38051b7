#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_PAGE_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_PAGE_H_

#include "client/cli/base/screen.h"
#include "client/cli/history/page_sides.h"

namespace cpsizer::cli {

// Prints one HTML page that needs no other file and no network: the figures, the clusters by size over time, the
// transitions of each day, all clusters, and charts of the worst clusters. The tables can be read without JavaScript;
// the script in it draws the charts, and filters and sorts the table of clusters. The same input gives the same bytes.
void PrintReplayPage(const ReplayPage& page, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_PAGE_H_
