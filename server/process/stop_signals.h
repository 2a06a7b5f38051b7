#ifndef CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_
#define CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Holds SIGTERM and SIGINT back in this thread and those it starts from here on, and ignores SIGPIPE. Called before
// there is another thread, and before the StopSignal.
void HoldStopSignals();

// Waits for SIGTERM or SIGINT on a thread of its own, so that it is heard whatever hangs, and sees to it that the
// process ends: the next one ends it at once, with exit code 128 plus its number. Of these there is one in a process;
// it is made before the first line of the log and outlives all that may hang. Thread-safe, but for its end; see
// WorkerPool for why std::mutex.
class StopSignal {
 public:
  // Calls `on_expiry`, once, unless the StopSignal is destroyed within `patience` after the signal.
  StopSignal(std::chrono::nanoseconds patience, std::function<void()> on_expiry);
  // Calls it off; waits for an `on_expiry` that already runs.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // Waits for the signal and returns its name; empty where StopWaiting() comes first.
  absl::string_view Wait();
  // For a process that ends by itself: whoever waits returns. A signal is still heard.
  void StopWaiting();

 private:
  void Hear(std::chrono::nanoseconds patience, const std::function<void()>& on_expiry);

  std::mutex mutex_;
  std::condition_variable changed_;
  absl::string_view received_;    // guarded by mutex_
  bool waiting_is_over_ = false;  // guarded by mutex_
  bool ended_ = false;            // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_
