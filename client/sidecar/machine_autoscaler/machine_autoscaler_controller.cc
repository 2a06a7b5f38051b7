#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

constexpr size_t kMostScalingWrites = 10;
// The period if no object changes.
constexpr absl::Duration kScalingPeriod = absl::Minutes(10);
constexpr absl::Duration kInvalidScalingWait = absl::Minutes(1);
constexpr char kScalingAnnotations[] = "annotations";

// Adds a prefix, so that the key differs from the keys of MachineAutoscalers. A MachineAutoscaler often has the name of
// its MachineSet.
std::string ContentionKey(const std::string& target) {
  return absl::StrCat("MachineSet ", target);
}

}  // namespace

MachineAutoscalerController::MachineAutoscalerController(Dependencies dependencies, Options options)
    : SerialController(std::move(dependencies), std::move(options), kMostScalingWrites),
      reporter_(this->dependencies(), state()) {}

const ScalingTarget* MachineAutoscalerController::FindTarget(const std::string& name) const {
  return dependencies().targets.Find(absl::StrCat(options().machine_namespace, "/", name));
}

void MachineAutoscalerController::Changed() {
  RecordReverted();
  DueAt(now());
}

void MachineAutoscalerController::RecordReverted() {
  for (const std::string& key : written_targets_.TakeReverted(dependencies().targets)) {
    const ScalingTarget& target = *dependencies().targets.Find(key);
    if (!state().contentions.Changed(ContentionKey(target.name), kScalingAnnotations, now())) {
      continue;
    }
    contended_.insert(target.name);
    const std::string* const owner = AnnotationOf(target.machine_set, kScalingOwnerKey);
    reporter_.ContentionBegins(target, owner == nullptr ? nullptr : FindAutoscaler(*owner));
  }
}

void MachineAutoscalerController::NoteEndOfContention() {
  for (auto it = contended_.begin(); it != contended_.end();) {
    const bool is_there = FindTarget(*it) != nullptr;
    if (!is_there) state().contentions.Delete(ContentionKey(*it));
    const bool has_ended = state().contentions.Ended(ContentionKey(*it), kScalingAnnotations, now());
    if (has_ended) reporter_.ContentionEnds(*FindTarget(*it));
    it = is_there && !has_ended ? std::next(it) : contended_.erase(it);
  }
}

MachineAutoscalerController::RoundPtr MachineAutoscalerController::BeginRound() {
  RemoveDeleted();
  NoteEndOfContention();
  if (unsettled_targets_.Settle(dependencies().targets, now())) {
    // Decisions continue when list_again() calls Start(), after MachineAutoscalers and MachineSets are listed.
    loop().Post(IfAlive([this] { dependencies().list_again(); }));
    return nullptr;
  }
  auto round = std::make_shared<Round>();
  AddObjects(*round);
  return round->request.machine_autoscalers_size() > 0 ? round : nullptr;
}

void MachineAutoscalerController::RemoveDeleted() {
  for (auto it = known_.begin(); it != known_.end();) {
    const bool is_there = FindAutoscaler(*it) != nullptr;
    if (!is_there) reporter_.Delete(*it);
    it = is_there ? std::next(it) : known_.erase(it);
  }
}

void MachineAutoscalerController::AddObjects(Round& round) {
  round.request.mutable_operator_()->set_namespace_(options().machine_namespace);
  for (const MachineAutoscaler* const object : Sorted(dependencies().autoscalers)) {
    const std::string key = KeyOf(*object);
    known_.insert(key);
    if (object->problem.empty()) {
      round.indices[key] = round.request.machine_autoscalers_size();
      *round.request.add_machine_autoscalers() = object->autoscaler;
      round.versions[absl::StrCat("MachineAutoscaler ", key)] = object->resource_version;
    } else {
      round.state.unreadable_autoscalers.insert(key);
      reporter_.SetHold(*object, {kAutoscalerUnreadable, ""}, object->problem);
    }
  }
  for (const ScalingTarget* const target : Sorted(dependencies().targets)) {
    if (target->problem.empty()) {
      *round.request.add_machine_sets() = target->machine_set;
      round.versions[absl::StrCat("MachineSet ", target->name)] = target->resource_version;
    } else {
      round.state.unreadable_targets[target->name] = *target;
    }
  }
  round.state.unsettled_targets = unsettled_targets_.Names();
  round.state.all_steps = !options().enforce;
}

void MachineAutoscalerController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  dependencies().service.PlanClusterAutoscaler(round->request, std::move(answered));
}

void MachineAutoscalerController::HoldAll(const Round& round, const HoldCause& cause, const std::string& note) {
  for (const v1::MachineAutoscaler& autoscaler : round.request.machine_autoscalers()) {
    const MachineAutoscaler* const object = FindAutoscaler(KeyOfMetadata(autoscaler.metadata()));
    if (object != nullptr) reporter_.SetHold(*object, cause, note);
  }
}

void MachineAutoscalerController::OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) {
  HoldAll(*round, {kServiceFailed, kService}, std::string(status.message()));
  EndAfter(wait);
}

void MachineAutoscalerController::OnResponse(const RoundPtr& round, Answer answer) {
  if (!IsCurrent(*round)) return EndRound();
  if (!answer.ok()) {
    HoldAll(*round, {kInputRefused, ""}, std::string(answer.status().message()));
    return EndAfter(RefusalDelay());
  }
  const ScalingPlan plan = PlanScaling(round->request, *answer, round->state);
  if (!plan.invalid.empty()) {
    ++counters().invalid_responses;
    HoldAll(*round, {kInvalidResponse, ""}, plan.invalid);
    return EndAfter(kInvalidScalingWait);
  }
  round->is_partly_invalid = std::any_of(plan.results.begin(), plan.results.end(), [](const ScalingResult& result) {
    return result.held.reason == kInvalidResponse;
  });
  if (round->is_partly_invalid) ++counters().invalid_responses;
  ClearDelays(plan);
  const std::vector<ScalingStep> ready = Report(plan);
  if (!options().enforce) {
    ReportObserved(plan);
    return EndAfter(round->is_partly_invalid ? kInvalidScalingWait : kScalingPeriod);
  }
  for (const ScalingResult& result : plan.results) round->messages[result.autoscaler] = result.message;
  round->open = ready.size();
  if (ready.empty()) return EndWrites(round);
  for (const ScalingStep& step : ready) Send(round, step);
}

std::vector<ScalingStep> MachineAutoscalerController::Report(const ScalingPlan& plan) {
  std::vector<ScalingStep> ready;
  std::map<std::string, std::pair<HoldCause, std::string>> delayed;  // by key of the MachineAutoscaler
  contended_until_ = absl::InfiniteFuture();
  for (const ScalingStep& step : plan.steps) {
    const std::string error = delays_.ErrorOf(step.WrittenObject());
    if (IsContended(step)) {
      delayed[step.autoscaler] = {{kContention, ""}, absl::StrCat("another writer repeatedly changes ", step.target)};
      contended_until_ = std::min(contended_until_, ContendedUntil(step));
    } else if (!error.empty()) {
      delayed.try_emplace(step.autoscaler, HoldCause{kWriteFailed, ""}, error);
    }
    if (!Waits(step)) ready.push_back(step);
  }
  for (const ScalingResult& result : plan.results) {
    const MachineAutoscaler* const object = FindAutoscaler(result.autoscaler);
    if (object == nullptr) continue;
    if (!result.outcome.empty()) reporter_.Decided(*object, result);
    const auto delay = delayed.find(result.autoscaler);
    const bool is_delayed = result.held.reason.empty() && delay != delayed.end();
    reporter_.SetHold(*object, is_delayed ? delay->second.first : result.held,
                      is_delayed ? delay->second.second : result.message);
    if (options().enforce) reporter_.Warn(*object, result);
  }
  return ready;
}

absl::Time MachineAutoscalerController::ContendedUntil(const ScalingStep& step) {
  return state().contentions.Until(ContentionKey(step.target), kScalingAnnotations);
}

bool MachineAutoscalerController::Waits(const ScalingStep& step) {
  return IsContended(step) || !delays_.MayWrite(step.WrittenObject(), now());
}

void MachineAutoscalerController::ClearDelays(const ScalingPlan& plan) {
  std::set<std::string> planned;
  for (const ScalingStep& step : plan.steps) planned.insert(step.WrittenObject());
  delays_.ForgetAllBut(planned);
}

void MachineAutoscalerController::ReportObserved(const ScalingPlan& plan) {
  reporter_.Observed(options().machine_namespace, plan.steps);
  for (const ScalingResult& result : plan.results) {
    const MachineAutoscaler* const object = FindAutoscaler(result.autoscaler);
    if (object == nullptr) continue;
    const std::string& target = object->autoscaler.spec().scale_target_ref().name();
    reporter_.Compared(*object, std::any_of(plan.steps.begin(), plan.steps.end(), [&](const ScalingStep& step) {
      return step.autoscaler == result.autoscaler || (step.writes_target() && step.target == target);
    }));
  }
}

void MachineAutoscalerController::EndWrites(const RoundPtr& round) {
  if (round->repeats) return EndAfter(absl::ZeroDuration());
  const absl::Duration wait = std::max(NextRetry() - now(), absl::ZeroDuration());
  EndAfter(round->is_partly_invalid ? std::min(wait, kInvalidScalingWait) : wait);
}

absl::Time MachineAutoscalerController::NextRetry() const {
  return std::min({now() + kScalingPeriod, delays_.Next(now()), contended_until_, unsettled_targets_.Next()});
}

}  // namespace cpsizer::sidecar
