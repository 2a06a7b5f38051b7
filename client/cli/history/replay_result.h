#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RESULT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RESULT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/history/replay/replay.h"
#include "client/history/replay/replay_report.h"
#include "client/history/series/sample_time.h"
#include "client/history/series/series_options.h"
#include "client/history/timeline/transition_list.h"

namespace cpsizer::cli {

inline constexpr double kDaysOfAWeek = 7;

// The size with the least memory. `bytes` is 0 if no size has a memory capacity.
struct SmallestSize {
  std::string name;
  double bytes = 0;
};

// The numbers of the samples of a history.
struct SampleCounts {
  int64_t used = 0;
  int64_t ignored = 0;  // read, but not used
  history::SeriesCounts read;
  SmallestSize smallest;  // of the configuration of -f
  int64_t oom_kills = 0;  // that were counted
  bool resources = true;  // memory and CPU were used
};

// The result of a replay, for its outputs.
struct ReplayResult {
  const history::Replay& replay;
  SampleCounts samples;
  // The figures of the configuration of -f, and then of that of --with, if there is one.
  std::vector<history::FleetFigures> figures;
  std::vector<uint32_t> worst_first;
  // The transitions of each configuration, or null if they were not recorded.
  std::vector<const history::TransitionList*> transitions;

  // The sizes are compared with numbers of nodes, not with memory and CPU.
  bool MeasuresNodes() const { return figures.front().measured == history::SizedBy::kNodes; }
  // The two sides are one configuration that sizes by nodes and by resources.
  bool ComparesSizing() const { return figures.front().by != figures.back().by; }
};

// Returns the word for a side of a replay with two sides: `before`, `after`, `by nodes` or `by resources`.
inline absl::string_view SideWord(const ReplayResult& result, size_t side) {
  if (!result.ComparesSizing()) return side == 0 ? "before" : "after";
  return result.figures[side].by == history::SizedBy::kNodes ? "by nodes" : "by resources";
}

// Returns the text of a time in UTC, such as `2026-02-01T00:00:00Z`.
inline std::string ShowReplayTime(absl::Time time) {
  return history::ShowTime(absl::ToUnixMillis(time));
}

// Returns the date of a day since 1970, such as `2026-02-01`.
inline std::string ShowDay(int64_t day) {
  return absl::FormatCivilTime(absl::CivilDay(1970, 1, 1) + day);
}

// Returns the name of a size of a cluster, or an empty text if it has none.
inline std::string SizeName(const history::FleetReplay& fleet, int size) {
  return size == history::Decider::kNoSize ? "" : fleet.decider().sizes()[static_cast<size_t>(size)].name;
}

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RESULT_H_
