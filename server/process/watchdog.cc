#include "server/process/watchdog.h"

#include <utility>

namespace cpsizer::server {

Watchdog::Watchdog(std::chrono::nanoseconds timeout, std::function<void()> on_expiry) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  thread_ = std::thread([this, end, on_expiry = std::move(on_expiry)] {
    std::unique_lock<std::mutex> lock(mutex_);
    if (changed_.wait_until(lock, end, [this] { return called_off_; })) return;
    lock.unlock();
    on_expiry();
  });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    called_off_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

}  // namespace cpsizer::server
