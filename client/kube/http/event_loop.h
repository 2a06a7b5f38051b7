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

// The event loop of a single-threaded client. It handles responses, bytes of streams, and timers. All objects that use
// the loop must be used only on its thread.
class EventLoop {
 public:
  // `now` and `random` are called each time that a value is needed. `random` returns a number in [0, 1).
  EventLoop(HttpOptions http, std::function<absl::Time()> now, std::function<double()> random)
      : http_(std::move(http)), now_(std::move(now)), random_(std::move(random)) {}

  HttpLoop& http() { return http_; }
  Timers& timers() { return timers_; }
  absl::Time now() const { return now_(); }
  double random() const { return random_(); }

  // Runs `task` in the next RunOnce(). Ends the current wait of RunOnce(). Thread-safe.
  void Post(std::function<void()> task);

  // Marks the loop as stopping. While the loop is stopping, the reading of large responses ends early. Thread-safe.
  void RequestStop() { stopping_ = true; }
  bool stopping() const { return stopping_; }

  // Waits at most `at_most` for an event or a due timer. Then handles the events and the due timers.
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
