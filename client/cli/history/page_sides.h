#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/report/time_plot.h"
#include "client/history/timeline/fleet_timeline.h"

namespace cpsizer::cli {

// A table that is the text alternative of a chart has at most this number of rows.
inline constexpr size_t kMostTimeRows = 24;

// A configuration of a page.
struct PageSide {
  std::string file;  // the source of the configuration
  const history::FleetReplay& fleet;
  const history::FleetTimeline& timeline;
};

// The values of a page about a replay. The span of the replay must not be empty.
struct ReplayPage {
  const ReplayResult& result;
  // The configuration of -f, and then that of --with, if there is one. The timeline of the first one has the demand.
  std::vector<PageSide> sides;
};

// Returns `name`, followed by `before` or `after` if the page has two configurations.
std::string SideName(const ReplayPage& page, size_t side, absl::string_view name);

// Returns the time of the charts, and the number of slots in it.
TimeFrame FrameOf(const ReplayPage& page);
size_t SlotsOf(const ReplayPage& page);

// A part of the time of the charts for one row of a table: slots from `begin` to before `end`.
struct TimeRow {
  size_t begin;
  size_t end;
  std::string time;  // the start
};
std::vector<TimeRow> TimeRowsOf(const ReplayPage& page);

// Returns the place of a size in SizeNames(), which has the sizes of both configurations.
size_t PlaceOfSize(const ReplayPage& page, const std::string& size);

// Returns the CSS class of a size: `prefix` and a number. It is the same with both configurations.
std::string SizeClass(const ReplayPage& page, absl::string_view prefix, const std::string& size);

// A state of a cluster: its word, and the class of its strip in a chart.
struct ClusterState {
  history::SizeSlot::State state;
  const char* name;
  const char* css_class;
};

inline constexpr ClusterState kClusterStates[] = {
    {history::SizeSlot::kShort, "short", "state-short"},
    {history::SizeSlot::kBestEffort, "no fit", "state-no-fit"},
    {history::SizeSlot::kWithoutRecommendation, "held", "state-held"},
    {history::SizeSlot::kAbsent, "absent", "state-absent"},
};

// Returns the sizes of a configuration in their order.
std::vector<const history::ReplaySize*> SizesInOrder(const PageSide& side);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_
