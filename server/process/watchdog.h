#ifndef CPSIZER_SERVER_PROCESS_WATCHDOG_H_
#define CPSIZER_SERVER_PROCESS_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace cpsizer::server {

// The time that is added to the duration of an orderly shutdown to get the timeout of a watchdog, because a machine may
// be busy.
inline constexpr std::chrono::seconds kWatchdogSlack{5};

// Calls `on_expiry` once, on a thread of its own, if the Watchdog still exists after `timeout`. Thread-safe.
class Watchdog {
 public:
  Watchdog(std::chrono::nanoseconds timeout, std::function<void()> on_expiry);
  // Cancels `on_expiry`. If `on_expiry` is running, waits until it has returned.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool called_off_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WATCHDOG_H_
