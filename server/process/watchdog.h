#ifndef CPSIZER_SERVER_PROCESS_WATCHDOG_H_
#define CPSIZER_SERVER_PROCESS_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace cpsizer::server {

// The time that a watchdog adds to the duration of an orderly shutdown, for busy machines.
inline constexpr std::chrono::seconds kWatchdogSlack{5};

// Calls `on_expiry` once, on its own thread, unless the Watchdog is destroyed within `timeout`. Thread-safe.
class Watchdog {
 public:
  Watchdog(std::chrono::nanoseconds timeout, std::function<void()> on_expiry);
  // Cancels `on_expiry`, or waits until it returns if it already runs.
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
