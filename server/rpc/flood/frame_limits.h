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

// The uses of HTTP/2 for which gRPC 1.51 takes memory or time without a limit.
enum class Flood : uint8_t {
  kHeaders,         // a header block without end (HEADERS and CONTINUATION)
  kUnacknowledged,  // streams of a client that does not acknowledge SETTINGS; no setting limits these streams
  kResets,          // streams that are reset immediately after they are opened
  kControl,         // PING, SETTINGS, PRIORITY, unknown frames, small DATA, unneeded WINDOW_UPDATE
  kPings,           // PING before any call; gRPC closes the connection, but the client opens another
  kOpenCalls,       // more open calls than this connection may have
};
inline constexpr size_t kFloodCount = 6;

// Returns whether the server must close the connection. For kPings, gRPC closes the connection with GOAWAY.
constexpr bool MustClose(Flood flood) {
  return flood != Flood::kPings;
}

// Returns the name of a flood in the log and in metrics.
absl::string_view FloodWord(Flood flood);

// Counts the frames (RFC 9113) that a client sends on one connection, and detects all kinds of floods except
// kOpenCalls. The limits are far above what gRPC clients send. Only NoteSentData() is thread-safe.
class FrameLimits {
 public:
  using Clock = std::chrono::steady_clock;

  // The limits of one header block: its bytes before decompression, and its frames. The limit of gRPC is 8 KiB after
  // decompression.
  static constexpr size_t kMaxBlockBytes = size_t{64} << 10;
  static constexpr int kMaxBlockFrames = 32;
  // The limits until the client acknowledges SETTINGS: the number of streams, and the bytes of all header blocks
  // together. Some clients, but not gRPC clients, send calls before they have received SETTINGS.
  static constexpr int kMaxUnacknowledgedStreams = 100;
  static constexpr size_t kMaxUnacknowledgedBytes = size_t{128} << 10;
  // The number of frames that are allowed at once, and the number of frames that each second adds. In addition, every
  // second call allows one more reset, and each call allows two more control frames: a gRPC client for Go may send a
  // PING for each response.
  static constexpr int kResetBurst = 1'000;
  static constexpr int kResetsPerSecond = 100;
  static constexpr int kControlBurst = 10'000;
  static constexpr int kControlPerSecond = 10'000;
  // A client sends WINDOW_UPDATE frames for the DATA that it receives, for the stream and for the connection. Each DATA
  // frame allows kWindowUpdatesPerFrame of these frames, and at most about kMostWindowUpdates are kept for later. More
  // WINDOW_UPDATE frames are counted as control frames.
  static constexpr int kWindowUpdatesPerFrame = 8;
  static constexpr int kMostWindowUpdates = 100'000;
  // A DATA frame with fewer bytes that does not end a stream is counted as a control frame, because the frame itself
  // costs gRPC more than its bytes.
  static constexpr size_t kSmallDataBytes = 64;
  // This number of PINGs within kPingTimeout, before any call, is a flood. The number is higher than three, the number
  // of PINGs after which gRPC closes a connection, because a wrong setting of a client or a proxy may cause a few
  // PINGs.
  static constexpr int kPingsWithoutCall = 100;
  static constexpr std::chrono::seconds kPingTimeout{10};

  // `now` returns the current time. It is called only when a budget is used up.
  explicit FrameLimits(Clock::time_point (*now)());

  // Counts the next frame that the client sent. Returns a flood if this frame exceeds a limit.
  absl::optional<Flood> Count(const FrameHead& frame);
  // Records that the server sent a DATA frame.
  void NoteSentData();

 private:
  // A number of allowed events: some at once, and some more for each second.
  struct Budget {
    int64_t left;
    Clock::time_point filled;
    // Takes `count` events. Returns false if fewer events are left, even after the events for the passed time are
    // added.
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
  size_t unacknowledged_bytes_ = 0;  // bytes of all header blocks before SETTINGS are acknowledged
  size_t block_bytes_ = 0;           // bytes of the header block that is being received
  int block_frames_ = 0;
  bool called_ = false;
  int pings_ = 0;  // PINGs before the first call
  Budget resets_;  // in half resets: one reset takes two units
  Budget control_;
  std::atomic<int> window_updates_{0};  // WINDOW_UPDATE frames that are still allowed
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_FRAME_LIMITS_H_
