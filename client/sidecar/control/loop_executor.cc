#include "client/sidecar/control/loop_executor.h"

#include <functional>
#include <memory>
#include <utility>

namespace cpsizer::sidecar {
namespace {

class RepeatedTask {
 public:
  RepeatedTask(kube::EventLoop& loop, absl::Duration period, std::function<void()> task)
      : loop_(loop), period_(period), task_(std::move(task)) {
    Schedule();
  }
  ~RepeatedTask() { loop_.timers().Cancel(next_); }

 private:
  void Schedule() {
    next_ = loop_.timers().At(loop_.now() + period_, [this] {
      task_();
      Schedule();
    });
  }

  kube::EventLoop& loop_;
  const absl::Duration period_;
  const std::function<void()> task_;
  kube::Timers::Id next_ = 0;
};

}  // namespace

Executor ExecutorOf(kube::EventLoop& loop) {
  return {[&loop](std::function<void()> task) { loop.Post(std::move(task)); },
          [&loop](absl::Duration period, std::function<void()> task) {
            return std::make_shared<RepeatedTask>(loop, period, std::move(task));
          }};
}

}  // namespace cpsizer::sidecar
