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
  kLeft,     // the caller has cancelled the call
  kTooMany,  // the maximum number of watchers is reached
  kClosed,   // the server shuts down
};

// A watcher, to which HealthState sends the health. HealthState calls these functions while it holds its lock. They
// must not block, and must not call HealthState.
class HealthWatcher {
 public:
  virtual ~HealthWatcher() = default;
  // Starts to send `health`. When `health` was sent, HealthState::FinishSend() must be called. Until then, Send() is
  // not called again.
  virtual void Send(Health health) = 0;
  // Makes the send in flight fail.
  virtual void Abandon() = 0;
  // Ends the watch. This is the last call for this watcher. Not called while a send is in flight.
  virtual void End(WatchEnd end) = 0;
};

// The health of this server, and its watchers. Does not depend on gRPC. Thread-safe. WorkerPool explains why std::mutex
// is used.
class HealthState {
 public:
  // At first, the health is kServing. `max_watchers` is the maximum number of watchers.
  explicit HealthState(size_t max_watchers) : max_watchers_(max_watchers) {}

  size_t max_watchers() const { return max_watchers_; }
  // Returns the health of the server. All its services have this health.
  Health health() const;
  void SetNotServing();

  // Sends the health to `watcher`, now and after each change. If the maximum number of watchers is reached or the
  // server shuts down, calls End() of `watcher`. If the service is not `known`, sends kServiceUnknown and keeps
  // `watcher`, as the health protocol requires. `watcher` must exist until its End() is called.
  void Add(HealthWatcher& watcher, bool known);
  // Must be called when a send to `watcher` has ended. If `arrived` is false, the watch ends. Ignored if the watch has
  // ended.
  void FinishSend(HealthWatcher& watcher, bool arrived);
  // Must be called when the caller cancels the call of `watcher`.
  void Leave(HealthWatcher& watcher);

  // Ends all watchers, including later watchers. Waits for sends in flight, for at most `timeout`. Then makes these
  // sends fail, because a caller that does not read must not delay a shutdown.
  void Close(std::chrono::nanoseconds timeout);

 private:
  struct Watch {
    bool known = false;
    bool sending = false;
    bool left = false;
    Health sent = Health::kServing;  // the last value that was sent or is being sent
  };
  using Watches = absl::flat_hash_map<HealthWatcher*, Watch>;

  // The caller of these functions must hold mutex_. Proceed() does what is next for a watcher without a send in flight.
  // After Proceed(), `place` may be invalid.
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
