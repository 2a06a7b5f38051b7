#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_TIME_SLICES_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_TIME_SLICES_H_

#include <cstddef>
#include <cstdint>

#include "client/history/prometheus/limits.h"

namespace cpsizer::history {

// Divides the time of a history into slices, each of which is read with one query per metric. The length of a slice
// follows from the length of the responses of the slice before it, because the number of series is not known. Times
// are in milliseconds since 1970. A value type.
class TimeSlices {
 public:
  // The points are `from`, `from` + `step` and so on, up to `to`. Requires from <= to and step > 0.
  TimeSlices(int64_t from, int64_t to, int64_t step) : from_(from), step_(step), total_((to - from) / step + 1) {}

  // Returns whether all points were read.
  bool done() const { return next_ == total_; }

  // The first and the last point of the current slice. Requires !done().
  int64_t begin() const { return from_ + next_ * step_; }
  int64_t end() const { return begin() + (points() - 1) * step_; }
  // The number of points of the current slice, at least 1.
  int64_t points() const;

  // Continues with the next slice. `bytes` is the length of the longest response of this slice.
  void Advance(size_t bytes);
  // Halves the current slice, because it cannot be read at once. No later slice is longer. Returns false if the slice
  // has only one point.
  bool Shorten();

 private:
  int64_t from_;
  int64_t step_;
  int64_t total_;  // number of points
  int64_t next_ = 0;
  int64_t length_ = kFirstPoints;
  int64_t most_ = kMaxPointsOfQuery;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_TIME_SLICES_H_
