#include "server/process/port_probe.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

// Returns whether `fd` has one of `events` or an error.
bool IsReady(int fd, int16_t events) {
  pollfd polled = {fd, events, 0};
  return poll(&polled, 1, /*timeout_ms=*/0) > 0;
}

}  // namespace

PortProbe::~PortProbe() {
  if (fd_ >= 0) close(fd_);
}

absl::Status PortProbe::Check() const {
  const int failures = failures_.load(std::memory_order_relaxed);
  if (failures < options_.failures) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the last ", failures, " new connections to ", FormatSocketAddress(target_), " got no response"));
}

void PortProbe::Poll(Clock::time_point now) {
  if (fd_ < 0 && now >= next_) Begin(now);
  if (fd_ >= 0) Continue(now);
}

void PortProbe::Begin(Clock::time_point now) {
  next_ = now + options_.interval;
  timeout_at_ = now + options_.timeout;
  shut_down_ = false;
  fd_ = socket(target_.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd_ < 0) return End(false);
  // For TCP, connect() returns EINPROGRESS, and the connection opens later. For a Unix socket with a full backlog,
  // connect() fails: the process does not accept connections.
  if (connect(fd_, target_.get(), target_.length) != 0 && errno != EINPROGRESS) End(false);
}

void PortProbe::Continue(Clock::time_point now) {
  if (!shut_down_ && IsReady(fd_, POLLOUT)) {
    if (shutdown(fd_, SHUT_WR) != 0) return End(false);
    shut_down_ = true;
  }
  if (shut_down_ && IsReady(fd_, POLLIN)) {
    char byte;
    return End(recv(fd_, &byte, 1, 0) >= 0 || errno == ECONNRESET);
  }
  if (now >= timeout_at_) End(false);
}

void PortProbe::End(bool answered) {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  failures_.store(answered ? 0 : failures_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

}  // namespace cpsizer::server
