#include "server/process/port_probe.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

int Milliseconds(std::chrono::nanoseconds duration) {
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(duration).count());
}

}  // namespace

PortProbe::PortProbe(const SocketAddress& target, const Options& options)
    : target_(target), options_(options), stop_fd_(eventfd(0, EFD_CLOEXEC)), thread_([this] { Run(); }) {}

PortProbe::~PortProbe() {
  eventfd_write(stop_fd_, 1);
  thread_.join();
  close(stop_fd_);
}

absl::Status PortProbe::Check() const {
  const int failures = failures_.load(std::memory_order_relaxed);
  if (failures < options_.failures) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the last ", failures, " new connections to ", FormatSocketAddress(target_), " got no response"));
}

void PortProbe::Run() {
  do {
    failures_.store(Probe() ? 0 : failures_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  } while (!Stopped(options_.interval));
}

bool PortProbe::Probe() const {
  const int fd = socket(target_.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  bool answered = false;
  // For TCP, connect() returns EINPROGRESS, and the connection opens later. For a Unix socket with a full backlog,
  // connect() fails: the process does not accept connections.
  if (connect(fd, target_.get(), target_.length) == 0 || (errno == EINPROGRESS && WaitFor(fd, POLLOUT))) {
    char byte;
    answered = shutdown(fd, SHUT_WR) == 0 && WaitFor(fd, POLLIN) && (recv(fd, &byte, 1, 0) >= 0 || errno == ECONNRESET);
  }
  close(fd);
  return answered;
}

bool PortProbe::WaitFor(int fd, int16_t events) const {
  pollfd fds[] = {{stop_fd_, POLLIN, 0}, {fd, events, 0}};
  poll(fds, 2, Milliseconds(options_.timeout));
  return fds[0].revents == 0 && fds[1].revents != 0;
}

bool PortProbe::Stopped(std::chrono::nanoseconds at_most) const {
  pollfd fd = {stop_fd_, POLLIN, 0};
  poll(&fd, 1, Milliseconds(at_most));
  return fd.revents != 0;
}

}  // namespace cpsizer::server
