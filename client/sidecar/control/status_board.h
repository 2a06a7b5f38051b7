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

// The part of the status that only one controller has. Immutable once it is published: another thread reads it.
class KindStatus {
 public:
  virtual ~KindStatus() = default;

  // Adds the metrics that only this controller has; `status` is the one that this is a part of.
  virtual void Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const = 0;
};

// The status of the sidecar at one time. Its objects are clusters, autoscalers, MachineAutoscalers, or the one
// autoscaler of machines.
struct SidecarStatus {
  Counters counters;
  std::string controller;                     // as in control/controllers.h; empty until the loop has answered
  size_t objects = 0;                         // that are known
  size_t queued = 0;                          // to be decided
  size_t rounds = 0;                          // of decisions, under way
  size_t contended = 0;                       // that another writer decides about too
  size_t writes_waiting = 0;                  // planned
  size_t writes_in_flight = 0;                // sent
  bool leads = false;                         // or works without a lease
  bool synced = false;                        // everything that decisions need is known
  std::string service_error;                // why the last call failed; empty after an answer
  std::map<std::string, HeldOnes> held;       // objects, by reason
  std::map<std::string, int64_t> held_begun;  // how often one began to be held, by reason
  std::map<std::string, int64_t> observed;    // objects of observe mode, by agreement
  std::map<std::string, int64_t> agreements;  // decisions of observe mode, by agreement
  // By how much the latest decision came later than a period after the one before. Absent without a period.
  absl::optional<absl::Duration> period_overrun;
  std::shared_ptr<const KindStatus> kind;  // null if the controller has no such part
};

// Where the loop of the sidecar puts its status when another thread asks for it. Thread-safe; see server::WorkerPool
// for why std::mutex.
class StatusBoard {
 public:
  using Clock = std::chrono::steady_clock;
  using Put = std::function<void(SidecarStatus)>;

  // `ask` lets the loop call what it is given, once, as soon as it can, from its own thread, but not after the end of
  // this object; it must not wait for that.
  explicit StatusBoard(std::function<void(Put)> ask, std::chrono::nanoseconds timeout = std::chrono::seconds(1))
      : ask_(std::move(ask)), timeout_(timeout) {}
  StatusBoard(const StatusBoard&) = delete;
  StatusBoard& operator=(const StatusBoard&) = delete;

  // The status of now; where the loop does not answer within the timeout the one before, and no more waiting until it
  // does.
  SidecarStatus Read();

  // How long the loop has owed an answer. Asks, but does not wait.
  std::chrono::nanoseconds Silence();

 private:
  void Ask(std::unique_lock<std::mutex>& lock);
  void Answer(SidecarStatus status);

  const std::function<void(Put)> ask_;
  const std::chrono::nanoseconds timeout_;
  std::mutex mutex_;
  std::condition_variable answered_;
  SidecarStatus latest_;           // guarded by mutex_
  bool asked_ = false;             // guarded by mutex_: no answer yet
  bool slow_ = false;              // guarded by mutex_: the last wait was in vain
  Clock::time_point asked_since_;  // guarded by mutex_
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_BOARD_H_
