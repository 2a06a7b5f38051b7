#ifndef CPSIZER_CLIENT_KUBE_HTTP_EVENT_LOOP_H_
#define CPSIZER_CLIENT_KUBE_HTTP_EVENT_LOOP_H_

#include <atomic>
#include <functional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "client/kube/http/timers.h"

namespace cpsizer::kube {

// The event loop of a single-threaded client. It processes responses, the bytes of streams, and timers. All objects
// that use the loop must be used only on the thread of the loop.
class EventLoop {
 public:
  // The loop calls `now` when it needs the current time, and `random` when it needs a random number in [0, 1).
  EventLoop(HttpOptions http, std::function<absl::Time()> now, std::function<double()> random)
      : http_(std::move(http)), now_(std::move(now)), random_(std::move(random)) {}

  HttpLoop& http() { return http_; }
  Timers& timers() { return timers_; }
  absl::Time now() const { return now_(); }
  double random() const { return random_(); }

  // Runs `task` in the next RunOnce(). If RunOnce() is waiting, the wait ends. Thread-safe.
  void Post(std::function<void()> task);

  // Marks the loop as stopping. Code that reads a large response then stops early. Thread-safe.
  void RequestStop() { stopping_ = true; }
  bool stopping() const { return stopping_; }

  // Waits for an event or a due timer, for at most `at_most`. Then processes the events and the due timers.
  void RunOnce(absl::Duration at_most);

 private:
  void RunPosted();

  Timers timers_;
  HttpLoop http_;
  const std::function<absl::Time()> now_;
  const std::function<double()> random_;
  std::atomic<bool> stopping_ = false;
  absl::Mutex mutex_;
  std::vector<std::function<void()>> posted_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_EVENT_LOOP_H_
