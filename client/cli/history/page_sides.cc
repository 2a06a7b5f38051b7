#include "client/cli/history/page_sides.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_figures.h"

namespace cpsizer::cli {
std::string SideName(const ReplayPage& page, size_t side, absl::string_view name) {
  if (page.sides.size() < 2) return std::string(name);
  return absl::StrCat(name, " ", SideWord(page.result, side));
}

TimeFrame FrameOf(const ReplayPage& page) {
  const history::Replay& replay = page.result.replay;
  return {absl::ToUnixMillis(replay.begin()), absl::ToUnixMillis(replay.end()),
          page.sides.front().timeline.grid().width()};
}

size_t SlotsOf(const ReplayPage& page) {
  return page.sides.front().timeline.grid().SlotOf(FrameOf(page).end - 1) + 1;
}

std::vector<TimeRow> TimeRowsOf(const ReplayPage& page) {
  const history::TimeGrid& grid = page.sides.front().timeline.grid();
  const size_t slots = SlotsOf(page);
  const size_t step = (slots + kMostTimeRows - 1) / kMostTimeRows;
  std::vector<TimeRow> rows;
  for (size_t begin = 0; begin < slots; begin += step) {
    rows.push_back({begin, std::min(begin + step, slots), ShowReplayTime(absl::FromUnixMillis(grid.StartOf(begin)))});
  }
  return rows;
}

size_t PlaceOfSize(const ReplayPage& page, const std::string& size) {
  const std::vector<std::string> names = SizeNames(page.result.figures);
  return static_cast<size_t>(std::find(names.begin(), names.end(), size) - names.begin());
}

size_t SizeStyle(const ReplayPage& page, const std::string& size) {
  const size_t place = PlaceOfSize(page, size);
  return place < kWithoutSizeStyle ? place : place + 2;
}

std::vector<const history::ReplaySize*> SizesInOrder(const PageSide& side) {
  const absl::Span<const history::ReplaySize> sizes = side.fleet.decider().sizes();
  std::vector<const history::ReplaySize*> ordered(sizes.size());
  for (const history::ReplaySize& size : sizes) ordered[static_cast<size_t>(size.rank)] = &size;
  return ordered;
}

}  // namespace cpsizer::cli
