#include "server/process/stop_signals.h"

#include <signal.h>
#include <unistd.h>

#include <utility>

#include "server/process/watchdog.h"

namespace cpsizer::server {
namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

// Replaces the default action of the signal, because the kernel ignores the default action for the first process of a
// container.
void ExitAtOnce(int signal) {
  _exit(128 + signal);
}

absl::string_view WaitForSignal() {
  const sigset_t signals = StopSignals();
  int received = 0;
  while (sigwait(&signals, &received) != 0) {
  }
  return received == SIGTERM ? "SIGTERM" : "SIGINT";
}

// Makes the next SIGTERM or SIGINT to this thread end the process.
void ExitAtNextSignal() {
  signal(SIGTERM, ExitAtOnce);
  signal(SIGINT, ExitAtOnce);
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace

void HoldStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

StopSignal::StopSignal(std::chrono::nanoseconds timeout, std::function<void()> on_expiry)
    : thread_([this, timeout, on_expiry = std::move(on_expiry)] { Run(timeout, on_expiry); }) {}

StopSignal::~StopSignal() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
    // Sends the signal to thread_, which then ends. If thread_ has already received a signal, it must not receive
    // another one, because a second signal ends the process.
    if (received_.empty()) pthread_kill(thread_.native_handle(), SIGINT);
  }
  changed_.notify_all();
  thread_.join();
  // thread_ has ended and no longer receives signals. Until the process ends, this thread receives the second signal.
  if (!received_.empty()) ExitAtNextSignal();
}

absl::string_view StopSignal::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return IsOver(); });
  return received_;
}

absl::string_view StopSignal::Wait(std::chrono::nanoseconds period, const std::function<void()>& poll) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, period, [this] { return IsOver(); })) {
    lock.unlock();
    poll();
    lock.lock();
  }
  return received_;
}

void StopSignal::StopWaiting() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_is_over_ = true;
  }
  changed_.notify_all();
}

void StopSignal::Run(std::chrono::nanoseconds timeout, const std::function<void()>& on_expiry) {
  const absl::string_view name = WaitForSignal();
  std::unique_lock<std::mutex> lock(mutex_);
  if (ended_) return;
  ExitAtNextSignal();
  received_ = name;
  changed_.notify_all();
  const Watchdog watchdog(timeout, on_expiry);
  changed_.wait(lock, [this] { return ended_; });
}

}  // namespace cpsizer::server
