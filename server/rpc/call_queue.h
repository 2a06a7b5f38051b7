#ifndef CPSIZER_SERVER_RPC_CALL_QUEUE_H_
#define CPSIZER_SERVER_RPC_CALL_QUEUE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/worker_pool.h"
#include "server/rpc/in_flight_limit.h"

namespace cpsizer::server {

// A queue for calls that take too long for the threads of gRPC, and run on worker threads. Refuses a call immediately
// if it would wait too long in the queue: under overload, a server that accepts every call answers each of them too
// late. Thread-safe. WorkerPool explains why std::mutex is used.
class CallQueue {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  struct Options {
    absl::string_view calls;  // the calls of this queue, for errors
    // The maximum number of calls that run at the same time.
    int threads;
    // The maximum number of calls that run or wait.
    int max_calls;
    // A call may wait in the queue for this part of the time until its deadline.
    double max_wait_share;
  };
  // `workers` must have at least `threads` threads, and room for this number of tasks. Queues can share it. It must be
  // destroyed before this object, because its tasks use this object.
  CallQueue(const Options& options, WorkerPool& workers);

  // Adds a call that is expected to take `cost`. Its deadline passes after `remaining`. The first call is always
  // accepted. Errors: ResourceExhausted with RetryInfo, with the reason TOO_MANY_CALLS_IN_FLIGHT or SERVER_BUSY.
  absl::Status TryEnter(Nanoseconds cost, Nanoseconds remaining);
  // Runs `task` on a worker thread. Must be called once after each TryEnter() that has returned OK.
  void Run(std::function<void()> task);
  // Must be called once after each TryEnter() that has returned OK, with the same `cost`, when the call has ended.
  void Leave(Nanoseconds cost);

  const InFlightLimit& calls() const { return calls_; }

 private:
  // Adds `cost` to the work, unless there is work and a new call would wait longer than `max_wait`. In this case,
  // returns the expected wait.
  absl::optional<Nanoseconds> AddWorkOrWait(Nanoseconds cost, Nanoseconds max_wait);

  void Submit(std::function<void()> task);
  // Submits the next task that waits, after a task has run.
  void SubmitNext();

  const Options options_;
  InFlightLimit calls_;
  std::atomic<int64_t> work_{0};  // the expected duration of all calls together, in nanoseconds
  std::mutex mutex_;
  std::deque<std::function<void()>> waiting_;  // guarded by mutex_
  int submitted_ = 0;                          // the number of tasks in workers_; guarded by mutex_
  WorkerPool& workers_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CALL_QUEUE_H_
