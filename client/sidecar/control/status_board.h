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

// The part of the status that only one controller has. Immutable once it is published, because other threads read it.
class KindStatus {
 public:
  virtual ~KindStatus() = default;

  // Adds the metrics that only this controller has; `status` contains this part.
  virtual void Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const = 0;
};

// The status of the sidecar at one time. Its objects are clusters, autoscalers, MachineAutoscalers, or the one
// autoscaler of machines.
struct SidecarStatus {
  Counters counters;
  std::string controller;                     // as in control/controllers.h; empty until the loop has responded
  size_t objects = 0;                         // known
  size_t queued = 0;                          // waiting for a decision
  size_t rounds = 0;                          // of decisions, in progress
  size_t contended = 0;                       // another writer decides about them too
  size_t writes_waiting = 0;                  // planned
  size_t writes_in_flight = 0;                // sent
  bool leads = false;                         // or runs without a lease
  bool synced = false;                        // everything that decisions need is known
  std::string service_error;                  // error of the last call; empty after a response
  std::map<std::string, HeldObjects> held;    // objects, by reason
  std::map<std::string, int64_t> held_begun;  // how often a hold began, by reason
  std::map<std::string, int64_t> observed;    // objects of observe mode, by agreement
  std::map<std::string, int64_t> agreements;  // decisions of observe mode, by agreement
  // How much later than one period after the previous decision the latest one came. Absent without a period.
  absl::optional<absl::Duration> period_overrun;
  std::shared_ptr<const KindStatus> kind;  // null if the controller has no such part
};

// Passes the status from the loop of the sidecar to other threads on request. Thread-safe; see server::WorkerPool for
// why std::mutex.
class StatusBoard {
 public:
  using Clock = std::chrono::steady_clock;
  using Put = std::function<void(SidecarStatus)>;

  // `ask` makes the loop call its argument once, as soon as possible, on the loop's thread, but not after this object
  // is destroyed; it must not wait for that.
  explicit StatusBoard(std::function<void(Put)> ask, std::chrono::nanoseconds timeout = std::chrono::seconds(1))
      : ask_(std::move(ask)), timeout_(timeout) {}
  StatusBoard(const StatusBoard&) = delete;
  StatusBoard& operator=(const StatusBoard&) = delete;

  // Returns the current status. If the loop does not respond within the timeout, returns the previous one, and does not
  // wait again until the loop responds.
  SidecarStatus Read();

  // Returns the time since the oldest request without a response. Sends a request, but does not wait.
  std::chrono::nanoseconds Silence();

 private:
  void Ask(std::unique_lock<std::mutex>& lock);
  void Answer(SidecarStatus status);

  const std::function<void(Put)> ask_;
  const std::chrono::nanoseconds timeout_;
  std::mutex mutex_;
  std::condition_variable answered_;
  SidecarStatus latest_;           // guarded by mutex_
  bool asked_ = false;             // guarded by mutex_: no response yet
  bool slow_ = false;              // guarded by mutex_: the last wait timed out
  Clock::time_point asked_since_;  // guarded by mutex_
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_BOARD_H_
