#include "client/service/blocking_service.h"

namespace cpsizer {

BlockingService::BlockingService(absl::FunctionRef<std::unique_ptr<SizingService>(Executor)> make)
    : service_(make({[this](std::function<void()> task) { Post(std::move(task)); },
                     [](absl::Duration, std::function<void()>) { return nullptr; }})) {}

void BlockingService::Post(std::function<void()> task) {
  const absl::MutexLock lock(&mutex_);
  tasks_.push_back(std::move(task));
}

void BlockingService::RunTask() {
  std::function<void()> task;
  {
    const absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](std::deque<std::function<void()>>* tasks) { return !tasks->empty(); }, &tasks_));
    task = std::move(tasks_.front());
    tasks_.pop_front();
  }
  task();
}

}  // namespace cpsizer
