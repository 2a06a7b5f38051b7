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

// A queue of keys. It contains a key at most once, even if the key is added several times. A key that is added while it
// is processed is queued again afterwards, so that no change is lost. The queue stores only keys. The caller reads the
// state of a key when it processes the key.
//
// Not thread-safe: must be used only on the thread of the event loop. The current time is a parameter.
//
// Sources: the workqueue of client-go; the priorities of controller-runtime.
class WorkQueue {
 public:
  struct Options {
    // The delay after the first failure of a key, before jitter. It doubles with each further failure.
    absl::Duration first_retry = absl::Milliseconds(500);
    absl::Duration longest_retry = absl::Seconds(8);
  };
  // kInitial is for objects of the initial list. These objects are processed only when no changed objects are queued.
  enum class Priority : uint8_t { kLive, kInitial };

  WorkQueue() : WorkQueue(Options()) {}
  explicit WorkQueue(const Options& options) : options_(options) {}

  // Queues `key` now, even if `key` waits for a later time. If `key` is already queued, the higher of the two
  // priorities is used.
  void Add(const std::string& key, Priority priority = Priority::kLive);
  // Queues `key` at the time `when`, unless `key` is already queued or waits for an earlier time.
  void AddAt(const std::string& key, absl::Time when);
  // Queues `key` after a failure. The delay grows with each call until Forget() is called, and is at least `at_least`.
  // Jitter at most doubles the delay: `random` is in [0, 1).
  void Retry(const std::string& key, absl::Time now, double random, absl::Duration at_least = absl::ZeroDuration());
  // Must be called when the work on `key` succeeded. Resets the delay of Retry().
  void Forget(const std::string& key) { failures_.erase(key); }
  // Must be called when the object of `key` is deleted. Removes `key` from the queue. A key that is being processed is
  // not affected.
  void Remove(const std::string& key);

  // Returns the next key, or nullopt if no key is due. The caller must call Done() when the key is processed.
  absl::optional<std::string> Take(absl::Time now);
  void Done(const std::string& key);

  // Returns the time when Take() must be called again: InfinitePast means now, and InfiniteFuture means that no key
  // waits.
  absl::Time NextDue() const;
  // Returns the number of queued keys, without the keys that wait for a later time.
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
  // The queues for the two priorities. An entry of a queue is skipped if its key does not have the state of this queue
  // in `states_`.
  std::deque<std::string> live_;
  std::deque<std::string> initial_;
  size_t size_ = 0;
  // An entry is skipped if its key does not have the same time in `waiting_`.
  std::priority_queue<DelayedKey, std::vector<DelayedKey>, std::greater<>> delayed_;
  absl::flat_hash_map<std::string, absl::Time> waiting_;
  absl::flat_hash_map<std::string, int> failures_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_WORK_QUEUE_H_
