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

// A queue of keys. It contains each key at most once. If a key is added while the caller processes the key, it is
// queued again after Done(), so that no change is missed. The queue stores only keys. The caller reads the object of a
// key when it processes the key.
//
// Not thread-safe: must be used only on the thread of the event loop. The current time is a parameter.
//
// Sources: the workqueue of client-go; the priorities of controller-runtime.
class WorkQueue {
 public:
  struct Options {
    // The delay after the first failure of a key, before jitter. Each further failure doubles the delay.
    absl::Duration first_retry = absl::Milliseconds(500);
    absl::Duration longest_retry = absl::Seconds(8);
  };
  // kInitial is for the objects of the initial list. Take() returns such a key only if no key with kLive is queued.
  enum class Priority : uint8_t { kLive, kInitial };

  WorkQueue() : WorkQueue(Options()) {}
  explicit WorkQueue(const Options& options) : options_(options) {}

  // Queues `key` now, even if `key` waits for a later time. If `key` is already queued, the queue uses the higher of
  // the two priorities.
  void Add(const std::string& key, Priority priority = Priority::kLive);
  // Queues `key` at the time `when`. Does nothing if `key` is queued, or if it waits for an earlier time.
  void AddAt(const std::string& key, absl::Time when);
  // Queues `key` after a failure. The delay grows with each call until Forget() is called. The delay is at least
  // `at_least`. Jitter multiplies the delay by at most 2. `random` is in [0, 1).
  void Retry(const std::string& key, absl::Time now, double random, absl::Duration at_least = absl::ZeroDuration());
  // Must be called after `key` was processed without a failure. Resets the delay of Retry().
  void Forget(const std::string& key) { failures_.erase(key); }
  // Must be called when the object of `key` is deleted. Removes `key` from the queue, and resets the delay of Retry().
  // If the caller is processing `key`, and `key` was added during this time, Done() still queues `key`.
  void Remove(const std::string& key);

  // Returns the next key, or nullopt if no key is due. The caller must call Done() after it has processed the key.
  absl::optional<std::string> Take(absl::Time now);
  void Done(const std::string& key);

  // Returns the time at which the caller must call Take() again. InfinitePast means now. InfiniteFuture means that no
  // key waits.
  absl::Time NextDue() const;
  // Returns the number of queued keys. Keys that wait for a later time are not counted.
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
  // The keys of each priority, in the order of Take(). `states_` contains the current state of each key. Take() skips
  // an entry of `live_` if the state of its key is not kQueued, and an entry of `initial_` if the state is not
  // kQueuedInitially.
  std::deque<std::string> live_;
  std::deque<std::string> initial_;
  size_t size_ = 0;
  // The keys that wait for a later time. An entry is skipped if its time differs from the time of the key in
  // `waiting_`.
  std::priority_queue<DelayedKey, std::vector<DelayedKey>, std::greater<>> delayed_;
  absl::flat_hash_map<std::string, absl::Time> waiting_;
  absl::flat_hash_map<std::string, int> failures_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_WORK_QUEUE_H_
