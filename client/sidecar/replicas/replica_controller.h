#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/replicas/observer.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/service_health.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/control/store.h"
#include "client/sidecar/control/turns.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/replicas/other_controller.h"
#include "client/sidecar/replicas/replica_plan.h"
#include "client/sidecar/replicas/replica_reporter.h"
#include "client/sidecar/replicas/replica_shadow.h"
#include "client/sidecar/replicas/scale_events.h"
#include "client/sidecar/replicas/scale_writer.h"

namespace cpsizer::sidecar {

// Decides each autoscaler once in every period, each in its turn (control/turns.h): looks at its target, pods and
// metrics, asks the service, and holds the answer against what kube-controller-manager did, or writes it.
//
// What is remembered of an autoscaler (its history) is in memory alone, as the real controller's is. There are never
// two decisions of one autoscaler at the same time, and few at all: each takes memory for its pods. Nothing that fails
// changes replicas, and nothing is tried again before its next period, but for a write that somebody forestalled.
//
// Belongs to the loop.
class ReplicaController {
 public:
  struct Options {
    bool enforce = false;
    absl::Duration period = absl::Seconds(15);
    v1::RecommendReplicasOptions question;
    absl::Duration downscale_stabilization = absl::Minutes(5);
    size_t most_at_once = 25;
  };
  using Observe = std::function<void(v1::HorizontalPodAutoscaler, replicas::Observer::Done)>;
  // What it works with; all of it outlives it.
  struct Seams {
    kube::EventLoop& loop;
    SizingService& service;
    Observe observe;
    // The autoscaler is no more.
    std::function<void(const std::string& name_space, const std::string& name)> forget;
    ScaleWriter& writer;
    std::function<void(const kube::Event&)> record;
    Counters& counters;
    Log log;
    // Whether a write may be sent now: asked right before each.
    std::function<bool()> may_write;
    std::function<absl::Time()> wall_time = absl::Now;
  };

  ReplicaController(Seams seams, Options options);
  ~ReplicaController();
  ReplicaController(const ReplicaController&) = delete;
  ReplicaController& operator=(const ReplicaController&) = delete;

  // What the API server tells. What is looked at already goes on by what it was.
  void BeginList() { autoscalers_.BeginList(); }
  void PutListed(Autoscaler autoscaler);
  void EndList();
  void Put(Autoscaler autoscaler);
  void Remove(const std::string& key);

  void Start();
  // Decides nothing until Start(), and writes nothing of what was decided.
  void Hold();
  bool writes_ended() const { return writing_ == 0; }
  void Describe(SidecarStatus& status) const;

 private:
  // What is remembered of an autoscaler.
  struct Memory {
    std::string uid;
    absl::optional<v1::ReplicasHistory> history;
    absl::Time since;  // the first decision
    RescaleWatch rescales;
    ReplicaShadow shadow;
    OtherController other;
  };
  // One decision on its way.
  struct Round {
    Autoscaler autoscaler;  // as it was at the beginning
    int64_t start = 0;      // which Start() it belongs to
    v1::RecommendReplicasRequest question;
    replicas::TargetScale scale;
    std::string unavailable_api;
  };
  using RoundPtr = std::shared_ptr<Round>;

  void Add(const std::string& key, bool is_new);
  void WakeForTurn();
  void Pump();
  void ReportOverrun();
  void Begin(const std::string& key);
  // Whether the service is busy, and has asked for a delay that has not passed yet.
  bool ServiceIsBusy() const { return seams_.loop.now() < health_.busy_until(); }
  // Whether the autoscaler is still the one that the round began with, and may be decided.
  bool StillStands(const Round& round) const;
  Memory& MemoryOf(const Autoscaler& autoscaler);

  void TakeObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation);
  void Ask(const RoundPtr& round);
  void TakeAnswer(const RoundPtr& round, absl::StatusOr<v1::RecommendReplicasResponse> answer);
  // Remembers what was recommended; of rescales, those that really were.
  void Remember(const Round& round, const v1::RecommendReplicasResponse& answer, bool applied);
  void CompareWithReal(const Round& round, const v1::RecommendReplicasResponse& answer);
  void Write(const RoundPtr& round, v1::RecommendReplicasResponse answer, int32_t replicas);
  void Written(const RoundPtr& round, const v1::RecommendReplicasResponse& answer, int32_t replicas,
               const absl::Status& status);
  void HoldReplicas(const Round& round, const HoldCause& cause, const absl::Status& status);
  // When the next decision of the autoscaler is due.
  enum class Next : uint8_t { kPeriod, kSoon, kWhenServiceIsFree };
  void End(const Round& round, Next next = Next::kPeriod);

  const Seams seams_;
  const Options options_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ServiceHealth health_;
  ReplicaReporter reporter_;
  Store<Autoscaler> autoscalers_;
  absl::flat_hash_map<std::string, Memory> memories_;
  Turns turns_;
  bool started_ = false;
  int64_t starts_ = 0;
  size_t deciding_ = 0;
  size_t writing_ = 0;
  kube::Timers::Id wake_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
