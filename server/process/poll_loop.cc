#include "server/process/poll_loop.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

namespace cpsizer::server {
namespace {

constexpr int64_t kMaxWaitMs = 60'000;

}  // namespace

int PollTimeoutMs(std::chrono::nanoseconds wait) {
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
  return static_cast<int>(std::clamp<int64_t>(milliseconds, 0, kMaxWaitMs));
}

PollLoop::PollLoop() : wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_([this] { Run(); }) {}

PollLoop::~PollLoop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  Wake();
  thread_.join();
  close(wake_fd_);
}

void PollLoop::Add(PollUser& user) {
  const std::lock_guard<std::mutex> lock(mutex_);
  users_.push_back({&user});
  ++changes_;
  Wake();
}

void PollLoop::Remove(PollUser& user) {
  std::unique_lock<std::mutex> lock(mutex_);
  users_.erase(std::find_if(users_.begin(), users_.end(),
                            [&user](const Registered& registered) { return registered.user == &user; }));
  const uint64_t change = ++changes_;
  Wake();
  began_waiting_.wait(lock, [this, change] { return waited_ >= change; });
}

void PollLoop::Wake() {
  eventfd_write(wake_fd_, 1);
}

void PollLoop::Run() {
  std::vector<pollfd> descriptors;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    const int timeout_ms = Prepare(descriptors);
    waited_ = changes_;
    began_waiting_.notify_all();
    lock.unlock();
    poll(descriptors.data(), descriptors.size(), timeout_ms);
    eventfd_t ignored;
    if (descriptors[0].revents != 0) eventfd_read(wake_fd_, &ignored);
    lock.lock();
    // After a change, the descriptors of this wait may belong to removed users.
    if (changes_ != waited_) continue;
    for (const Registered& registered : users_) {
      registered.user->Serve(absl::MakeConstSpan(descriptors).subspan(registered.first, registered.count));
    }
  }
}

int PollLoop::Prepare(std::vector<pollfd>& descriptors) {
  descriptors = {{wake_fd_, POLLIN, 0}};
  PollUser::Clock::time_point next = PollUser::Clock::time_point::max();
  for (Registered& registered : users_) {
    registered.first = descriptors.size();
    next = std::min(next, registered.user->Prepare(descriptors));
    registered.count = descriptors.size() - registered.first;
  }
  if (next == PollUser::Clock::time_point::max()) return -1;
  return PollTimeoutMs(next - PollUser::Clock::now());
}

}  // namespace cpsizer::server
