#ifndef CPSIZER_SERVER_RPC_HEALTH_STATE_H_
#define CPSIZER_SERVER_RPC_HEALTH_STATE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "absl/container/flat_hash_map.h"

namespace cpsizer::server {

enum class Health : uint8_t { kServing, kNotServing, kServiceUnknown };

enum class WatchEnd : uint8_t {
  kLeft,     // the caller is gone
  kTooMany,  // as many as may watch do already
  kClosed,   // the server is about to stop
};

// How one who watches is reached. Called under the lock of the HealthState: must not wait, nor call it back.
class HealthWatcher {
 public:
  virtual ~HealthWatcher() = default;
  // Starts to tell; HealthState::Told() is owed when that is over. Never while something is being told.
  virtual void Tell(Health health) = 0;
  // Makes what is being told fail.
  virtual void Abandon() = 0;
  // The last call, once. Never while something is being told.
  virtual void End(WatchEnd end) = 0;
};

// Whether this server wants calls, and who watches that. Without gRPC. Thread-safe; see WorkerPool for why
// std::mutex.
class HealthState {
 public:
  // Serving, with room for `max_watchers`.
  explicit HealthState(size_t max_watchers) : max_watchers_(max_watchers) {}

  size_t max_watchers() const { return max_watchers_; }
  // Of the server and each service that it has.
  Health health() const;
  void SetNotServing();

  // Tells `watcher` the health at once and each change, or ends it. One of a service that is not `known` is told so,
  // and stays: the service may be known to a later server. `watcher` must live until its End().
  void Add(HealthWatcher& watcher, bool known);
  // What `watcher` was being told has arrived, or not: then it ends. Nothing is done for one that has ended.
  void Told(HealthWatcher& watcher, bool arrived);
  // The caller of `watcher` is gone.
  void Leave(HealthWatcher& watcher);

  // Ends every watcher, and each new one. Waits at most `patience` for what is being told, and then abandons that: a
  // caller that reads nothing must not hold a shutdown up.
  void Close(std::chrono::nanoseconds patience);

 private:
  struct Watch {
    bool known = false;
    bool telling = false;
    bool left = false;
    Health told = Health::kServing;  // or being told
  };
  using Watches = absl::flat_hash_map<HealthWatcher*, Watch>;

  // The lock must be held by all of these. What is next for a watcher to which nothing is being told; its place in
  // `watches_` may be gone after it.
  void Proceed(Watches::iterator place);
  static void Tell(Watches::iterator place, Health health);
  Health HealthOf(bool known) const;

  const size_t max_watchers_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool serving_ = true;  // guarded by mutex_
  bool closed_ = false;  // guarded by mutex_
  Watches watches_;      // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_HEALTH_STATE_H_
