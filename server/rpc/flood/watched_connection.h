#ifndef CPSIZER_SERVER_RPC_FLOOD_WATCHED_CONNECTION_H_
#define CPSIZER_SERVER_RPC_FLOOD_WATCHED_CONNECTION_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/rpc/flood/flood_guard.h"
#include "server/rpc/flood/frame_limits.h"
#include "server/rpc/flood/frame_reader.h"
#include "server/rpc/flood/open_calls.h"

namespace cpsizer::server {

// The frames of one connection, in both directions. Received() must be called by only one thread at a time, and Sent()
// must be called by only one thread at a time.
class WatchedConnection {
 public:
  explicit WatchedConnection(std::shared_ptr<FloodGuard> guard);

  // Processes the next bytes from the client. Returns a flood if a frame exceeds a limit. If MustClose() is true for
  // this flood, gRPC must not get any more bytes.
  absl::optional<Flood> Received(absl::string_view bytes);
  // Processes the next bytes from the server.
  void Sent(absl::string_view bytes);
  // Ends all open calls of the connection.
  void Close() { calls_.Close(); }

  FloodGuard& guard() { return *guard_; }

 private:
  absl::optional<Flood> Count(const FrameHead& frame);

  const std::shared_ptr<FloodGuard> guard_;
  FrameReader from_client_{FrameReader::kPrefaceBytes};
  FrameReader from_server_{0};
  FrameLimits limits_;
  OpenCalls calls_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_WATCHED_CONNECTION_H_
