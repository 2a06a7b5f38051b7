#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_BOARD_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_BOARD_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/holds.h"

namespace prometheus {
struct MetricFamily;
}

namespace cpsizer::sidecar {

struct SidecarStatus;

// The part of the status that only one controller has. Must not change after it is published, because other threads
// read it.
class KindStatus {
 public:
  virtual ~KindStatus() = default;

  // Adds to `families` the metrics that only this controller has. `status.kind` is this object.
  virtual void Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const = 0;
};

// The status of the sidecar at one time. The objects are those of the controller (ControllerInfo::cached).
struct SidecarStatus {
  Counters counters;
  std::string controller;       // the label in control/controllers.h; empty before the first response of the loop
  size_t objects = 0;           // known objects
  size_t queued = 0;            // objects that wait for a decision
  size_t rounds = 0;            // rounds in progress
  size_t contended = 0;         // objects that another writer changes too
  size_t writes_waiting = 0;    // planned writes that are not sent
  size_t writes_in_flight = 0;  // sent writes without a response
  bool leads = false;           // true if the sidecar is the leader, or runs without a lease
  bool synced = false;          // true if the caches contain all objects that decisions need
  std::string service_error;    // error of the last call; empty after a response
  std::map<std::string, HeldObjects> held;    // held objects, by reason
  std::map<std::string, int64_t> held_begun;  // number of holds that began, by reason
  std::map<std::string, int64_t> observed;    // for observe mode: objects, by agreement
  std::map<std::string, int64_t> agreements;  // for observe mode: decisions, by agreement
  // The delay of the last decision. A decision has no delay if it is made one period after the previous decision about
  // the object. Absent if the controller has no period.
  absl::optional<absl::Duration> period_overrun;
  std::shared_ptr<const KindStatus> kind;  // null if the controller has no KindStatus
};

// Passes the status from the loop of the sidecar to other threads on request. Thread-safe. Uses std::mutex for the
// reason in server/process/worker_pool.h.
class StatusBoard {
 public:
  using Clock = std::chrono::steady_clock;
  using Put = std::function<void(SidecarStatus)>;

  // `ask` must make the loop call the argument of `ask` once, as soon as possible, on the thread of the loop. The loop
  // must not call the argument after this object is destroyed. `ask` must not wait for the call.
  explicit StatusBoard(std::function<void(Put)> ask, std::chrono::nanoseconds timeout = std::chrono::seconds(1))
      : ask_(std::move(ask)), timeout_(timeout) {}
  StatusBoard(const StatusBoard&) = delete;
  StatusBoard& operator=(const StatusBoard&) = delete;

  // Returns the current status. If the loop does not respond within the timeout, returns the previous status. After
  // such a timeout, calls return immediately until the loop responds again.
  SidecarStatus Read();

  // Returns the age of the oldest request without a response, or zero if there is none. Sends a request if none is in
  // flight, but does not wait for the response.
  std::chrono::nanoseconds Silence();

 private:
  void Ask(std::unique_lock<std::mutex>& lock);
  void Answer(SidecarStatus status);

  const std::function<void(Put)> ask_;
  const std::chrono::nanoseconds timeout_;
  std::mutex mutex_;
  std::condition_variable answered_;
  SidecarStatus latest_;           // guarded by mutex_
  bool asked_ = false;             // guarded by mutex_; true while a request has no response
  bool slow_ = false;              // guarded by mutex_; true if the last wait timed out
  Clock::time_point asked_since_;  // guarded by mutex_
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_BOARD_H_
