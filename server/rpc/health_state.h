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

// Sends the health to one watcher. Its functions are called under the lock of the HealthState: they must not block, and
// must not call the HealthState.
class HealthWatcher {
 public:
  virtual ~HealthWatcher() = default;
  // Starts to send `health`. When the send is done, HealthState::FinishSend() must be called. Not called while another
  // send is pending.
  virtual void Send(Health health) = 0;
  // Makes the pending send fail.
  virtual void Abandon() = 0;
  // Ends the watch. Called once, as the last call to this watcher. Not called while a send is pending.
  virtual void End(WatchEnd end) = 0;
};

// The health of this server and its watchers, independent of gRPC. Thread-safe; WorkerPool explains why std::mutex is
// used.
class HealthState {
 public:
  // The health is kServing at first. `max_watchers` is the maximum number of watchers.
  explicit HealthState(size_t max_watchers) : max_watchers_(max_watchers) {}

  size_t max_watchers() const { return max_watchers_; }
  // Returns the health of the server. Each of its services has the same health.
  Health health() const;
  void SetNotServing();

  // Sends the health to `watcher` immediately and after each change. If the limit is reached or the server shuts down,
  // ends the watcher. If the service is not `known`, the watcher gets kServiceUnknown and is kept, as the health
  // protocol requires. `watcher` must live until its End() is called.
  void Add(HealthWatcher& watcher, bool known);
  // Completes the pending send to `watcher`. If `arrived` is false, the watch ends. Ignored if the watcher has ended.
  void FinishSend(HealthWatcher& watcher, bool arrived);
  // Must be called when the caller cancels the call of `watcher`.
  void Leave(HealthWatcher& watcher);

  // Ends every watcher and each new watcher. Waits at most `timeout` for pending sends, and then makes these sends
  // fail, because a caller that does not read must not delay a shutdown.
  void Close(std::chrono::nanoseconds timeout);

 private:
  struct Watch {
    bool known = false;
    bool sending = false;
    bool left = false;
    Health sent = Health::kServing;  // the last value that was sent or is being sent
  };
  using Watches = absl::flat_hash_map<HealthWatcher*, Watch>;

  // The caller of these functions must hold mutex_. Proceed() takes the next step for a watcher without a pending send.
  // `place` may be invalid when Proceed() returns.
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
