#include "client/webhook/queue_executor.h"

#include <functional>
#include <memory>
#include <utility>

#include "absl/time/time.h"

namespace cpsizer::webhook {
namespace {

class RepeatedTask {
 public:
  RepeatedTask(server::TaskQueue& tasks, absl::Duration period, std::function<void()> task)
      : tasks_(tasks), period_(absl::ToChronoNanoseconds(period)), task_(std::move(task)) {
    Schedule();
  }
  ~RepeatedTask() { tasks_.Cancel(next_); }
  RepeatedTask(const RepeatedTask&) = delete;
  RepeatedTask& operator=(const RepeatedTask&) = delete;

 private:
  void Schedule() {
    next_ = tasks_.At(server::TaskQueue::Clock::now() + period_, [this] {
      task_();
      Schedule();
    });
  }

  server::TaskQueue& tasks_;
  const std::chrono::nanoseconds period_;
  const std::function<void()> task_;
  server::TaskQueue::TimerId next_;
};

}  // namespace

Executor ExecutorOf(server::TaskQueue& tasks) {
  return {[&tasks](std::function<void()> task) { tasks.Post(std::move(task)); },
          [&tasks](absl::Duration period, std::function<void()> task) {
            return std::make_shared<RepeatedTask>(tasks, period, std::move(task));
          }};
}

}  // namespace cpsizer::webhook
