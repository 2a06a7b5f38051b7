#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/service/call_failure.h"
#include "client/sidecar/control/controller_state.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/frame/controller_dependencies.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/service_health.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/control/write/writes.h"

namespace cpsizer::sidecar {

// The objects of one call to the service. The Round of each Kind derives from this struct.
struct ControlRound {
  // The value of Controller::starts_ when the round began. Identifies the last Start() before the round.
  int64_t start = 0;
};

// The control loop of each controller. Between Start() and Pause(), it repeats these steps: it takes the objects that
// are due, observes them, sends a request about them to the service, and passes the response to the controller. The
// controller plans and writes. `Kind` defines what is different for each controller:
//
//   struct Kind {
//     static constexpr const char* kName = ...;          // the label `controller` of metrics
//     static constexpr bool kOneObject = ...;            // a round has one object, never several
//     static constexpr const char* kHeldValues = ...;    // `what` and `objects` of LogSharedCauses()
//     static constexpr const char* kHeldObjects = ...;
//     static constexpr ContentionRule kContention = ...;
//     struct Dependencies : ControllerDependencies { ... };  // the objects that the controller uses; they outlive it
//     struct Options { ... };
//     struct Round : ControlRound { ... };
//     using Answer = ...;                                // the response of the service
//   };
//
// A derived class implements the steps. Each step that gets a round passes it to the next step, or ends it with
// EndRound(). If a busy service requested a delay, no request is sent before the delay has passed.
//
// Must be used only on the thread of the event loop.
template <typename Kind>
class Controller {
 public:
  using Round = typename Kind::Round;
  using RoundPtr = std::shared_ptr<Round>;
  using Answer = absl::StatusOr<typename Kind::Answer>;
  using Dependencies = typename Kind::Dependencies;
  using Options = typename Kind::Options;

  virtual ~Controller() {
    *alive_ = false;
    loop().timers().Cancel(wake_);
  }
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  // Starts decisions: makes all objects due.
  void Start() {
    started_ = true;
    ++starts_;
    QueueAll();
    Wake();
  }
  // Pauses decisions until Start(). Does not write decisions that were already made.
  void Pause() {
    started_ = false;
    loop().timers().Cancel(wake_);
  }
  // Returns true if there are no planned writes and no writes in flight.
  virtual bool writes_ended() const { return writes_.ended(); }
  // Adds the state of the controller to `status`.
  void Describe(SidecarStatus& status) const {
    status.controller = Kind::kName;
    status.rounds = rounds_;
    status.writes_waiting = writes_.waiting();
    status.writes_in_flight = writes_.in_flight();
    status.service_error = health_.error();
    state_.Describe(now(), status);
    DescribeKind(status);
  }

 protected:
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  // At most `most_rounds` rounds run at once, and at most `most_writes` writes are in flight. If `most_rounds` is 1, a
  // failure of the service also delays the next round; the delay increases with each failure.
  Controller(Dependencies dependencies, Options options, size_t most_rounds, size_t most_writes = kNoLimit)
      : dependencies_(std::move(dependencies)),
        options_(std::move(options)),
        most_rounds_(most_rounds),
        health_(dependencies_.loop, dependencies_.counters),
        state_{Holds(LogSharedCauses(dependencies_.log, Kind::kHeldValues, Kind::kHeldObjects)),
               {},
               ContentionTracker(Kind::kContention)},
        writes_(dependencies_.send, dependencies_.may_write, most_writes) {}

  // Makes all objects due for a decision. Called by Start().
  virtual void QueueAll() = 0;
  // Returns when NextRound() can next return a round; InfiniteFuture if objects become due only after an event.
  virtual absl::Time NextDue() const = 0;
  // Takes the objects that are due now. Returns null if none of these objects needs a request.
  virtual RoundPtr NextRound() = 0;
  // Reads the data that the request needs, then calls Ask(). The default implementation only calls Ask(), because
  // watched objects are already in memory.
  virtual void Observe(const RoundPtr& round) { Ask(round); }
  // Calls the service, and calls `answered` once.
  virtual void Call(const RoundPtr& round, std::function<void(Answer)> answered) = 0;
  // Plans and writes according to the response. The response is an error only if a round has one object and the service
  // refused its request.
  virtual void OnResponse(const RoundPtr& round, Answer answer) = 0;
  // Called when the call to the service failed and therefore there is no response. `wait` is the delay from
  // ServiceHealth::Failed().
  virtual void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) = 0;
  // Called when the service is busy. After this call, the objects must be due at the same time as before NextRound().
  virtual void Requeue(const RoundPtr& round) = 0;
  virtual void DescribeKind(SidecarStatus& status) const = 0;

  // Sends the request of an observed round to the service.
  void Ask(const RoundPtr& round) {
    if (IsServicePaused()) {
      Requeue(round);
      return EndRound();
    }
    ++counters().service_calls;
    Call(round, IfAlive([this, round](Answer answer) { Classify(round, std::move(answer)); }));
  }
  // Returns the delay after the service or the API server has refused a request about an object. The object is due
  // again after this delay, or earlier if the object changes. Each call returns a different delay, because the delay
  // has jitter.
  absl::Duration RefusalDelay() { return SlowRetryDelay(random()); }
  void EndRound() {
    --rounds_;
    Wake();
  }
  // Sets the timer for the next round. Must be called after an object becomes due.
  void Wake() {
    if (!started_ || rounds_ >= most_rounds_) return;
    loop().timers().Cancel(wake_);
    const absl::Time due = std::max(NextDue(), ServicePausedUntil());
    if (due < absl::InfiniteFuture()) wake_ = loop().timers().At(due, [this] { Pump(); });
  }

  const Dependencies& dependencies() const { return dependencies_; }
  const Options& options() const { return options_; }
  kube::EventLoop& loop() const { return dependencies_.loop; }
  absl::Time now() const { return loop().now(); }
  double random() const { return loop().random(); }
  Counters& counters() const { return dependencies_.counters; }
  Writes& writes() { return writes_; }
  bool started() const { return started_; }
  size_t rounds() const { return rounds_; }
  // Returns false if Pause() or Start() was called after the round began.
  bool IsCurrent(const Round& round) const { return started_ && round.start == starts_; }
  // Returns false if the decision of the round may not be written: the round is not current, or its object has changed.
  virtual bool IsUnchanged(const Round& round) const { return IsCurrent(round); }
  // Sends a write of the round. Immediately before each attempt, IsUnchanged() must be true.
  void Write(const RoundPtr& round, absl::StatusOr<kube::HttpRequest> request, Writes::Done done) {
    writes_.Send(
        std::move(request), [this, round] { return IsUnchanged(*round); }, std::move(done));
  }
  // Returns a callback that does nothing after the controller is destroyed.
  template <typename Function>
  auto IfAlive(Function function) {
    return [alive = alive_, function = std::move(function)](auto&&... arguments) {
      if (*alive) function(std::forward<decltype(arguments)>(arguments)...);
    };
  }

  ServiceHealth& health() { return health_; }
  ControllerState& state() { return state_; }

 private:
  absl::Time ServicePausedUntil() const { return std::max(paused_until_, health_.busy_until()); }
  bool IsServicePaused() const { return now() < ServicePausedUntil(); }

  void Pump() {
    while (started_ && rounds_ < most_rounds_ && !IsServicePaused()) {
      const RoundPtr round = NextRound();
      if (round == nullptr) break;
      round->start = starts_;
      ++rounds_;
      Observe(round);
    }
    Wake();
  }

  // A refusal of a request for one object is about this object. A refusal of a request for several objects is not about
  // a particular object, so it is treated as a failure.
  void Classify(const RoundPtr& round, Answer answer) {
    if (answer.ok() || (Kind::kOneObject && IsRefusal(answer.status()))) {
      health_.Answered();
      return OnResponse(round, std::move(answer));
    }
    const absl::Duration wait = health_.Failed(answer.status());
    if (most_rounds_ == 1) paused_until_ = now() + wait;
    OnFailure(round, answer.status(), wait);
  }

  const Dependencies dependencies_;
  const Options options_;
  const size_t most_rounds_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ServiceHealth health_;
  ControllerState state_;
  Writes writes_;
  bool started_ = false;
  int64_t starts_ = 0;
  size_t rounds_ = 0;
  absl::Time paused_until_ = absl::InfinitePast();
  kube::Timers::Id wake_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_H_
