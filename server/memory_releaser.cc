#include "server/memory_releaser.h"

#include <utility>

namespace cpsizer::server {

MemoryReleaser::MemoryReleaser(std::function<void()> release, std::chrono::nanoseconds delay)
    : release_(std::move(release)), delay_(delay), thread_([this] { Run(); }) {}

MemoryReleaser::~MemoryReleaser() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void MemoryReleaser::Request() {
  if (requested_.exchange(true)) return;
  // Empty, but needed: without it the notification could fall between the thread's look and its sleep.
  { const std::lock_guard<std::mutex> lock(mutex_); }
  changed_.notify_one();
}

void MemoryReleaser::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || requested_.load(); });
    if (changed_.wait_for(lock, delay_, [this] { return stopping_; })) return;
    requested_.store(false);
    lock.unlock();
    release_();
    lock.lock();
  }
}

}  // namespace cpsizer::server
