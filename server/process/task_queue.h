#ifndef CPSIZER_SERVER_PROCESS_TASK_QUEUE_H_
#define CPSIZER_SERVER_PROCESS_TASK_QUEUE_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "absl/types/optional.h"

namespace cpsizer::server {

// The tasks and timers of one thread that waits for file descriptors with poll(). Only Post() is thread-safe.
// WorkerPool explains why std::mutex is used.
class TaskQueue {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::function<void()>;
  // The time of a timer and a unique number.
  using TimerId = std::pair<Clock::time_point, uint64_t>;

  TaskQueue();
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  // Returns a descriptor that is readable when there are posted tasks.
  int fd() const { return wake_fd_; }

  // Runs `task` once, in the next Run(). Callable on any thread.
  void Post(Task task);
  // Runs `task` once, in the first Run() whose `now` is at or after `time`.
  TimerId At(Clock::time_point time, Task task);
  // Cancels a timer. Does nothing if its task has run.
  void Cancel(const TimerId& timer);

  // Returns the time of the next timer. Returns nullopt if there is no timer.
  absl::optional<Clock::time_point> next() const;

  // Runs the tasks that were posted before this call, and the tasks of the timers that have expired at `now`.
  void Run(Clock::time_point now);

 private:
  const int wake_fd_;
  std::mutex mutex_;
  std::deque<Task> posted_;  // guarded by mutex_
  std::map<TimerId, Task> timers_;
  uint64_t timers_made_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TASK_QUEUE_H_
