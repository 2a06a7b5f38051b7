#include "server/process/admin/admin_server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace cpsizer::server {
namespace {

// The maximum number of new connections that are accepted before the open connections are served again.
constexpr int kMaxAcceptsAtOnce = 16;
constexpr std::chrono::milliseconds kPauseAfterFailure{10};

}  // namespace

AdminServer::AdminServer(Listener listener, AnswerHttp answer, const Limits& limits)
    : listener_(std::move(listener)),
      answer_(std::move(answer)),
      limits_(limits),
      stop_fd_(eventfd(0, EFD_CLOEXEC)),
      thread_([this] { Run(); }) {}

AdminServer::~AdminServer() {
  eventfd_write(stop_fd_, 1);
  thread_.join();
  close(stop_fd_);
}

void AdminServer::Run() {
  while (Wait()) {
    Serve();
    Accept();
  }
}

bool AdminServer::Wait() {
  std::vector<pollfd> fds = {{stop_fd_, POLLIN, 0}};
  if (can_accept_) fds.push_back({listener_.fd(), POLLIN, 0});
  for (const AdminConnection& connection : connections_) fds.push_back({connection.fd(), connection.events(), 0});
  poll(fds.data(), fds.size(), UntilNextMs(Clock::now()));
  return fds[0].revents == 0;
}

// Calls Advance() for all connections. There are only a few connections, and Advance() returns immediately if nothing
// has happened on a connection.
void AdminServer::Serve() {
  connections_.remove_if([this](AdminConnection& connection) { return !connection.Advance(answer_, Clock::now()); });
}

void AdminServer::Accept() {
  can_accept_ = true;
  for (int i = 0; i < kMaxAcceptsAtOnce; ++i) {
    const int fd = accept4(listener_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      can_accept_ = errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
      if (errno == EAGAIN || !can_accept_) return;
      continue;  // the client has already closed this connection; the next connection may be open
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

int AdminServer::UntilNextMs(Clock::time_point now) const {
  Clock::time_point next = can_accept_ ? Clock::time_point::max() : now + kPauseAfterFailure;
  for (const AdminConnection& connection : connections_) next = std::min(next, connection.deadline());
  if (next == Clock::time_point::max()) return -1;
  // Rounds up, so that poll() does not return before the time `next`.
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - now).count();
  return static_cast<int>(std::clamp<int64_t>(wait, 0, 60'000));
}

}  // namespace cpsizer::server
