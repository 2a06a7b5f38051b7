#ifndef CPSIZER_CLIENT_HISTORY_TIMELINE_TIME_GRID_H_
#define CPSIZER_CLIENT_HISTORY_TIMELINE_TIME_GRID_H_

#include <cstddef>
#include <cstdint>

namespace cpsizer::history {

// Divides the time after an origin into at most kMaxSlots slots of the same width. The width is doubled when a time
// after the last slot is added, so that the number of slots has a limit although the end is not known before. Times are
// in milliseconds.
class TimeGrid {
 public:
  static constexpr size_t kMaxSlots = 256;
  static constexpr int64_t kFirstWidth = 60'000;

  TimeGrid() = default;
  explicit TimeGrid(int64_t origin) : origin_(origin) {}

  int64_t origin() const { return origin_; }
  int64_t width() const { return width_; }

  // Doubles the width until `time` is in a slot. Returns how often. Requires time >= origin().
  int Widen(int64_t time);

  // The slot of a time, which must be in a slot.
  size_t SlotOf(int64_t time) const { return static_cast<size_t>((time - origin_) / width_); }

  // The start of a slot, which is the end of the slot before it.
  int64_t StartOf(size_t slot) const { return origin_ + static_cast<int64_t>(slot) * width_; }

 private:
  int64_t origin_ = 0;
  int64_t width_ = kFirstWidth;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TIMELINE_TIME_GRID_H_
