#ifndef CPSIZER_CLIENT_KUBE_WORK_QUEUE_H_
#define CPSIZER_CLIENT_KUBE_WORK_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::kube {

// A queue of keys, each at most once however often it is added. A key that is added while it is processed is queued
// again afterwards, so no change is lost. The queue has only the keys: their state is read when they are processed.
//
// Not thread-safe: must be used only on the thread of the event loop. The current time is a parameter.
//
// Source: client-go's workqueue; priorities as in controller-runtime's.
class WorkQueue {
 public:
  struct Options {
    // The delay after the first failure of a key, before jitter; doubled with each further failure.
    absl::Duration first_retry = absl::Milliseconds(500);
    absl::Duration longest_retry = absl::Seconds(8);
  };
  // Objects of the initial list wait until objects that change are processed.
  enum class Priority : uint8_t { kLive, kInitial };

  WorkQueue() : WorkQueue(Options()) {}
  explicit WorkQueue(const Options& options) : options_(options) {}

  // Queues `key` now, even if it waits for a later time; the higher priority is used.
  void Add(const std::string& key, Priority priority = Priority::kLive);
  // Queues `key` at that time, unless it is queued or waits for an earlier one.
  void AddAt(const std::string& key, absl::Time when);
  // Queues `key` after a failure, with a delay that grows until Forget(), and is not shorter than `at_least`. Jitter
  // doubles it at most: `random` is in [0, 1).
  void Retry(const std::string& key, absl::Time now, double random, absl::Duration at_least = absl::ZeroDuration());
  // The work on `key` succeeded: its next failure is the first again.
  void Forget(const std::string& key) { failures_.erase(key); }
  // The object of `key` is deleted: it is no longer queued. Does nothing while it is processed.
  void Remove(const std::string& key);

  // Returns the next key, or nothing if none is due. The caller must call Done() when the key is processed.
  absl::optional<std::string> Take(absl::Time now);
  void Done(const std::string& key);

  // Returns when to call Take() again: InfinitePast for now, InfiniteFuture if nothing waits.
  absl::Time NextDue() const;
  // Returns the number of queued keys, without those that wait for a time.
  size_t size() const { return size_; }

 private:
  enum class State : uint8_t { kQueued, kQueuedInitially, kWorkedOn, kWorkedOnAndAdded };
  struct DelayedKey {
    absl::Time when;
    std::string key;
    friend bool operator>(const DelayedKey& a, const DelayedKey& b) { return a.when > b.when; }
  };

  void Queue(const std::string& key, State& state, Priority priority);
  void AddDue(absl::Time now);

  const Options options_;
  absl::flat_hash_map<std::string, State> states_;
  // Ordered by priority. Entries that `states_` does not confirm are skipped.
  std::deque<std::string> live_;
  std::deque<std::string> initial_;
  size_t size_ = 0;
  // Entries that `waiting_` does not confirm are skipped.
  std::priority_queue<DelayedKey, std::vector<DelayedKey>, std::greater<>> delayed_;
  absl::flat_hash_map<std::string, absl::Time> waiting_;
  absl::flat_hash_map<std::string, int> failures_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_WORK_QUEUE_H_
