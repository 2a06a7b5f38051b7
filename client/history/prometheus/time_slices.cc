#include "client/history/prometheus/time_slices.h"

#include <algorithm>

namespace cpsizer::history {

int64_t TimeSlices::points() const {
  return std::min(length_, total_ - next_);
}

void TimeSlices::Advance(size_t bytes) {
  const int64_t read = points();
  const auto most_points = static_cast<int64_t>(kUsualResponseBytes / std::max<size_t>(bytes / read, 1));
  next_ += read;
  length_ = std::clamp<int64_t>(std::min(most_points, read * kMaxGrowth), 1, most_);
}

bool TimeSlices::Shorten() {
  if (points() == 1) return false;
  most_ = length_ = points() / 2;
  return true;
}

}  // namespace cpsizer::history
