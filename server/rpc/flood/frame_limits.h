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

// The kinds of floods: uses of HTTP/2 for which gRPC 1.51 does not limit the memory or the time.
enum class Flood : uint8_t {
  kHeaders,  // a header block (HEADERS and CONTINUATION) without end
  // Streams of a client that does not acknowledge SETTINGS. The settings of gRPC do not limit these streams.
  kUnacknowledged,
  kResets,   // streams that are reset immediately after they were opened
  kControl,  // too many PING, SETTINGS, PRIORITY or unknown frames, small DATA, or unneeded WINDOW_UPDATE
  // PING frames before any call. gRPC closes the connection, but the client opens another connection.
  kPings,
  kOpenCalls,  // more open calls than the connection may have
};
inline constexpr size_t kFloodCount = 6;

// Returns whether the server must close the connection. For kPings, gRPC itself closes the connection with GOAWAY.
constexpr bool MustClose(Flood flood) {
  return flood != Flood::kPings;
}

// Returns the name of a flood for the log and for metrics.
absl::string_view FloodWord(Flood flood);

// Counts the frames (RFC 9113) that a client sends on one connection. Detects all kinds of floods except kOpenCalls.
// The limits are much higher than the numbers of frames that gRPC clients send. Only NoteSentData() is thread-safe.
class FrameLimits {
 public:
  using Clock = std::chrono::steady_clock;

  // The limits of one header block: its bytes before decompression, and its frames. gRPC itself limits a header block
  // to 8 KiB after decompression.
  static constexpr size_t kMaxBlockBytes = size_t{64} << 10;
  static constexpr int kMaxBlockFrames = 32;
  // The limits until the client acknowledges SETTINGS: the number of streams, and the bytes of all header blocks
  // together. Clients that are not gRPC clients may send calls before they have received SETTINGS.
  static constexpr int kMaxUnacknowledgedStreams = 100;
  static constexpr size_t kMaxUnacknowledgedBytes = size_t{128} << 10;
  // The number of frames that are allowed immediately, and the number of frames that are additionally allowed per
  // second. Every second call allows one more reset. Each call allows two more control frames, because a gRPC client in
  // Go may send a PING for each response.
  static constexpr int kResetBurst = 1'000;
  static constexpr int kResetsPerSecond = 100;
  // A stream that has been open for this time is not counted when it is reset, because its deadline may have passed.
  // Such a reset is counted as a control frame.
  static constexpr std::chrono::milliseconds kQuickReset{50};
  static constexpr int kControlBurst = 10'000;
  static constexpr int kControlPerSecond = 10'000;
  // A client sends WINDOW_UPDATE frames for DATA frames that it receives: for the stream and for the connection. Each
  // DATA frame that the server sends allows kWindowUpdatesPerFrame WINDOW_UPDATE frames. About kMostWindowUpdates of
  // them can be saved for later. Additional WINDOW_UPDATE frames are counted as control frames.
  static constexpr int kWindowUpdatesPerFrame = 8;
  static constexpr int kMostWindowUpdates = 100'000;
  // A DATA frame with fewer bytes that does not end a stream is counted as a control frame, because gRPC needs more
  // time for the frame than for its bytes.
  static constexpr size_t kSmallDataBytes = 64;
  // This number of PING frames, before any call and within kPingTimeout after the start of the connection, is a flood.
  // gRPC closes a connection after three PING frames. This number is higher, because a few PING frames may be caused by
  // a wrong setting of a client or a proxy.
  static constexpr int kPingsWithoutCall = 100;
  static constexpr std::chrono::seconds kPingTimeout{10};

  // `now` returns the current time. It is called in the constructor, and when a limit is reached.
  explicit FrameLimits(Clock::time_point (*now)());

  // Counts the next frame from the client. Returns a flood if the frame exceeds a limit.
  absl::optional<Flood> Count(const FrameHead& frame);
  // Must be called when the server has sent a DATA frame.
  void NoteSentData();

 private:
  // A budget of events: a number of events that are allowed immediately, and a number of events per second.
  struct Budget {
    int64_t left;
    Clock::time_point filled;
    // Takes `count` events from the budget. Returns false if the budget has fewer events, even after the events for the
    // time since `filled` were added.
    bool Take(int64_t count, int64_t most, int64_t per_second, Clock::time_point (*now)());
  };

  // The last stream that was open at a time. Stream numbers increase (RFC 9113, section 5.1.1).
  struct LastStream {
    uint32_t number;
    Clock::time_point time;
  };

  absl::optional<Flood> CountHeaders(const FrameHead& frame);
  absl::optional<Flood> CountReset(const FrameHead& frame);
  // Updates `recent_streams_` and `old_streams_`. Returns the current time.
  Clock::time_point NoteTime();
  absl::optional<Flood> CountPing();
  absl::optional<Flood> CountWindowUpdate();
  absl::optional<Flood> CountControl();

  Clock::time_point (*const now_)();
  const Clock::time_point opened_;
  bool acknowledged_ = false;
  int unacknowledged_streams_ = 0;
  size_t unacknowledged_bytes_ = 0;  // bytes of all header blocks before the client acknowledges SETTINGS
  size_t block_bytes_ = 0;           // bytes of the current header block
  int block_frames_ = 0;
  // The last stream and when it was opened, the last one when the time was noted, and the last one at least kQuickReset
  // before that.
  LastStream last_stream_;
  LastStream recent_streams_;
  LastStream old_streams_;
  bool called_ = false;
  int pings_ = 0;  // number of PING frames before the first call
  Budget resets_;  // counted in half resets: a reset takes two
  Budget control_;
  std::atomic<int> window_updates_{0};  // number of WINDOW_UPDATE frames that are still allowed
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_FRAME_LIMITS_H_
