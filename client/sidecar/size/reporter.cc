#include "client/sidecar/size/reporter.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"
#include "client/sidecar/control/field_manager.h"
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

}  // namespace

bool Reporter::KeepsUnknownSize(const HostedCluster& cluster, const SizePlan& plan) const {
  if (plan.state != SizeState::kHeld || !plan.shared.empty() || cluster.recommended_size.empty()) return false;
  const Configuration* configuration = dependencies_.cache.configuration();
  return configuration != nullptr && !HasSize(configuration->config, cluster.recommended_size);
}

bool Reporter::IsNewOutcome(const HostedCluster& cluster, const SizePlan& plan) const {
  const std::string key = KeyOf(cluster);
  return holds_.CauseOf(key) != CauseOf(plan) || keep_unknown_size_.contains(key) != KeepsUnknownSize(cluster, plan) ||
         exceed_largest_.contains(key) != (plan.state == SizeState::kNoSizeFits);
}

bool Reporter::NeedsReason(const HostedCluster& cluster, const SizePlan& plan) const {
  if (!plan.note.empty()) return false;
  return !plan.write.empty() || (IsNewOutcome(cluster, plan) && plan.state != SizeState::kSized);
}

void Reporter::LogDecision(const HostedCluster& cluster, const SizePlan& plan) const {
  dependencies_.log(LogLevel::kDebug, "decision",
                    WithoutEmpty({{"namespace", cluster.name_space},
                                  {"hostedCluster", cluster.name},
                                  {"outcome", OutcomeName(plan.state)},
                                  {"size", plan.write.empty() ? cluster.recommended_size : plan.write},
                                  {"reason", plan.reason.empty() ? plan.note : plan.reason},
                                  {"heldBy", plan.held_by}}));
}

void Reporter::ReportPlan(const HostedCluster& cluster, const SizePlan& plan) {
  LogDecision(cluster, plan);
  if (!IsNewOutcome(cluster, plan)) return;
  const std::string key = KeyOf(cluster);
  keep_unknown_size_.erase(key);
  exceed_largest_.erase(key);
  if (plan.state != SizeState::kHeld) holds_.Release(key);
  if (plan.state == SizeState::kNoSizeFits) {
    exceed_largest_.insert(key);
    return Record(cluster, true, "NoSizeFits", plan.note);
  }
  if (plan.state != SizeState::kHeld) return;
  holds_.Hold(key, CauseOf(plan), plan.note, dependencies_.loop.now());
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
  dependencies_.log(unknown_size ? LogLevel::kWarn : LogLevel::kInfo, "size held",
                    WithoutEmpty({{"namespace", cluster.name_space},
                                  {"hostedCluster", cluster.name},
                                  {"reason", plan.reason},
                                  {"heldBy", plan.held_by},
                                  {"note", note}}));
  // A new cluster that waits for its first recommendation gets no event.
  if (!cluster.recommended_size.empty()) Record(cluster, true, "ClusterSizeRecommendationHeld", note);
}

void Reporter::SizeWritten(const HostedCluster& cluster, const SizePlan& plan) {
  failures_.erase(KeyOf(cluster));
  if (reversals_.Changed(cluster, plan.write, dependencies_.loop.now())) {
    ++dependencies_.counters.size_reversals;
  }
  if (holds_.ReasonOf(KeyOf(cluster)) == kWriteFailed) ReportPlan(cluster, plan);
  const DecisionInputs& inputs = plan.inputs;
  std::vector<LogField> all = {
      {"namespace", cluster.name_space},
      {"hostedCluster", cluster.name},
      {"previousSize", cluster.recommended_size},
      {"newSize", plan.write},
      {"driver", inputs.driver},
      {"kubeAPIServerMemory", server::LoggedMemory(inputs.memory)},
      {"kubeAPIServerCPU", inputs.cpu},
      // The same value has two keys. The log lines of the controller in HyperShift use the first key.
      {"memoryFraction", inputs.memory_fraction},
      {"effectiveMemoryFraction", inputs.memory_fraction},
      {"effectiveCPUFraction", inputs.cpu_fraction},
      {"reason", plan.note},
  };
  dependencies_.log(LogLevel::kInfo, "size changed", WithoutEmpty(std::move(all)));
  Record(cluster, false, "ClusterSizeRecommendationChanged", plan.note);
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
  dependencies_.log(LogLevel::kWarn, "contention with another writer; writes are paused",
                    {{"namespace", cluster.name_space}, {"hostedCluster", cluster.name}, {"note", note}});
  Record(cluster, true, "AnnotationContention", note);
}

void Reporter::VpaWritten(const HostedCluster& cluster, VpaAction action) {
  const std::string key = KeyOf(cluster);
  failures_.erase(key);
  if (holds_.ReasonOf(key) == kWriteFailed) holds_.Release(key);
  dependencies_.log(LogLevel::kInfo, MessageOf(action),
                    {{"namespace", cluster.name_space}, {"hostedCluster", cluster.name}});
}

void Reporter::WriteFailed(const HostedCluster& cluster, absl::string_view what, const absl::Status& status,
                           bool refused) {
  const std::string key = KeyOf(cluster);
  const HostedCluster* const now = dependencies_.cache.FindCluster(key);
  const bool held = refused && now != nullptr && now->uid == cluster.uid;
  const std::string error(status.message());
  const bool is_new = held ? holds_.Hold(key, {kWriteFailed, ""}, error, dependencies_.loop.now())
                           : refused || IsNewFailure(key, what, error);
  if (held && is_new) {
    Record(cluster, true, "ClusterSizeRecommendationHeld",
           absl::StrCat("the API server refused the write of the ", what, ": ", error));
  }
  const LogLevel level = !is_new ? LogLevel::kDebug : refused ? LogLevel::kError : LogLevel::kWarn;
  dependencies_.log(level, refused ? "the API server refused a write" : "write failed; retrying",
                    {{"namespace", cluster.name_space},
                     {"hostedCluster", cluster.name},
                     {"write", std::string(what)},
                     {"error", error}});
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

void Reporter::Record(const HostedCluster& cluster, bool warning, absl::string_view reason, absl::string_view note) {
  if (!events_ || !dependencies_.may_write()) return;
  kube::Event event;
  event.warning = warning;
  event.reason = std::string(reason);
  event.action = "RecommendSize";
  event.note = std::string(note);
  event.api_version = "hypershift.openshift.io/v1beta1";
  event.kind = "HostedCluster";
  event.name_space = cluster.name_space;
  event.name = cluster.name;
  event.uid = cluster.uid;
  dependencies_.writer->Record(event);
}

}  // namespace cpsizer::sidecar
