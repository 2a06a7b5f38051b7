#ifndef CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_

#include <cstdint>
#include <functional>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"

namespace cpsizer::kube {

// Tasks for later times, run in the order of their times. Not thread-safe: it belongs to the loop. The current time is
// a parameter.
class Timers {
 public:
  using Id = int64_t;

  Id At(absl::Time when, std::function<void()> task);
  // Ids that have ended are ignored.
  void Cancel(Id id);

  // Runs the due tasks. Tasks may add tasks, which run in the next call at the earliest, and cancel any task.
  void RunDue(absl::Time now);
  // Returns when the next task is due; InfiniteFuture if there is none.
  absl::Time NextDue() const;

 private:
  using Key = std::pair<absl::Time, Id>;

  absl::btree_map<Key, std::function<void()>> tasks_;
  absl::flat_hash_map<Id, absl::Time> times_;
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_TIMERS_H_
