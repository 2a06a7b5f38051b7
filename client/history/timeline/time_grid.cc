#include "client/history/timeline/time_grid.h"

namespace cpsizer::history {

int TimeGrid::Widen(int64_t time) {
  int doublings = 0;
  for (; (time - origin_) / width_ >= static_cast<int64_t>(kMaxSlots); ++doublings) width_ *= 2;
  return doublings;
}

}  // namespace cpsizer::history
