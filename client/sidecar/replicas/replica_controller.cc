#include "client/sidecar/replicas/replica_controller.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/service/call_failure.h"
#include "client/sidecar/replicas/replica_status.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

// Whether the API server is down, slow or busy, and so for every autoscaler.
const char* SharedCauseOf(const absl::Status& status) {
  const bool shared =
      absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status) || absl::IsResourceExhausted(status);
  return shared ? kApiServer : "";
}

}  // namespace
ReplicaController::ReplicaController(Seams seams, Options options)
    : seams_(std::move(seams)),
      options_(std::move(options)),
      health_(seams_.loop, seams_.counters),
      reporter_({seams_.log, seams_.record, [this] { return seams_.loop.now(); }, options_.enforce}),
      turns_(options_.period) {}

ReplicaController::~ReplicaController() {
  *alive_ = false;
  seams_.loop.timers().Cancel(wake_);
}

void ReplicaController::PutListed(Autoscaler autoscaler) {
  const std::string key = KeyOf(autoscaler);
  const bool is_new = autoscalers_.Find(key) == nullptr;
  autoscalers_.PutListed(key, std::move(autoscaler));
  Add(key, is_new);
}

void ReplicaController::EndList() {
  for (const std::string& key : autoscalers_.EndList()) Remove(key);
}

void ReplicaController::Put(Autoscaler autoscaler) {
  const std::string key = KeyOf(autoscaler);
  const bool is_new = autoscalers_.Find(key) == nullptr;
  autoscalers_.Put(key, std::move(autoscaler));
  Add(key, is_new);
}

// A change waits for the next period, as with the real controller.
void ReplicaController::Add(const std::string& key, bool is_new) {
  if (!is_new || !started_) return;
  turns_.Add(key, seams_.loop.now());
  WakeForTurn();
}

void ReplicaController::Remove(const std::string& key) {
  const Autoscaler* const gone = autoscalers_.Find(key);
  if (gone != nullptr) seams_.forget(gone->name_space, gone->name);
  autoscalers_.Remove(key);
  turns_.Remove(key);
  memories_.erase(key);
  reporter_.Forget(key);
}

void ReplicaController::Start() {
  started_ = true;
  ++starts_;
  for (const auto& [key, autoscaler] : autoscalers_.objects()) turns_.Add(key, seams_.loop.now());
  turns_.Restart(seams_.loop.now());
  WakeForTurn();
}

void ReplicaController::Hold() {
  started_ = false;
  seams_.loop.timers().Cancel(wake_);
}

void ReplicaController::WakeForTurn() {
  if (!started_ || deciding_ >= options_.most_at_once) return;
  seams_.loop.timers().Cancel(wake_);
  const absl::Time due = std::max(turns_.NextDue(), health_.busy_until());
  if (due < absl::InfiniteFuture()) wake_ = seams_.loop.timers().At(due, [this] { Pump(); });
}

void ReplicaController::Pump() {
  while (started_ && !ServiceIsBusy() && deciding_ < options_.most_at_once) {
    const bool overran = turns_.overruns();
    const absl::optional<std::string> key = turns_.Take(seams_.loop.now());
    if (!key.has_value()) break;
    if (turns_.overruns() != overran) ReportOverrun();
    Begin(*key);
  }
  WakeForTurn();
}

void ReplicaController::ReportOverrun() {
  if (!turns_.overruns()) {
    return seams_.log(LogLevel::kInfo, "the decisions fit into the period again", {});
  }
  seams_.log(LogLevel::kWarn, "the decisions do not fit into the period; each autoscaler is decided later",
             {{"syncPeriod", absl::FormatDuration(options_.period)},
              {"overrun", absl::FormatDuration(absl::Ceil(turns_.overrun(), absl::Milliseconds(1)))},
              {"autoscalers", absl::StrCat(autoscalers_.objects().size())}});
}

ReplicaController::Memory& ReplicaController::MemoryOf(const Autoscaler& autoscaler) {
  Memory& memory = memories_[KeyOf(autoscaler)];
  // Another one of the same name knows nothing.
  if (memory.uid != autoscaler.uid) {
    memory = Memory();
    memory.uid = autoscaler.uid;
    memory.since = seams_.loop.now();
  }
  return memory;
}

void ReplicaController::Begin(const std::string& key) {
  const Autoscaler* const autoscaler = autoscalers_.Find(key);
  if (autoscaler == nullptr || autoscaler->deleting) return turns_.End(key, seams_.loop.now());
  ++deciding_;
  if (options_.enforce) {
    reporter_.Contended(*autoscaler, MemoryOf(*autoscaler).other.Look(autoscaler->object.status(), seams_.loop.now()));
  }
  const auto round = std::make_shared<Round>(Round{*autoscaler, starts_, {}, {}, {}});
  if (!autoscaler->problem.empty()) {
    HoldReplicas(*round, {kAutoscalerUnreadable, ""}, absl::InvalidArgumentError(autoscaler->problem));
    return End(*round);
  }
  seams_.observe(autoscaler->object, [this, alive = alive_, round](absl::StatusOr<replicas::Observation> observation) {
    if (*alive) TakeObservation(round, std::move(observation));
  });
}

bool ReplicaController::StillStands(const Round& round) const {
  if (!started_ || round.start != starts_) return false;
  const Autoscaler* const now = autoscalers_.Find(KeyOf(round.autoscaler));
  return now != nullptr && !now->deleting && now->uid == round.autoscaler.uid &&
         google::protobuf::util::MessageDifferencer::Equals(now->object.spec(), round.autoscaler.object.spec());
}

void ReplicaController::TakeObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation) {
  if (!StillStands(*round)) return End(*round);
  if (!observation.ok()) {
    HoldReplicas(*round, {kNotObserved, SharedCauseOf(observation.status())}, observation.status());
    return End(*round);
  }
  round->question = std::move(observation->request);
  round->scale = std::move(observation->scale);
  round->unavailable_api = std::move(observation->unavailable_api);
  Memory& memory = MemoryOf(round->autoscaler);
  Rescale rescale;
  const v1::HorizontalPodAutoscaler& object = round->autoscaler.object;
  if (!options_.enforce && round->question.has_scale() &&
      memory.rescales.Look(round->scale.replicas, object.status().last_scale_time(), seams_.wall_time(), rescale) &&
      memory.history.has_value()) {
    NoteRescale(object.spec(), rescale, *memory.history);
  }
  Ask(round);
}

void ReplicaController::Ask(const RoundPtr& round) {
  if (ServiceIsBusy()) return End(*round, Next::kWhenServiceIsFree);
  const Memory& memory = MemoryOf(round->autoscaler);
  if (memory.history.has_value()) *round->question.mutable_history() = *memory.history;
  *round->question.mutable_options() = options_.question;
  ++seams_.counters.questions;
  seams_.service.RecommendReplicas(round->question,
                                   [this, alive = alive_, round](absl::StatusOr<v1::RecommendReplicasResponse> answer) {
                                     if (*alive) TakeAnswer(round, std::move(answer));
                                   });
}

void ReplicaController::TakeAnswer(const RoundPtr& round, absl::StatusOr<v1::RecommendReplicasResponse> answer) {
  if (answer.ok() || IsRefusal(answer.status())) {
    health_.Answered();
  } else {
    health_.Failed(answer.status());
  }
  if (!StillStands(*round)) return End(*round);
  ReplicaPlan plan = PlanReplicas(round->question, answer);
  if (plan.held.reason == kMetricsFailed) plan.held.shared = round->unavailable_api;
  if (plan.held.reason == kAnswerSenseless) ++seams_.counters.senseless_answers;
  if (!answer.ok() || plan.held.reason == kAnswerSenseless) {
    reporter_.Standing(round->autoscaler, plan);
    MemoryOf(round->autoscaler).shadow.Skip();
    return End(*round);
  }
  reporter_.Decided(round->autoscaler, *answer);
  if (!options_.enforce) {
    reporter_.Standing(round->autoscaler, plan);
    Remember(*round, *answer, /*applied=*/false);
    CompareWithReal(*round, *answer);
    return End(*round);
  }
  if (plan.write.has_value()) return Write(round, *std::move(answer), *plan.write);
  reporter_.Standing(round->autoscaler, plan);
  Remember(*round, *answer, /*applied=*/true);
  End(*round);
}

void ReplicaController::Remember(const Round& round, const v1::RecommendReplicasResponse& answer, bool applied) {
  Memory& memory = MemoryOf(round.autoscaler);
  v1::ReplicasHistory history = answer.history();
  if (!applied) {
    // Rescales enter where they are seen to have happened.
    *history.mutable_scale_up_events() = round.question.history().scale_up_events();
    *history.mutable_scale_down_events() = round.question.history().scale_down_events();
  }
  // Without a scale there is nothing to begin a history with.
  if (round.question.has_scale() || round.question.has_history()) memory.history = std::move(history);
}

void ReplicaController::CompareWithReal(const Round& round, const v1::RecommendReplicasResponse& answer) {
  Memory& memory = MemoryOf(round.autoscaler);
  const v1::HorizontalPodAutoscaler& object = round.autoscaler.object;
  const bool warm = seams_.loop.now() - memory.since > LongestLook(object.spec(), options_.downscale_stabilization);
  const absl::optional<ReplicaShadow::Verdict> verdict = memory.shadow.Compare(object.status(), answer.status(), warm);
  if (verdict.has_value()) reporter_.Compared(round.autoscaler, *verdict);
}

void ReplicaController::Write(const RoundPtr& round, v1::RecommendReplicasResponse answer, int32_t replicas) {
  ++writing_;
  const auto still_wanted = [this, alive = alive_, round] {
    return *alive && seams_.may_write() && StillStands(*round);
  };
  seams_.writer.Write(round->scale, replicas, still_wanted,
                      [this, alive = alive_, round, answer = std::move(answer), replicas](const absl::Status& status) {
                        if (*alive) Written(round, answer, replicas, status);
                      });
}

void ReplicaController::Written(const RoundPtr& round, const v1::RecommendReplicasResponse& answer, int32_t replicas,
                                const absl::Status& status) {
  --writing_;
  if (absl::IsCancelled(status)) {
    ++seams_.counters.stale_plans;
    return End(*round);
  }
  const bool is_there = autoscalers_.Find(KeyOf(round->autoscaler)) != nullptr;
  if (is_there) Remember(*round, answer, status.ok());
  if (status.ok()) {
    reporter_.Rescaled(round->autoscaler, round->scale.replicas, replicas, answer);
    if (is_there) reporter_.Standing(round->autoscaler, {});
    return End(*round);
  }
  // Somebody was faster: looked at again, soon.
  if (absl::IsAborted(status)) {
    ++seams_.counters.write_conflicts;
    return End(*round, Next::kSoon);
  }
  ++seams_.counters.write_failures;
  if (is_there) {
    const bool deleted = absl::IsFailedPrecondition(status);
    HoldReplicas(*round, {deleted ? kTargetBeingDeleted : kWriteFailed, ""}, status);
    if (!deleted) reporter_.NotRescaled(round->autoscaler, replicas, status);
  }
  End(*round);
}

void ReplicaController::HoldReplicas(const Round& round, const HoldCause& cause, const absl::Status& status) {
  reporter_.Standing(round.autoscaler, {absl::nullopt, cause, std::string(status.message())});
  const auto memory = memories_.find(KeyOf(round.autoscaler));
  if (memory != memories_.end()) memory->second.shadow.Skip();
}

void ReplicaController::End(const Round& round, Next next) {
  --deciding_;
  const std::string key = KeyOf(round.autoscaler);
  const absl::Time now = seams_.loop.now();
  switch (next) {
    case Next::kPeriod:
      turns_.End(key, now);
      break;
    case Next::kSoon:
      turns_.EndAndRetry(key, now);
      break;
    case Next::kWhenServiceIsFree:
      turns_.Return(key);
      break;
  }
  WakeForTurn();
}

void ReplicaController::Describe(SidecarStatus& status) const {
  status.controller = "replicas";
  status.objects = autoscalers_.objects().size();
  status.queued = turns_.Overdue(seams_.loop.now());
  status.writes_in_flight = writing_;
  status.service_trouble = health_.trouble();
  reporter_.Describe(status);
  auto replicas = std::make_shared<ReplicaStatus>();
  replicas->deciding = deciding_;
  replicas->period_overrun = turns_.overrun();
  status.kind = std::move(replicas);
}

}  // namespace cpsizer::sidecar
