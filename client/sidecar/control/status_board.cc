#include "client/sidecar/control/status_board.h"

#include <utility>

namespace cpsizer::sidecar {

SidecarStatus StatusBoard::Read() {
  std::unique_lock<std::mutex> lock(mutex_);
  Ask(lock);
  const auto timeout = slow_ ? std::chrono::nanoseconds(0) : timeout_;
  slow_ = !answered_.wait_for(lock, timeout, [this] { return !asked_; });
  return latest_;
}

std::chrono::nanoseconds StatusBoard::Silence() {
  std::unique_lock<std::mutex> lock(mutex_);
  const bool owed = asked_;
  Ask(lock);
  return owed && asked_ ? Clock::now() - asked_since_ : Clock::duration::zero();
}

// At most one request is in flight, because one response of the loop is enough for all threads that wait.
void StatusBoard::Ask(std::unique_lock<std::mutex>& lock) {
  if (std::exchange(asked_, true)) return;
  asked_since_ = Clock::now();
  lock.unlock();
  ask_([this](SidecarStatus status) { Answer(std::move(status)); });
  lock.lock();
}

void StatusBoard::Answer(SidecarStatus status) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    latest_ = std::move(status);
    asked_ = false;
  }
  answered_.notify_all();
}

}  // namespace cpsizer::sidecar
