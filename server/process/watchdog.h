#ifndef CPSIZER_SERVER_PROCESS_WATCHDOG_H_
#define CPSIZER_SERVER_PROCESS_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace cpsizer::server {

// What a watchdog allows a busy machine, beyond what an end in good order takes.
inline constexpr std::chrono::seconds kWatchdogSlack{5};

// Calls `on_expiry` once, on a thread of its own, unless it is destroyed within `patience`. Thread-safe.
class Watchdog {
 public:
  Watchdog(std::chrono::nanoseconds patience, std::function<void()> on_expiry);
  // Calls it off; waits for an `on_expiry` that already runs.
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
