#include "server/process/task_queue.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace cpsizer::server {

TaskQueue::TaskQueue() : wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

TaskQueue::~TaskQueue() {
  close(wake_fd_);
}

void TaskQueue::Post(Task task) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    posted_.push_back(std::move(task));
  }
  eventfd_write(wake_fd_, 1);
}

TaskQueue::TimerId TaskQueue::At(Clock::time_point time, Task task) {
  const TimerId timer = {time, timers_made_++};
  timers_.emplace(timer, std::move(task));
  return timer;
}

void TaskQueue::Cancel(const TimerId& timer) {
  timers_.erase(timer);
}

absl::optional<TaskQueue::Clock::time_point> TaskQueue::next() const {
  if (timers_.empty()) return absl::nullopt;
  return timers_.begin()->first.first;
}

void TaskQueue::Run(Clock::time_point now) {
  // Resets the counter of wake_fd_ before taking the tasks, so that a task that is posted later wakes the thread again.
  eventfd_t count = 0;
  eventfd_read(wake_fd_, &count);
  std::deque<Task> tasks;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    tasks.swap(posted_);
  }
  for (const Task& task : tasks) task();
  while (!timers_.empty() && timers_.begin()->first.first <= now) {
    const Task task = std::move(timers_.extract(timers_.begin()).mapped());
    task();
  }
}

}  // namespace cpsizer::server
