#include "server/acceptor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/time/clock.h"
#include "server/logging.h"
#include "server/token_bucket.h"

namespace cpsizer::server {
namespace {

constexpr int kPauseAfterFailureMs = 10;

void LogFailure(int error) {
  static TokenBucket* const bucket = new TokenBucket(1, absl::Seconds(10));  // NOLINT: outlives every thread
  if (!bucket->Take(absl::Now()).has_value()) return;
  Log(LogLevel::kWarn, "cannot accept connections for now; going on as soon as there is room",
      {{"error", strerror(error)}});
}

}  // namespace

Acceptor::Acceptor(Listener listener, Take take)
    : listener_(std::move(listener)),
      take_(std::move(take)),
      stop_fd_(eventfd(0, EFD_CLOEXEC)),
      thread_([this] { Run(); }) {}

Acceptor::~Acceptor() {
  eventfd_write(stop_fd_, 1);
  thread_.join();
  close(stop_fd_);
}

void Acceptor::Run() {
  while (!WaitForStop(/*or_connection=*/true, -1)) {
    if (AcceptAll()) continue;
    LogFailure(errno);
    if (WaitForStop(/*or_connection=*/false, kPauseAfterFailureMs)) return;
  }
}

bool Acceptor::AcceptAll() {
  while (true) {
    const int fd = accept4(listener_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      take_(listener_.fd(), fd);
      continue;
    }
    switch (errno) {
      case EMFILE:
      case ENFILE:
      case ENOBUFS:
      case ENOMEM:
        return false;
      case EAGAIN:
        return true;
      default:
        break;  // that connection is gone already; the next one may be fine
    }
  }
}

bool Acceptor::WaitForStop(bool or_connection, int timeout_ms) const {
  pollfd fds[] = {{stop_fd_, POLLIN, 0}, {listener_.fd(), POLLIN, 0}};
  poll(fds, or_connection ? 2 : 1, timeout_ms);
  return fds[0].revents != 0;
}

}  // namespace cpsizer::server
