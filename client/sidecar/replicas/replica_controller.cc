#include "client/sidecar/replicas/replica_controller.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/replicas/server_version.h"
#include "client/sidecar/control/shared_causes.h"
#include "client/sidecar/replicas/autoscaler_status.h"
#include "client/sidecar/replicas/replica_requests.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using ::google::protobuf::util::MessageDifferencer;

// Returns kApiServer if the API server is down, slow or busy, because such a failure holds all autoscalers. Returns an
// empty text for other errors. For example, a list that exceeds our limit holds only one autoscaler.
const char* SharedCauseOf(const absl::Status& status) {
  const bool busy = absl::IsResourceExhausted(status) && kube::ServerAnswerOf(status).has_value();
  return busy || absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status) ? kApiServer : "";
}

// Returns whether `a` and `b` are the same object with the same spec.
bool IsSame(const Autoscaler& a, const Autoscaler& b) {
  return a.uid == b.uid && a.problem == b.problem && MessageDifferencer::Equals(a.object.spec(), b.object.spec());
}

// Returns the result of a write that was not sent, because its target could not be read or has changed. The API server
// may refuse a read although it would accept the write, so a refused read does not delay the next attempt.
WriteResult ResultOfUnsentWrite(const absl::Status& status) {
  const WriteResult result = WriteResultOf(status);
  return result == WriteResult::kRefused ? WriteResult::kUnknown : result;
}

constexpr char kStatus[] = "status";

// The first version with the feature gate HPAGeneration.
constexpr int kGenerationMinor = 37;

// Contention begins after one change by another writer. A controller writes the status only if the status changes, so
// its writes can be rare under a steady load.
constexpr ContentionRule kReplicaContention = {1, absl::ZeroDuration(), absl::Minutes(10)};

}  // namespace

ReplicaController::ReplicaController(Dependencies dependencies, Options options)
    : Controller(dependencies.loop, dependencies.counters, options.most_at_once,
                 {Holds(LogSharedCauses(dependencies.log, "replicas", "autoscalers")),
                  {},
                  ContentionTracker(kReplicaContention)}),
      dependencies_(std::move(dependencies)),
      options_(std::move(options)),
      reporter_({dependencies_.log, dependencies_.record, [this] { return dependencies_.loop.now(); }}, state(),
                dependencies_.counters, options_.enforce),
      queue_(options_.period),
      writes_(dependencies_.send, dependencies_.may_write) {
  absl::ParseDuration(options_.request_options.downscale_stabilization(), &downscale_stabilization_);
  for (const char* kind : {kScaleWrites, kStatusWrites}) dependencies_.counters.writes.try_emplace(kind, 0);
}

void ReplicaController::PutListed(Autoscaler autoscaler) {
  NoteReport(autoscaler);
  const std::string key = KeyOf(autoscaler);
  autoscalers_.PutListed(key, std::move(autoscaler));
}

void ReplicaController::EndList() {
  for (const std::string& key : autoscalers_.EndList()) Remove(key);
}

void ReplicaController::AbandonList() {
  for (const std::string& key : autoscalers_.AbandonList()) Remove(key);
}

void ReplicaController::Put(Autoscaler autoscaler) {
  NoteReport(autoscaler);
  const std::string key = KeyOf(autoscaler);
  autoscalers_.Put(key, std::move(autoscaler));
}

// As in kube-controller-manager, a new generation is decided at once, and any other change waits for the next turn. The
// API server counts generations from v1.37. If a refusal delays the next turn, the turn is due now.
void ReplicaController::NoteReport(const Autoscaler& autoscaler) {
  if (!started()) return;
  const std::string key = KeyOf(autoscaler);
  const Autoscaler* const known = autoscalers_.Find(key);
  if (known == nullptr) {
    queue_.Add(key, dependencies_.loop.now());
  } else if (known->object.metadata().generation() != autoscaler.object.metadata().generation()) {
    queue_.Advance(key, dependencies_.loop.now());
  } else if (!IsSame(*known, autoscaler)) {
    queue_.Hasten(key, dependencies_.loop.now());
  }
  Wake();
}

void ReplicaController::Remove(const std::string& key) {
  const Autoscaler* const gone = autoscalers_.Find(key);
  if (gone != nullptr) dependencies_.on_deleted(gone->name_space, gone->name);
  autoscalers_.Remove(key);
  queue_.Remove(key);
  states_.erase(key);
  state().Delete(key);
}

// Adds the autoscalers in the order of their keys. With this order, the turns of autoscalers in one namespace are
// adjacent, so these autoscalers share the data that is read from the namespace.
void ReplicaController::QueueAll() {
  std::vector<std::string> keys;
  keys.reserve(size());
  for (const auto& [key, autoscaler] : autoscalers_.objects()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  // Forgets the known statuses, because another process may have written statuses while decisions were paused.
  for (auto& [key, replica_state] : states_) replica_state.status.Reset();
  for (const std::string& key : keys) queue_.Add(key, dependencies_.loop.now());
  queue_.Restart(dependencies_.loop.now());
}

ReplicaController::RoundPtr ReplicaController::NextRound() {
  while (true) {
    const bool overran = queue_.overruns();
    const absl::optional<std::string> key = queue_.Take(dependencies_.loop.now());
    if (!key.has_value()) return nullptr;
    if (queue_.overruns() != overran) LogOverrun();
    const Autoscaler* const autoscaler = autoscalers_.Find(*key);
    if (autoscaler != nullptr && MayDecide(*autoscaler)) {
      auto round = std::make_shared<Round>();
      round->autoscaler = *autoscaler;
      return round;
    }
    queue_.End(*key, dependencies_.loop.now());
  }
}

bool ReplicaController::MayDecide(const Autoscaler& autoscaler) {
  if (autoscaler.deleting) return false;
  if (options_.enforce) DetectOtherController(autoscaler);
  if (autoscaler.problem.empty()) return true;
  HoldReplicas(autoscaler, {kAutoscalerUnreadable, ""}, absl::InvalidArgumentError(autoscaler.problem));
  return false;
}

void ReplicaController::DetectOtherController(const Autoscaler& autoscaler) {
  const std::string key = KeyOf(autoscaler);
  const absl::Time now = dependencies_.loop.now();
  const v1::HorizontalPodAutoscalerStatus& status = autoscaler.object.status();
  const bool changed = StateOf(autoscaler).status.Observe(autoscaler.resource_version, status);
  if (changed && state().contentions.Changed(key, kStatus, now)) return reporter_.ContentionBegins(autoscaler);
  if (state().contentions.Ended(key, kStatus, now)) reporter_.ContentionEnds(autoscaler);
}

void ReplicaController::LogOverrun() const {
  if (!queue_.overruns()) {
    return dependencies_.log(LogLevel::kInfo, "decisions complete within --sync-period again", {});
  }
  dependencies_.log(
      LogLevel::kWarn,
      "decisions do not complete within --sync-period; each autoscaler waits longer for its next decision",
      {{"syncPeriod", absl::FormatDuration(options_.period)},
       {"overrun", absl::FormatDuration(absl::Ceil(queue_.overrun(), absl::Milliseconds(1)))},
       {"autoscalers", absl::StrCat(autoscalers_.objects().size())}});
}

ReplicaState& ReplicaController::StateOf(const Autoscaler& autoscaler) {
  ReplicaState& replica_state = states_[KeyOf(autoscaler)];
  // A new object with the same name must not get the state of the old object.
  if (replica_state.uid != autoscaler.uid) {
    replica_state = ReplicaState();
    state().contentions.Delete(KeyOf(autoscaler));
    replica_state.uid = autoscaler.uid;
    replica_state.since = dependencies_.loop.now();
  }
  return replica_state;
}

void ReplicaController::Observe(const RoundPtr& round) {
  dependencies_.observe(round->autoscaler.object,
                        IfAlive([this, round](absl::StatusOr<replicas::Observation> observation) {
                          TakeObservation(round, std::move(observation));
                        }));
}

bool ReplicaController::IsUnchanged(const Round& round) const {
  if (!IsCurrent(round)) return false;
  const Autoscaler* const now = autoscalers_.Find(KeyOf(round.autoscaler));
  return now != nullptr && !now->deleting && IsSame(*now, round.autoscaler);
}

void ReplicaController::TakeObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation) {
  if (!IsUnchanged(*round)) return End(*round);
  if (!observation.ok()) {
    HoldReplicas(round->autoscaler, {kNotObserved, SharedCauseOf(observation.status())}, observation.status());
    return End(*round);
  }
  round->request = std::move(observation->request);
  round->scale = std::move(observation->scale);
  round->unavailable_api = std::move(observation->unavailable_api);
  if (const std::string why = WhyGateIsUnknown(*round); !why.empty()) {
    HoldReplicas(round->autoscaler, {kVersionUnknown, ""}, absl::UnavailableError(why));
    return End(*round);
  }
  if (!options_.enforce && round->request.has_scale()) {
    const v1::HorizontalPodAutoscaler& object = round->autoscaler.object;
    StateOf(round->autoscaler).NoteRealRescale(object, round->scale.replicas, dependencies_.wall_time());
  }
  Ask(round);
}

std::string ReplicaController::WhyGateIsUnknown(const Round& round) const {
  const absl::StatusOr<std::string> version = dependencies_.version();
  if (version.ok() || options_.request_options.has_scale_to_zero()) return "";
  const v1::HorizontalPodAutoscalerSpec& spec = round.request.horizontal_pod_autoscaler().spec();
  const bool may_be_zero = spec.has_min_replicas() && spec.min_replicas() == 0;
  const bool is_zero = round.request.has_scale() && round.scale.replicas == 0;
  if (!may_be_zero && !is_zero) return "";
  return absl::StrCat("the version of the API server is not known, so the feature gate HPAScaleToZero is not known: ",
                      version.status().message(), "; allow GET of ", replicas::kVersionPath,
                      ", or set --feature-gates=HPAScaleToZero=true or false");
}

bool ReplicaController::WritesGeneration() const {
  return KubernetesMinor(dependencies_.version().value_or(kDefaultKubernetesVersion)) >= kGenerationMinor;
}

void ReplicaController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  StateOf(round->autoscaler).AddTo(round->request, /*observe_only=*/!options_.enforce);
  *round->request.mutable_options() = options_.request_options;
  replicas::SetVersion(dependencies_.version().value_or(""), round->autoscaler.object,
                       *round->request.mutable_options());
  dependencies_.service.RecommendReplicas(round->request, std::move(answered));
}

void ReplicaController::OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration /*wait*/) {
  OnResponse(round, status);
}

void ReplicaController::OnResponse(const RoundPtr& round, Answer answer) {
  if (!IsUnchanged(*round)) return End(*round);
  ReplicaPlan plan = PlanReplicas(round->request, answer);
  if (plan.held.reason == kMetricsFailed) plan.held.shared = round->unavailable_api;
  if (plan.held.reason == kInvalidResponse) ++dependencies_.counters.invalid_responses;
  if (!answer.ok() || plan.held.reason == kInvalidResponse) {
    reporter_.ReportPlan(round->autoscaler, plan);
    StateOf(round->autoscaler).comparator.Skip();
    round->refused = plan.held.reason == kInputRefused;
    return End(*round);
  }
  round->answer = *std::move(answer);
  reporter_.Decided(round->autoscaler, round->answer);
  if (options_.enforce && plan.write.has_value()) return Rescale(round, *plan.write);
  if (options_.enforce && plan.held.reason == kScaleToZeroOff) return HoldRescale(round, plan);
  reporter_.ReportPlan(round->autoscaler, plan);
  StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/false);
  if (options_.enforce) return WriteStatusAndEnd(round, round->answer.status());
  CompareWithReal(*round);
  End(*round);
}

void ReplicaController::CompareWithReal(const Round& round) {
  ReplicaState& replica_state = StateOf(round.autoscaler);
  const v1::HorizontalPodAutoscaler& object = round.autoscaler.object;
  const bool warm =
      dependencies_.loop.now() - replica_state.since > LongestLookback(object.spec(), downscale_stabilization_);
  const absl::optional<ReplicaComparator::Comparison> comparison =
      replica_state.comparator.Compare(object.status(), round.answer.status(), warm);
  if (comparison.has_value()) reporter_.Compared(round.autoscaler, *comparison);
}

Writes::StillWanted ReplicaController::StillWanted(const RoundPtr& round) {
  return [this, round] { return IsUnchanged(*round); };
}

void ReplicaController::Rescale(const RoundPtr& round, int32_t replicas) {
  if (replicas != 0) return WriteScale(round, replicas);
  // The status is written before the scale, because the status has the condition that later scales the target up from
  // zero. If the process ends between the two writes, the condition exists even if the scale was not written.
  WriteStatus(round, round->answer.status(), [this, round](const absl::Status& status) {
    status.ok() ? WriteScale(round, 0) : Rescaled(round, 0, WriteResultOf(status), status);
  });
}

void ReplicaController::WriteScale(const RoundPtr& round, int32_t replicas) {
  writes_.Send(TargetRead(round->scale), StillWanted(round), [this, round, replicas](const WriteResponse& target) {
    const absl::Status status = target.status.ok() ? CheckTarget(round->scale, target.object) : target.status;
    if (!status.ok()) return Rescaled(round, replicas, ResultOfUnsentWrite(status), status);
    writes_.Send(ScaleWrite(round->scale, replicas), StillWanted(round),
                 [this, round, replicas](const WriteResponse& response) {
                   Rescaled(round, replicas, response.result, response.status);
                 });
  });
}

void ReplicaController::Rescaled(const RoundPtr& round, int32_t replicas, WriteResult result,
                                 const absl::Status& status) {
  if (result == WriteResult::kStale) {
    CountUnwritten(result, dependencies_.counters);
    return End(*round);
  }
  const Autoscaler* const now = autoscalers_.Find(KeyOf(round->autoscaler));
  // The decision is not recorded for a new object with the same name.
  const bool is_there = now != nullptr && now->uid == round->autoscaler.uid;
  if (is_there) StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/!status.ok());
  if (result == WriteResult::kDone) {
    reporter_.Rescaled(round->autoscaler, round->scale.replicas, replicas, round->answer);
    if (is_there) reporter_.ReportPlan(round->autoscaler, {});
    return WriteStatusAndEnd(round, round->answer.status());
  }
  // The object has changed or no longer exists, so it is read again soon.
  if (!CountUnwritten(result, dependencies_.counters)) return EndAndRetry(*round);
  if (!is_there) return End(*round);
  const bool deleted = absl::IsFailedPrecondition(status);
  round->refused = result == WriteResult::kRefused && !deleted;
  HoldReplicas(round->autoscaler, {deleted ? kTargetBeingDeleted : kWriteFailed, ""}, status);
  if (deleted) return End(*round);
  reporter_.NotRescaled(round->autoscaler, replicas, status);
  WriteStatusAndEnd(
      round, WithoutRescale(round->autoscaler.object, round->answer.status(), status.message(), round->request.now()));
}

void ReplicaController::WriteStatus(const RoundPtr& round, const v1::ReplicasStatus& decided,
                                    std::function<void(const absl::Status&)> done) {
  const v1::HorizontalPodAutoscaler& object = round->autoscaler.object;
  const v1::HorizontalPodAutoscalerStatus status =
      StatusAfter(object, round->answer.outcome(), decided, WritesGeneration());
  if (MessageDifferencer::Equals(status, object.status())) return done(absl::OkStatus());
  const auto still_wanted = [this, round, status] {
    if (!IsUnchanged(*round)) return false;
    StateOf(round->autoscaler).status.Sent(round->autoscaler.resource_version, status);
    return true;
  };
  writes_.Send(StatusWrite(round->autoscaler, status), still_wanted,
               [this, round, done = std::move(done)](const WriteResponse& response) {
                 if (response.status.ok()) TakeWritten(*round, ReadAutoscalerObject(response.object));
                 done(response.status);
               });
}

void ReplicaController::TakeWritten(Round& round, Autoscaler written) {
  ++dependencies_.counters.writes[kStatusWrites];
  const Autoscaler* const now = autoscalers_.Find(KeyOf(round.autoscaler));
  if (now == nullptr || now->uid != written.uid) return;
  StateOf(written).status.Wrote(written.object.status());
  // Does not replace the stored object if a watch has already reported the written version or a later version.
  if (now->resource_version == round.autoscaler.resource_version) autoscalers_.Put(KeyOf(written), written);
  round.autoscaler = std::move(written);
}

void ReplicaController::WriteStatusAndEnd(const RoundPtr& round, const v1::ReplicasStatus& decided) {
  if (state().contentions.Until(KeyOf(round->autoscaler), kStatus) > dependencies_.loop.now()) return End(*round);
  WriteStatus(round, decided, [this, round](const absl::Status& status) {
    if (CountUnwritten(WriteResultOf(status), dependencies_.counters)) {
      reporter_.StatusNotWritten(round->autoscaler, status);
    }
    End(*round);
  });
}

void ReplicaController::HoldRescale(const RoundPtr& round, const ReplicaPlan& plan) {
  StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/true);
  reporter_.ReportPlan(round->autoscaler, plan);
  WriteStatusAndEnd(round,
                    WithoutRescale(round->autoscaler.object, round->answer.status(), plan.note, round->request.now()));
}

void ReplicaController::HoldReplicas(const Autoscaler& autoscaler, const HoldCause& cause, const absl::Status& status) {
  reporter_.ReportPlan(autoscaler, {absl::nullopt, cause, std::string(status.message())});
  const auto replica_state = states_.find(KeyOf(autoscaler));
  if (replica_state != states_.end()) replica_state->second.comparator.Skip();
}

void ReplicaController::End(const Round& round) {
  const std::string key = KeyOf(round.autoscaler);
  const absl::Time now = dependencies_.loop.now();
  // If the object has changed after the request, the refusal does not apply to it.
  if (round.refused && IsUnchanged(round)) {
    queue_.EndAndWait(key, now, RefusalDelay());
  } else {
    queue_.End(key, now);
  }
  EndRound();
}

void ReplicaController::EndAndRetry(const Round& round) {
  queue_.EndAndRetry(KeyOf(round.autoscaler), dependencies_.loop.now());
  EndRound();
}

void ReplicaController::DescribeKind(SidecarStatus& status) const {
  status.objects = size();
  status.queued = queue_.Overdue(dependencies_.loop.now());
  status.writes_in_flight = writes_.in_flight();
  status.period_overrun = queue_.overrun();
}

}  // namespace cpsizer::sidecar
