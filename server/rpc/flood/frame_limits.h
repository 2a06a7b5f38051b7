#ifndef CPSIZER_SERVER_RPC_FLOOD_FRAME_LIMITS_H_
#define CPSIZER_SERVER_RPC_FLOOD_FRAME_LIMITS_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/rpc/flood/frame_reader.h"

namespace cpsizer::server {

// The uses of HTTP/2 for which gRPC 1.51 uses memory or time without a limit.
enum class Flood : uint8_t {
  kHeaders,         // a header block without end: HEADERS and CONTINUATION
  kUnacknowledged,  // streams of a client that does not acknowledge SETTINGS, which no setting limits
  kResets,          // streams that are reset as soon as they are opened
  kControl,         // PING, SETTINGS, PRIORITY, frames of unknown types, DATA of a few bytes, WINDOW_UPDATE for nothing
  kPings,           // PING before any call; gRPC ends such a connection, but not the next one of the same client
  kOpenCalls,       // more than its share of the calls that all connections may have open together
};
inline constexpr size_t kFloodCount = 6;

// Returns whether the server must close the connection; for kPings gRPC does so itself, with GOAWAY.
constexpr bool MustClose(Flood flood) {
  return flood != Flood::kPings;
}

// Returns the name of a flood in the log and in metrics.
absl::string_view FloodWord(Flood flood);

// Counts the frames (RFC 9113) that a client sends on one connection, and finds floods of them, except kOpenCalls.
// The limits are far above what gRPC clients send. Only NoteSentData() is thread-safe.
class FrameLimits {
 public:
  using Clock = std::chrono::steady_clock;

  // Limit of one header block, as sent. gRPC's limit is 8 KiB, after decompression.
  static constexpr size_t kMaxBlockBytes = size_t{64} << 10;
  static constexpr int kMaxBlockFrames = 32;
  // Limits until SETTINGS are acknowledged: streams, and bytes of all header blocks together. Clients other than
  // those of gRPC may send calls before they have received SETTINGS.
  static constexpr int kMaxUnacknowledgedStreams = 100;
  static constexpr size_t kMaxUnacknowledgedBytes = size_t{128} << 10;
  // Allowed at once, and then for each second. Every second call allows one more reset, and each call two control
  // frames: a client of gRPC for Go may send a PING for each response.
  static constexpr int kResetBurst = 1'000;
  static constexpr int kResetsPerSecond = 100;
  static constexpr int kControlBurst = 10'000;
  static constexpr int kControlPerSecond = 10'000;
  // A client sends WINDOW_UPDATE for the DATA that it receives, for the stream and for the connection: this many for
  // each frame, of which at most the second number is kept for later. More of them are control frames.
  static constexpr int kWindowUpdatesPerFrame = 8;
  static constexpr int kMostWindowUpdates = 100'000;
  // DATA with fewer bytes that does not end a stream is a control frame: each costs gRPC more than its bytes.
  static constexpr size_t kSmallDataBytes = 64;
  // PINGs before any call, within kPingTimeout. gRPC ends a connection after three, which may be a wrong setting of a
  // client or a proxy.
  static constexpr int kPingsWithoutCall = 100;
  static constexpr std::chrono::seconds kPingTimeout{10};

  // `now` returns the time; it is called only when a budget is used up.
  explicit FrameLimits(Clock::time_point (*now)());

  // Counts the next frame that the client sent. Returns the flood that it completes, if any.
  absl::optional<Flood> Count(const FrameHead& frame);
  // Records that the server sent a frame of DATA.
  void NoteSentData();

 private:
  // A number of events, some at once and some more for each second.
  struct Budget {
    int64_t left;
    Clock::time_point filled;
    // Takes `count`; returns false if there are not that many, even after the time that has passed is added.
    bool Take(int64_t count, int64_t most, int64_t per_second, Clock::time_point (*now)());
  };

  absl::optional<Flood> CountHeaders(const FrameHead& frame);
  absl::optional<Flood> CountPing();
  absl::optional<Flood> CountWindowUpdate();
  absl::optional<Flood> CountControl();

  Clock::time_point (*const now_)();
  const Clock::time_point opened_;
  bool acknowledged_ = false;
  int unacknowledged_streams_ = 0;
  size_t unacknowledged_bytes_ = 0;  // bytes of header blocks
  size_t block_bytes_ = 0;           // bytes of the header block that is being received
  int block_frames_ = 0;
  bool called_ = false;
  int pings_ = 0;  // PINGs before the first call
  Budget resets_;  // in units of half a reset
  Budget control_;
  std::atomic<int> window_updates_{0};  // those that are not control frames
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_FRAME_LIMITS_H_
