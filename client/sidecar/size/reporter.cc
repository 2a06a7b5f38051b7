#include "client/sidecar/size/reporter.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/reverted_writes.h"
#include "server/process/log_fields.h"

namespace cpsizer::sidecar {
namespace {

// Returns an empty cause if the plan is not a hold.
HoldCause CauseOf(const SizePlan& plan) {
  if (plan.state != SizeState::kHeld) return {};
  return {plan.reason, plan.shared, plan.kind};
}

absl::string_view MessageOf(VpaAction action) {
  switch (action) {
    case VpaAction::kCreate:
      return "VPA created";
    case VpaAction::kRepair:
      return "VPA repaired";
    case VpaAction::kDelete:
      return "VPA deleted";
    case VpaAction::kNone:
      break;
  }
  return "";
}

// Returns the dependencies with a `record` that records nothing if `events` is false or while no write is allowed.
ControllerDependencies WithGuardedEvents(ControllerDependencies dependencies, bool events) {
  dependencies.record = [events, may_write = dependencies.may_write,
                         record = std::move(dependencies.record)](const kube::Event& event) {
    if (events && may_write()) record(event);
  };
  return dependencies;
}

constexpr ReportWords kSizeWords = {
    {"hypershift.openshift.io/v1beta1", "HostedCluster"}, "hostedCluster", "RecommendSize", "size held", ""};
constexpr char kSizeHeldEvent[] = "ClusterSizeRecommendationHeld";
constexpr ReportLine kSizeChanged = {LogLevel::kInfo, "size changed", "ClusterSizeRecommendationChanged"};
constexpr ReportLine kSizeContentionBegins = {LogLevel::kWarn, "contention with another writer; writes are paused",
                                              "AnnotationContention"};

}  // namespace

Reporter::Reporter(const Dependencies& dependencies, ControllerState& state, bool events)
    : Report(kSizeWords, WithGuardedEvents(dependencies, events), state), dependencies_(dependencies) {}

bool Reporter::KeepsUnknownSize(const HostedCluster& cluster, const SizePlan& plan) const {
  if (plan.state != SizeState::kHeld || !plan.shared.empty() || cluster.recommended_size.empty()) return false;
  const Configuration* configuration = dependencies_.cache.configuration();
  return configuration != nullptr && !HasSize(configuration->config, cluster.recommended_size);
}

bool Reporter::IsNewOutcome(const HostedCluster& cluster, const SizePlan& plan) const {
  const std::string key = KeyOf(cluster);
  return state().holds.CauseOf(key) != CauseOf(plan) ||
         keep_unknown_size_.contains(key) != KeepsUnknownSize(cluster, plan) ||
         exceed_largest_.contains(key) != (plan.state == SizeState::kNoSizeFits);
}

bool Reporter::NeedsReason(const HostedCluster& cluster, const SizePlan& plan) const {
  if (!plan.note.empty()) return false;
  return !plan.write.empty() || (IsNewOutcome(cluster, plan) && plan.state != SizeState::kSized);
}

void Reporter::LogDecision(const HostedCluster& cluster, const SizePlan& plan) const {
  LogObject(LogLevel::kDebug, "decision", cluster,
            {{"outcome", OutcomeName(plan.state)},
             {"size", plan.write.empty() ? cluster.recommended_size : plan.write},
             {"reason", plan.reason.empty() ? plan.note : plan.reason},
             {"heldBy", plan.held_by}});
}

void Reporter::ReportPlan(const HostedCluster& cluster, const SizePlan& plan) {
  LogDecision(cluster, plan);
  if (!IsNewOutcome(cluster, plan)) return;
  const std::string key = KeyOf(cluster);
  keep_unknown_size_.erase(key);
  exceed_largest_.erase(key);
  if (plan.state != SizeState::kHeld) state().holds.Release(key);
  if (plan.state == SizeState::kNoSizeFits) {
    exceed_largest_.insert(key);
    return Record(cluster, true, "NoSizeFits", plan.note);
  }
  if (plan.state != SizeState::kHeld) return;
  state().holds.Hold(key, CauseOf(plan), plan.note, dependencies_.loop.now());
  if (KeepsUnknownSize(cluster, plan)) keep_unknown_size_.insert(key);
  // A shared cause is logged once for all clusters that it holds.
  if (plan.shared.empty()) Held(cluster, plan);
}

void Reporter::Held(const HostedCluster& cluster, const SizePlan& plan) {
  const bool unknown_size = KeepsUnknownSize(cluster, plan);
  const std::string note =
      unknown_size ? absl::StrCat("the cluster's size ", cluster.recommended_size,
                                  " is not in the configuration, and no other size can be decided: ", plan.note)
                   : plan.note;
  LogObject(unknown_size ? LogLevel::kWarn : LogLevel::kInfo, kSizeWords.held, cluster,
            {{"reason", plan.reason}, {"heldBy", plan.held_by}, {"note", note}});
  // A new cluster that waits for its first recommendation gets no event.
  if (!cluster.recommended_size.empty()) Record(cluster, true, kSizeHeldEvent, note);
}

void Reporter::SizeWritten(const HostedCluster& cluster, const SizePlan& plan) {
  failures_.erase(KeyOf(cluster));
  if (reversals_.Changed(cluster, plan.write, dependencies_.loop.now())) {
    ++dependencies_.counters.size_reversals;
  }
  if (state().holds.ReasonOf(KeyOf(cluster)) == kWriteFailed) ReportPlan(cluster, plan);
  const DecisionInputs& inputs = plan.inputs;
  const std::string note = NoteOf(cluster, plan);
  Say(kSizeChanged, cluster,
      {{"previousSize", cluster.recommended_size},
       {"newSize", plan.write},
       {"driver", inputs.driver},
       {"kubeAPIServerMemory", server::LoggedMemory(inputs.memory)},
       {"kubeAPIServerCPU", inputs.cpu},
       // The same value has two keys. The log lines of the controller in HyperShift use the first key.
       {"memoryFraction", inputs.memory_fraction},
       {"effectiveMemoryFraction", inputs.memory_fraction},
       {"effectiveCPUFraction", inputs.cpu_fraction},
       {"reason", note}},
      note);
}

void Reporter::ContentionBegins(const HostedCluster& cluster, absl::string_view what, absl::string_view who) {
  ++dependencies_.counters.contentions;
  const std::string other_writer = who.empty() ? "another writer"
                                   : who == kFieldManager
                                       ? "a writer with the field manager of cpsizer (an admission webhook, a "
                                         "policy, or another cpsizer-sidecar without the same lease)"
                                       : absl::StrCat("field manager ", kube::Quoted(who));
  const std::string note =
      absl::StrCat(other_writer, " repeatedly reverts ", what, " (", kSizeContention.rounds, " times within ",
                   absl::FormatDuration(kSizeContention.window), "); cpsizer pauses its writes for ",
                   absl::FormatDuration(kSizeContention.lasts));
  Say(kSizeContentionBegins, cluster, {{"note", note}}, note);
}

void Reporter::VpaWritten(const HostedCluster& cluster, VpaAction action) {
  const std::string key = KeyOf(cluster);
  failures_.erase(key);
  if (state().holds.ReasonOf(key) == kWriteFailed) state().holds.Release(key);
  LogObject(LogLevel::kInfo, MessageOf(action), cluster, {});
}

void Reporter::WriteFailed(const HostedCluster& cluster, absl::string_view what, const absl::Status& status,
                           bool refused) {
  const std::string key = KeyOf(cluster);
  const HostedCluster* const now = dependencies_.cache.FindCluster(key);
  const bool held = refused && now != nullptr && now->uid == cluster.uid;
  const std::string error(status.message());
  const bool is_new = held ? state().holds.Hold(key, {kWriteFailed, ""}, error, dependencies_.loop.now())
                           : refused || IsNewFailure(key, what, error);
  if (held && is_new) {
    Record(cluster, true, kSizeHeldEvent, absl::StrCat("the API server refused the write of the ", what, ": ", error));
  }
  const LogLevel level = !is_new ? LogLevel::kDebug : refused ? LogLevel::kError : LogLevel::kWarn;
  LogObject(level, refused ? "the API server refused a write" : "write failed; retrying", cluster,
            {{"write", std::string(what)}, {"error", error}});
}

bool Reporter::IsNewFailure(const std::string& key, absl::string_view what, absl::string_view error) {
  std::string failure = absl::StrCat(what, ": ", error);
  std::string& last = failures_[key];
  if (last == failure) return false;
  last = std::move(failure);
  return true;
}

void Reporter::Delete(const std::string& key) {
  failures_.erase(key);
  keep_unknown_size_.erase(key);
  exceed_largest_.erase(key);
  reversals_.Delete(key);
}

}  // namespace cpsizer::sidecar
