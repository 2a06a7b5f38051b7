#include "client/sidecar/replicas/replica_controller.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/replicas/server_version.h"
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

}  // namespace

ReplicaController::ReplicaController(Dependencies dependencies, const Options& options)
    : Controller(std::move(dependencies), options, options.most_at_once),
      reporter_(this->dependencies(), state(), options.enforce),
      queue_(options.period) {
  absl::ParseDuration(options.request_options.downscale_stabilization(), &downscale_stabilization_);
  for (const char* kind : {kScaleWrites, kStatusWrites}) counters().writes.try_emplace(kind, 0);
}

// As in kube-controller-manager, a new generation is decided at once, and any other change waits for the next turn. The
// API server counts generations from v1.37. If a refusal delays the next turn, the turn is due now.
void ReplicaController::Changed(const Autoscaler* before, const Autoscaler* after) {
  if (after == nullptr) return Forget(*before);
  if (!started()) return;
  const std::string key = KeyOf(*after);
  if (before == nullptr) {
    queue_.Add(key, now());
  } else if (before->object.metadata().generation() != after->object.metadata().generation()) {
    queue_.Advance(key, now());
  } else if (!IsSame(*before, *after)) {
    queue_.Hasten(key, now());
  }
  Wake();
}

void ReplicaController::Forget(const Autoscaler& autoscaler) {
  const std::string key = KeyOf(autoscaler);
  dependencies().on_deleted(autoscaler.name_space, autoscaler.name);
  queue_.Remove(key);
  states_.erase(key);
  state().Delete(key);
}

// Adds the autoscalers in the order of their keys. With this order, the turns of autoscalers in one namespace are
// adjacent, so these autoscalers share the data that is read from the namespace.
void ReplicaController::QueueAll() {
  std::vector<std::string> keys;
  keys.reserve(dependencies().autoscalers.objects().size());
  for (const auto& [key, autoscaler] : dependencies().autoscalers.objects()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  // Forgets the known statuses, because another process may have written statuses while decisions were paused.
  for (auto& [key, replica_state] : states_) replica_state.status.Reset();
  for (const std::string& key : keys) queue_.Add(key, now());
  queue_.Restart(now());
}

ReplicaController::RoundPtr ReplicaController::NextRound() {
  while (true) {
    const bool overran = queue_.overruns();
    const absl::optional<std::string> key = queue_.Take(now());
    if (!key.has_value()) return nullptr;
    if (queue_.overruns() != overran) LogOverrun();
    const Autoscaler* const autoscaler = dependencies().autoscalers.Find(*key);
    if (autoscaler != nullptr && MayDecide(*autoscaler)) {
      auto round = std::make_shared<Round>();
      round->autoscaler = *autoscaler;
      return round;
    }
    queue_.End(*key, now());
  }
}

bool ReplicaController::MayDecide(const Autoscaler& autoscaler) {
  if (autoscaler.deleting) return false;
  if (options().enforce) DetectOtherController(autoscaler);
  if (autoscaler.problem.empty()) return true;
  HoldReplicas(autoscaler, {kAutoscalerUnreadable, ""}, absl::InvalidArgumentError(autoscaler.problem));
  return false;
}

void ReplicaController::DetectOtherController(const Autoscaler& autoscaler) {
  const std::string key = KeyOf(autoscaler);
  const v1::HorizontalPodAutoscalerStatus& status = autoscaler.object.status();
  const bool changed = StateOf(autoscaler).status.Observe(autoscaler.resource_version, status);
  if (changed && state().contentions.Changed(key, kStatus, now())) return reporter_.ContentionBegins(autoscaler);
  if (state().contentions.Ended(key, kStatus, now())) reporter_.ContentionEnds(autoscaler);
}

void ReplicaController::LogOverrun() const {
  if (!queue_.overruns()) {
    return dependencies().log(LogLevel::kInfo, "decisions complete within --sync-period again", {});
  }
  dependencies().log(
      LogLevel::kWarn,
      "decisions do not complete within --sync-period; each autoscaler waits longer for its next decision",
      {{"syncPeriod", absl::FormatDuration(options().period)},
       {"overrun", absl::FormatDuration(absl::Ceil(queue_.overrun(), absl::Milliseconds(1)))},
       {"autoscalers", absl::StrCat(dependencies().autoscalers.objects().size())}});
}

ReplicaState& ReplicaController::StateOf(const Autoscaler& autoscaler) {
  ReplicaState& replica_state = states_[KeyOf(autoscaler)];
  // A new object with the same name must not get the state of the old object.
  if (replica_state.uid != autoscaler.uid) {
    replica_state = ReplicaState();
    state().contentions.Delete(KeyOf(autoscaler));
    replica_state.uid = autoscaler.uid;
    replica_state.since = now();
  }
  return replica_state;
}

void ReplicaController::Observe(const RoundPtr& round) {
  dependencies().observe(round->autoscaler.object,
                         IfAlive([this, round](absl::StatusOr<replicas::Observation> observation) {
                           OnObservation(round, std::move(observation));
                         }));
}

bool ReplicaController::IsUnchanged(const Round& round) const {
  if (!IsCurrent(round)) return false;
  const Autoscaler* const now = dependencies().autoscalers.Find(KeyOf(round.autoscaler));
  return now != nullptr && !now->deleting && IsSame(*now, round.autoscaler);
}

void ReplicaController::OnObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation) {
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
  if (!options().enforce && round->request.has_scale()) {
    const v1::HorizontalPodAutoscaler& object = round->autoscaler.object;
    StateOf(round->autoscaler).NoteRealRescale(object, round->scale.replicas, dependencies().wall_time());
  }
  Ask(round);
}

std::string ReplicaController::WhyGateIsUnknown(const Round& round) const {
  const absl::StatusOr<std::string> version = dependencies().version();
  if (version.ok() || options().request_options.has_scale_to_zero()) return "";
  const v1::HorizontalPodAutoscalerSpec& spec = round.request.horizontal_pod_autoscaler().spec();
  const bool may_be_zero = spec.has_min_replicas() && spec.min_replicas() == 0;
  const bool is_zero = round.request.has_scale() && round.scale.replicas == 0;
  if (!may_be_zero && !is_zero) return "";
  return absl::StrCat("the version of the API server is not known, so the feature gate HPAScaleToZero is not known: ",
                      version.status().message(), "; allow GET of ", replicas::kVersionPath,
                      ", or set --feature-gates=HPAScaleToZero=true or false");
}

void ReplicaController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  StateOf(round->autoscaler).AddTo(round->request, /*observe_only=*/!options().enforce);
  *round->request.mutable_options() = options().request_options;
  replicas::SetVersion(dependencies().version().value_or(""), round->autoscaler.object,
                       *round->request.mutable_options());
  dependencies().service.RecommendReplicas(round->request, std::move(answered));
}

void ReplicaController::OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration /*wait*/) {
  OnResponse(round, status);
}

void ReplicaController::OnResponse(const RoundPtr& round, Answer answer) {
  if (!IsUnchanged(*round)) return End(*round);
  ReplicaPlan plan = PlanReplicas(round->request, answer);
  if (plan.held.reason == kMetricsFailed) plan.held.shared = round->unavailable_api;
  if (plan.held.reason == kInvalidResponse) ++counters().invalid_responses;
  if (!answer.ok() || plan.held.reason == kInvalidResponse) {
    reporter_.ReportPlan(round->autoscaler, plan);
    StateOf(round->autoscaler).comparator.Skip();
    round->refused = plan.held.reason == kInputRefused;
    return End(*round);
  }
  round->answer = *std::move(answer);
  reporter_.Decided(round->autoscaler, round->answer);
  if (options().enforce && plan.write.has_value()) return Rescale(round, *plan.write);
  if (options().enforce && plan.held.reason == kScaleToZeroOff) return HoldRescale(round, plan);
  reporter_.ReportPlan(round->autoscaler, plan);
  StateOf(round->autoscaler).RecordDecision(round->request, round->answer, /*write_failed=*/false);
  if (options().enforce) return WriteStatusAndEnd(round, round->answer.status());
  CompareWithReal(*round);
  End(*round);
}

void ReplicaController::CompareWithReal(const Round& round) {
  ReplicaState& replica_state = StateOf(round.autoscaler);
  const v1::HorizontalPodAutoscaler& object = round.autoscaler.object;
  const bool warm = now() - replica_state.since > LongestLookback(object.spec(), downscale_stabilization_);
  const absl::optional<ReplicaComparator::Comparison> comparison =
      replica_state.comparator.Compare(object.status(), round.answer.status(), warm);
  if (comparison.has_value()) reporter_.Compared(round.autoscaler, *comparison);
}

void ReplicaController::HoldReplicas(const Autoscaler& autoscaler, const HoldCause& cause, const absl::Status& status) {
  reporter_.ReportPlan(autoscaler, {absl::nullopt, cause, std::string(status.message())});
  const auto replica_state = states_.find(KeyOf(autoscaler));
  if (replica_state != states_.end()) replica_state->second.comparator.Skip();
}

void ReplicaController::End(const Round& round) {
  const std::string key = KeyOf(round.autoscaler);
  // If the object has changed after the request, the refusal does not apply to it.
  if (round.refused && IsUnchanged(round)) {
    queue_.EndAndWait(key, now(), RefusalDelay());
  } else {
    queue_.End(key, now());
  }
  EndRound();
}

void ReplicaController::EndAndRetry(const Round& round) {
  queue_.EndAndRetry(KeyOf(round.autoscaler), now());
  EndRound();
}

void ReplicaController::DescribeKind(SidecarStatus& status) const {
  status.objects = dependencies().autoscalers.objects().size();
  status.queued = queue_.Overdue(now());
  status.period_overrun = queue_.overrun();
}

}  // namespace cpsizer::sidecar
