#include "client/kube/http/event_loop.h"

#include <algorithm>

namespace cpsizer::kube {

void EventLoop::Post(std::function<void()> task) {
  {
    const absl::MutexLock lock(&mutex_);
    posted_.push_back(std::move(task));
  }
  http_.Wake();
}

void EventLoop::RunPosted() {
  std::vector<std::function<void()>> tasks;
  {
    const absl::MutexLock lock(&mutex_);
    tasks.swap(posted_);
  }
  for (const std::function<void()>& task : tasks) task();
}

void EventLoop::RunOnce(absl::Duration at_most) {
  http_.Run(std::clamp(timers_.NextDue() - now(), absl::ZeroDuration(), at_most));
  timers_.RunDue(now());
  RunPosted();
}

}  // namespace cpsizer::kube
