#include "server/rpc/flood/frame_limits.h"

#include <algorithm>

namespace cpsizer::server {

absl::string_view FloodWord(Flood flood) {
  switch (flood) {
    case Flood::kHeaders:
      return "headers";
    case Flood::kUnacknowledged:
      return "unacknowledged_settings";
    case Flood::kResets:
      return "resets";
    case Flood::kControl:
      return "control_frames";
    case Flood::kPings:
      return "pings";
    case Flood::kOpenCalls:
      return "open_calls";
  }
  return "";
}

FrameLimits::FrameLimits(Clock::time_point (*now)())
    : now_(now),
      opened_(now()),
      last_stream_{0, opened_},
      recent_streams_{0, opened_},
      old_streams_{0, opened_},
      resets_{2 * kResetBurst, opened_},
      control_{kControlBurst, opened_} {}

absl::optional<Flood> FrameLimits::Count(const FrameHead& frame) {
  switch (frame.type) {
    case FrameHead::kHeaders:
    case FrameHead::kContinuation:
      return CountHeaders(frame);
    case FrameHead::kRstStream:
      return CountReset(frame);
    case FrameHead::kPing:
      return CountPing();
    case FrameHead::kData:
      if (frame.length >= kSmallDataBytes || frame.EndsStream()) return absl::nullopt;
      return CountControl();
    case FrameHead::kWindowUpdate:
      return CountWindowUpdate();
    case FrameHead::kSettings:
      if ((frame.flags & FrameHead::kAck) != 0) acknowledged_ = true;
      return CountControl();
    default:
      return CountControl();
  }
}

absl::optional<Flood> FrameLimits::CountHeaders(const FrameHead& frame) {
  if (frame.type == FrameHead::kHeaders) {
    called_ = true;
    const Clock::time_point now = NoteTime();
    last_stream_ = {std::max(last_stream_.number, frame.stream), now};
    block_bytes_ = 0;
    block_frames_ = 0;
    ++resets_.left;
    control_.left += 2;
    if (!acknowledged_ && ++unacknowledged_streams_ > kMaxUnacknowledgedStreams) return Flood::kUnacknowledged;
  }
  block_bytes_ += frame.length;
  if (block_bytes_ > kMaxBlockBytes || ++block_frames_ > kMaxBlockFrames) return Flood::kHeaders;
  if (!acknowledged_) unacknowledged_bytes_ += frame.length;
  if (unacknowledged_bytes_ > kMaxUnacknowledgedBytes) return Flood::kUnacknowledged;
  return absl::nullopt;
}

absl::optional<Flood> FrameLimits::CountReset(const FrameHead& frame) {
  const Clock::time_point now = NoteTime();
  const LastStream& old = now - last_stream_.time >= kQuickReset ? last_stream_ : old_streams_;
  if (frame.stream > 0 && frame.stream <= old.number) return CountControl();
  if (resets_.Take(2, 2 * kResetBurst, 2 * kResetsPerSecond, now_)) return absl::nullopt;
  return Flood::kResets;
}

FrameLimits::Clock::time_point FrameLimits::NoteTime() {
  const Clock::time_point now = now_();
  if (now - recent_streams_.time >= kQuickReset) {
    old_streams_ = recent_streams_;
    recent_streams_ = {last_stream_.number, now};
  }
  return now;
}

absl::optional<Flood> FrameLimits::CountPing() {
  if (!called_ && ++pings_ == kPingsWithoutCall && now_() - opened_ < kPingTimeout) return Flood::kPings;
  return CountControl();
}

void FrameLimits::NoteSentData() {
  if (window_updates_.load(std::memory_order_relaxed) < kMostWindowUpdates) {
    window_updates_.fetch_add(kWindowUpdatesPerFrame, std::memory_order_relaxed);
  }
}

absl::optional<Flood> FrameLimits::CountWindowUpdate() {
  if (window_updates_.load(std::memory_order_relaxed) == 0) return CountControl();
  window_updates_.fetch_sub(1, std::memory_order_relaxed);
  return absl::nullopt;
}

absl::optional<Flood> FrameLimits::CountControl() {
  if (control_.Take(1, kControlBurst, kControlPerSecond, now_)) return absl::nullopt;
  return Flood::kControl;
}

bool FrameLimits::Budget::Take(int64_t count, int64_t most, int64_t per_second, Clock::time_point (*now)()) {
  left = std::min(left, most);
  if (left < count) {
    const Clock::time_point time = now();
    const std::chrono::duration<double> passed = time - filled;
    const auto more = static_cast<int64_t>(passed.count() * static_cast<double>(per_second));
    left = std::min(left + more, most);
    // If `more` is 0, `filled` does not change, so that the next call also includes the time of this call.
    if (more > 0) filled = time;
  }
  if (left < count) return false;
  left -= count;
  return true;
}

}  // namespace cpsizer::server
