#include "server/process/poller.h"

#include <utility>

namespace cpsizer::server {

Poller::Poller(std::chrono::nanoseconds period, std::function<void()> poll)
    : period_(period), poll_(std::move(poll)), thread_([this] { Run(); }) {}

Poller::~Poller() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Poller::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, period_, [this] { return stopping_; })) {
    lock.unlock();
    poll_();
    lock.lock();
  }
}

}  // namespace cpsizer::server
