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

Acceptor::Acceptor(Listener listener, Steps steps, PollLoop& loop)
    : listener_(std::move(listener)), steps_(std::move(steps)), loop_(loop) {
  loop_.Add(*this);
}

Acceptor::~Acceptor() {
  loop_.Remove(*this);
  for (const PendingConnection& connection : pending_) InspectAndTake(connection.fd);
}

Acceptor::Clock::time_point Acceptor::Prepare(std::vector<pollfd>& descriptors) {
  descriptors.push_back({room_ ? listener_.fd() : -1, POLLIN, 0});
  for (const PendingConnection& connection : pending_) descriptors.push_back({connection.fd, POLLIN, 0});
  if (!room_) return Clock::now() + Listener::kPauseAfterNoRoom;
  return pending_.empty() ? Clock::time_point::max() : pending_.front().until;
}

void Acceptor::Serve(absl::Span<const pollfd> descriptors) {
  HandOn(descriptors.subspan(1));
  AcceptAll();
}

void Acceptor::AcceptAll() {
  int fd;
  while ((fd = listener_.Accept()) >= 0) Begin(fd);
  room_ = fd != Listener::kNoRoom;
  if (!room_) LogFailure(errno);
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

void Acceptor::HandOn(absl::Span<const pollfd> descriptors) {
  const Clock::time_point now = Clock::now();
  std::deque<PendingConnection> still;
  for (size_t i = 0; i < pending_.size(); ++i) {
    if (descriptors[i].revents == 0 && now < pending_[i].until) {
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
