#include "server/rpc/acceptor.h"

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

Acceptor::Acceptor(Listener listener, Steps steps, EventThread& thread)
    : listener_(std::move(listener)), steps_(std::move(steps)), thread_(thread), tasks_(thread.loop().tasks()) {
  thread_.Call([this] {
    clients_.emplace(thread_.loop(), listener_.fd());
    Wait();
  });
}

Acceptor::~Acceptor() {
  thread_.Call([this] {
    clients_.reset();
    tasks_.Cancel(pause_);
    while (!pending_.empty()) HandOn(pending_.begin()->first);
  });
}

void Acceptor::Wait() {
  clients_->Start([this] { AcceptAll(); });
}

void Acceptor::AcceptAll() {
  int fd;
  while ((fd = listener_.Accept()) >= 0) Begin(fd);
  if (fd != Listener::kNoRoom) return Wait();
  LogFailure(errno);
  pause_ = tasks_.At(TaskQueue::Clock::now() + Listener::kPauseAfterNoRoom, [this] { AcceptAll(); });
}

void Acceptor::Begin(int fd) {
  if (steps_.admit != nullptr && !steps_.admit(fd)) {
    close(fd);
  } else if (steps_.inspect != nullptr && pending_.size() < kMostPending) {
    PendingConnection& connection = pending_.try_emplace(fd, thread_.loop(), fd).first->second;
    connection.first_bytes.Start([this, fd] { HandOn(fd); });
    connection.timeout = tasks_.At(TaskQueue::Clock::now() + kTimeout, [this, fd] { HandOn(fd); });
  } else {
    steps_.take(listener_.fd(), fd);
  }
}

void Acceptor::HandOn(int fd) {
  tasks_.Cancel(pending_.find(fd)->second.timeout);
  pending_.erase(fd);
  char bytes[kFirstBytes];
  const ssize_t count = recv(fd, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
  steps_.inspect(absl::string_view(bytes, static_cast<size_t>(std::max<ssize_t>(count, 0))));
  steps_.take(listener_.fd(), fd);
}

}  // namespace cpsizer::server
