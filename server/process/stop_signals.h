#ifndef CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_
#define CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Blocks SIGTERM and SIGINT in this thread, and in the threads that this thread starts later. Ignores SIGPIPE. Must be
// called before any thread is started and before the StopSignal is created.
void HoldStopSignals();

// Waits for SIGTERM or SIGINT on a thread of its own, so that a signal is received even if other threads hang. A second
// signal ends the process immediately, with the exit code 128 plus the number of the signal.
//
// A process has only one StopSignal. It must be created before the first log line, and must outlive all objects that
// may hang. Thread-safe, except for its destruction. WorkerPool explains why std::mutex is used.
class StopSignal {
 public:
  // Calls `on_expiry` once if the StopSignal still exists when `timeout` has passed after the signal.
  StopSignal(std::chrono::nanoseconds timeout, std::function<void()> on_expiry);
  // Cancels `on_expiry`. If `on_expiry` is running, waits until it has returned.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // Waits for the signal, and returns the name of the signal. Returns an empty name if StopWaiting() is called first.
  absl::string_view Wait();
  // The same, and calls `poll` periodically while it waits. Waits for `period` after each call.
  absl::string_view Wait(std::chrono::nanoseconds period, const std::function<void()>& poll);
  // Makes Wait() return, in a process that ends without a signal. Signals are still received.
  void StopWaiting();

 private:
  bool IsOver() const { return !received_.empty() || waiting_is_over_; }  // requires mutex_
  void Run(std::chrono::nanoseconds timeout, const std::function<void()>& on_expiry);

  std::mutex mutex_;
  std::condition_variable changed_;
  absl::string_view received_;    // guarded by mutex_
  bool waiting_is_over_ = false;  // guarded by mutex_
  bool ended_ = false;            // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_STOP_SIGNALS_H_
