#include "server/rpc/acceptor.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "server/process/logging.h"
#include "server/process/token_bucket.h"
#include "server/rpc/first_bytes.h"

namespace cpsizer::server {
namespace {

constexpr int kPauseAfterFailureMs = 10;
// The maximum time to wait for the first bytes of a connection.
constexpr std::chrono::seconds kTimeout{1};
// The maximum number of connections that wait for their first bytes. Above this number, new connections are not
// inspected, because an inspection takes time.
constexpr size_t kMostPending = 32;

void LogFailure(int error) {
  static TokenBucket& rate = *new TokenBucket(1, absl::Seconds(10));  // NOLINT: outlives every thread
  Log(rate, LogLevel::kWarn, "cannot accept connections; retrying", {{"error", strerror(error)}});
}

}  // namespace

Acceptor::Acceptor(Listener listener, Steps steps)
    : listener_(std::move(listener)),
      steps_(std::move(steps)),
      stop_fd_(eventfd(0, EFD_CLOEXEC)),
      thread_([this] { Run(); }) {}

Acceptor::~Acceptor() {
  eventfd_write(stop_fd_, 1);
  thread_.join();
  close(stop_fd_);
}

void Acceptor::Run() {
  bool room = true;
  while (Wait(room)) {
    HandOn();
    room = AcceptAll();
    if (!room) LogFailure(errno);
  }
  for (const PendingConnection& connection : pending_) InspectAndTake(connection.fd);
}

bool Acceptor::Wait(bool room) {
  polled_ = {{stop_fd_, POLLIN, 0}, {room ? listener_.fd() : -1, POLLIN, 0}};
  for (const PendingConnection& connection : pending_) polled_.push_back({connection.fd, POLLIN, 0});
  int timeout_ms = room ? -1 : kPauseAfterFailureMs;
  if (room && !pending_.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(pending_.front().until - Clock::now());
    timeout_ms = static_cast<int>(std::max<int64_t>(left.count(), 0));
  }
  poll(polled_.data(), polled_.size(), timeout_ms);
  return polled_[0].revents == 0;
}

bool Acceptor::AcceptAll() {
  while (true) {
    const int fd = accept4(listener_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      Begin(fd);
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
        break;  // the client has already closed this connection; the next connection may be open
    }
  }
}

void Acceptor::Begin(int fd) {
  if (steps_.admit != nullptr && !steps_.admit(fd)) {
    close(fd);
  } else if (steps_.inspect != nullptr && pending_.size() < kMostPending) {
    pending_.push_back({fd, Clock::now() + kTimeout});
  } else {
    steps_.take(listener_.fd(), fd);
  }
}

void Acceptor::HandOn() {
  const Clock::time_point now = Clock::now();
  std::deque<PendingConnection> still;
  for (size_t i = 0; i < pending_.size(); ++i) {
    if (polled_[i + 2].revents == 0 && now < pending_[i].until) {
      still.push_back(pending_[i]);
    } else {
      InspectAndTake(pending_[i].fd);
    }
  }
  pending_ = std::move(still);
}

void Acceptor::InspectAndTake(int fd) {
  char bytes[kFirstBytes];
  const ssize_t count = recv(fd, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
  steps_.inspect(absl::string_view(bytes, static_cast<size_t>(std::max<ssize_t>(count, 0))));
  steps_.take(listener_.fd(), fd);
}

}  // namespace cpsizer::server
