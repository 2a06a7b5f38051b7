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
  kLeft,     // the caller cancelled
  kTooMany,  // the limit of watchers is reached
  kClosed,   // the server shuts down
};

// Sends the health to one watcher. Called under the lock of the HealthState: must not block or call it back.
class HealthWatcher {
 public:
  virtual ~HealthWatcher() = default;
  // Starts to send `health`; HealthState::FinishSend() must be called when that is done. Not called while another
  // send is pending.
  virtual void Send(Health health) = 0;
  // Makes the pending send fail.
  virtual void Abandon() = 0;
  // Ends the watch. The last call, once; not called while a send is pending.
  virtual void End(WatchEnd end) = 0;
};

// The health of this server and its watchers, independent of gRPC. Thread-safe; WorkerPool explains why std::mutex.
class HealthState {
 public:
  // Begins as serving, with at most `max_watchers`.
  explicit HealthState(size_t max_watchers) : max_watchers_(max_watchers) {}

  size_t max_watchers() const { return max_watchers_; }
  // Returns the health of the server and of each service that it has.
  Health health() const;
  void SetNotServing();

  // Sends the health to `watcher` immediately and after each change, or ends it. The watcher of a service that is not
  // `known` gets kServiceUnknown and is kept, as the health protocol requires. `watcher` must live until its End().
  void Add(HealthWatcher& watcher, bool known);
  // Completes the pending send to `watcher`; unless it has `arrived`, the watch ends. Ignored for a watcher that has
  // ended.
  void FinishSend(HealthWatcher& watcher, bool arrived);
  // Must be called when the caller cancels the call of `watcher`.
  void Leave(HealthWatcher& watcher);

  // Ends every watcher and each new one. Waits at most `timeout` for pending sends, and then abandons them: a caller
  // that does not read must not delay a shutdown.
  void Close(std::chrono::nanoseconds timeout);

 private:
  struct Watch {
    bool known = false;
    bool sending = false;
    bool left = false;
    Health sent = Health::kServing;  // the last value that was sent or is being sent
  };
  using Watches = absl::flat_hash_map<HealthWatcher*, Watch>;

  // These functions require the lock. Proceed() takes the next step for a watcher without a pending send; `place` may
  // be invalid after it.
  void Proceed(Watches::iterator place);
  static void Send(Watches::iterator place, Health health);
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
