#include "server/rpc/flood/flood_guard.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/process/logging.h"
#include "server/rpc/flood/watched_sockets.h"

namespace cpsizer::server {

FloodGuard::FloodGuard(size_t max_open_calls, int max_streams)
    : open_calls_(max_open_calls, max_streams), scans_(1, absl::Seconds(1)), lines_(1, absl::Seconds(1)) {}

bool FloodGuard::Admit(absl::string_view address, absl::Time now) {
  if (!peers_.IsBlocked(address, now)) return true;
  refused_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

void FloodGuard::OnFlood(Flood flood, absl::string_view address) {
  floods_[static_cast<size_t>(flood)].fetch_add(1, std::memory_order_relaxed);
  const bool refused = peers_.NoteFlood(address, absl::Now());
  const absl::string_view more = refused ? "; new connections from its address are closed for a while" : "";
  Log(lines_, LogLevel::kWarn, absl::StrCat("closing a connection that floods the server with HTTP/2 frames", more),
      {{"flood", std::string(FloodWord(flood))}, {"address", std::string(address.empty() ? "unknown" : address)}});
}

size_t FloodGuard::AllowedCalls() {
  const size_t allowed = open_calls_.AllowedForOne();
  if (allowed == AllOpenCalls::kNoLimit || !scans_.Take(absl::Now()).has_value()) return allowed;
  RemoveClosedSockets();
  return open_calls_.AllowedForOne();
}

}  // namespace cpsizer::server
