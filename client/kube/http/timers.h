#ifndef CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_

#include <cstdint>
#include <functional>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"

namespace cpsizer::kube {

// Runs tasks at given times, in the order of the times. The current time is a parameter. Not thread-safe: must be used
// only on the thread of the event loop.
class Timers {
 public:
  using Id = int64_t;

  Id At(absl::Time when, std::function<void()> task);
  // Does nothing if the task has run or was cancelled.
  void Cancel(Id id);

  // Runs the due tasks. A task may cancel tasks and add tasks. A task that is added now runs in a later call.
  void RunDue(absl::Time now);
  // Returns the time when the next task is due, or InfiniteFuture if there is no task.
  absl::Time NextDue() const;

 private:
  using Key = std::pair<absl::Time, Id>;

  absl::btree_map<Key, std::function<void()>> tasks_;
  absl::flat_hash_map<Id, absl::Time> times_;
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_
