#ifndef CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/report/html_page.h"
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

// Returns `name`, followed by SideWord() if the page has two sides.
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

// Returns the number of the colour and the pattern of a size in charts. It is the same with both configurations.
size_t SizeStyle(const ReplayPage& page, const std::string& size);

// The styles of clusters without a size and of absent clusters, which sizes do not have.
inline constexpr size_t kWithoutSizeStyle = 4;
inline constexpr size_t kAbsentStyle = 5;

// Returns the word for a cluster without a recommendation or, in a replay of numbers of nodes, without a size for them.
inline const char* HeldWord(const ReplayPage& page) {
  return page.result.MeasuresNodes() ? "no size" : "held";
}

// A state of a cluster, and its word.
struct ClusterState {
  history::SizeSlot::State state;
  const char* name;
};

inline std::array<ClusterState, 4> ClusterStates(const ReplayPage& page) {
  return {{{history::SizeSlot::kShort, "short"},
           {history::SizeSlot::kBestEffort, "no fit"},
           {history::SizeSlot::kWithoutRecommendation, HeldWord(page)},
           {history::SizeSlot::kAbsent, "absent"}}};
}

// Returns the sizes of a configuration in their order.
std::vector<const history::ReplaySize*> SizesInOrder(const PageSide& side);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PAGE_SIDES_H_
