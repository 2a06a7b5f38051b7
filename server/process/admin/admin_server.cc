#include "server/process/admin/admin_server.h"

#include <algorithm>
#include <utility>

namespace cpsizer::server {

AdminServer::AdminServer(Listener listener, AnswerHttp answer, PollLoop& loop, const Limits& limits)
    : listener_(std::move(listener)), answer_(std::move(answer)), limits_(limits), loop_(loop) {
  loop_.Add(*this);
}

AdminServer::~AdminServer() {
  loop_.Remove(*this);
}

AdminServer::Clock::time_point AdminServer::Prepare(std::vector<pollfd>& descriptors) {
  if (can_accept_) descriptors.push_back({listener_.fd(), POLLIN, 0});
  Clock::time_point next = can_accept_ ? Clock::time_point::max() : Clock::now() + Listener::kPauseAfterNoRoom;
  for (const AdminConnection& connection : connections_) {
    descriptors.push_back({connection.fd(), connection.events(), 0});
    next = std::min(next, connection.deadline());
  }
  return next;
}

// Calls Advance() for all connections. There are only a few connections, and Advance() returns immediately if nothing
// has happened on a connection.
void AdminServer::Serve(absl::Span<const pollfd> /*descriptors*/) {
  connections_.remove_if([this](AdminConnection& connection) { return !connection.Advance(answer_, Clock::now()); });
  Accept();
}

void AdminServer::Accept() {
  can_accept_ = true;
  for (int i = 0; i < Listener::kMaxAcceptsAtOnce; ++i) {
    const int fd = listener_.Accept();
    if (fd < 0) {
      can_accept_ = fd != Listener::kNoRoom;
      return;
    }
    MakeRoom();
    const Clock::time_point now = Clock::now();
    connections_.emplace_back(fd, limits_.timeout, now);
    // Reads the request immediately, because usually it has already arrived.
    if (!connections_.back().Advance(answer_, now)) connections_.pop_back();
  }
}

void AdminServer::MakeRoom() {
  if (connections_.size() < limits_.max_connections) return;
  const auto idle = std::find_if(connections_.begin(), connections_.end(),
                                 [](const AdminConnection& connection) { return !connection.answering(); });
  connections_.erase(idle == connections_.end() ? connections_.begin() : idle);
}

}  // namespace cpsizer::server
