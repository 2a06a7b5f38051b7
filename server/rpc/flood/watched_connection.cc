#include "server/rpc/flood/watched_connection.h"

#include <utility>

namespace cpsizer::server {

WatchedConnection::WatchedConnection(std::shared_ptr<FloodGuard> guard)
    : guard_(std::move(guard)), limits_(FrameLimits::Clock::now), calls_(guard_->open_calls()) {}

absl::optional<Flood> WatchedConnection::Received(absl::string_view bytes) {
  absl::optional<Flood> flood;
  FrameHead frame;
  while (from_client_.Next(bytes, frame)) {
    if (const absl::optional<Flood> found = Count(frame); found.has_value()) flood = found;
    if (flood.has_value() && MustClose(*flood)) return flood;
  }
  return flood;
}

absl::optional<Flood> WatchedConnection::Count(const FrameHead& frame) {
  if (const absl::optional<Flood> flood = limits_.Count(frame); flood.has_value()) return flood;
  if (frame.type == FrameHead::kRstStream) calls_.End(frame.stream);
  if (frame.type == FrameHead::kHeaders && calls_.Open(frame.stream) > guard_->AllowedCalls()) return Flood::kOpenCalls;
  return absl::nullopt;
}

void WatchedConnection::Sent(absl::string_view bytes) {
  FrameHead frame;
  while (from_server_.Next(bytes, frame)) {
    if (frame.type == FrameHead::kData) limits_.NoteSentData();
    if (frame.EndsStream()) calls_.End(frame.stream);
  }
}

}  // namespace cpsizer::server
