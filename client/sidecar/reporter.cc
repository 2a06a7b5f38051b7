#include "client/sidecar/reporter.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/sidecar/contention.h"

namespace cpsizer::sidecar {
namespace {

// Reasons that hold all clusters at once: one line of the log and one event, elsewhere, say enough.
bool IsShared(absl::string_view reason) {
  return reason == kConfigurationReason || reason == kServiceReason;
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

bool Reporter::IsNews(const std::string& key, const SizePlan& plan) const {
  const auto it = last_.find(key);
  if (it == last_.end()) return plan.standing == Standing::kHeld || plan.standing == Standing::kNoSizeFits;
  return it->second.standing != plan.standing || it->second.reason != plan.reason;
}

bool Reporter::NeedsReason(const HostedCluster& cluster, const SizePlan& plan) const {
  if (!plan.note.empty()) return false;
  return !plan.write.empty() || (IsNews(KeyOf(cluster), plan) && plan.standing != Standing::kSized);
}

void Reporter::Standing(const HostedCluster& cluster, const SizePlan& plan) {
  const std::string key = KeyOf(cluster);
  if (!IsNews(key, plan)) return;
  const bool unremarkable = plan.standing == Standing::kSized || plan.standing == Standing::kNotEligible;
  if (unremarkable) {
    last_.erase(key);
    return;
  }
  last_[key] = {plan.standing, plan.reason};
  if (plan.standing == Standing::kNoSizeFits) return Record(cluster, true, "NoSizeFits", plan.note);
  ++seams_.counters.held[plan.reason];
  if (IsShared(plan.reason)) return;
  seams_.log(LogLevel::kInfo, "size held",
             {{"namespace", cluster.name_space},
              {"hostedCluster", cluster.name},
              {"reason", plan.reason},
              {"note", plan.note}});
  // A new cluster waits for its first recommendation: nothing is being held then.
  if (!cluster.recommended_size.empty()) Record(cluster, true, "ClusterSizeRecommendationHeld", plan.note);
}

void Reporter::SizeWritten(const HostedCluster& cluster, const SizePlan& plan) {
  const Grounds& grounds = plan.grounds;
  const LogField all[] = {
      {"namespace", cluster.name_space},
      {"hostedCluster", cluster.name},
      {"previousSize", cluster.recommended_size},
      {"newSize", plan.write},
      {"driver", grounds.driver},
      {"kubeAPIServerMemory", grounds.memory},
      {"kubeAPIServerCPU", grounds.cpu},
      // Twice: the first is the name that the existing controller's lines have.
      {"memoryFraction", grounds.memory_fraction},
      {"effectiveMemoryFraction", grounds.memory_fraction},
      {"effectiveCPUFraction", grounds.cpu_fraction},
      {"reason", plan.note},
  };
  std::vector<LogField> fields;
  std::copy_if(std::begin(all), std::end(all), std::back_inserter(fields),
               [](const LogField& field) { return !field.value.empty(); });
  seams_.log(LogLevel::kInfo, "size changed", fields);
  Record(cluster, false, "ClusterSizeRecommendationChanged", plan.note);
}

void Reporter::Contention(const HostedCluster& cluster, absl::string_view what) {
  ++seams_.counters.contentions;
  const std::string note =
      absl::StrCat("something else keeps undoing ", what, " (", sidecar::Contention::kRounds, " times within ",
                   absl::FormatDuration(sidecar::Contention::kWindow), "); cpsizer leaves it alone for ",
                   absl::FormatDuration(sidecar::Contention::kPause));
  seams_.log(LogLevel::kWarn, "contention",
             {{"namespace", cluster.name_space}, {"hostedCluster", cluster.name}, {"note", note}});
  Record(cluster, true, "AnnotationContention", note);
}

void Reporter::VpaWritten(const HostedCluster& cluster, VpaAction action) {
  seams_.log(LogLevel::kInfo, MessageOf(action), {{"namespace", cluster.name_space}, {"hostedCluster", cluster.name}});
}

void Reporter::WriteFailed(const HostedCluster& cluster, absl::string_view what, const absl::Status& status,
                           bool final) {
  seams_.log(final ? LogLevel::kError : LogLevel::kWarn, final ? "write refused" : "write failed, trying again",
             {{"namespace", cluster.name_space},
              {"hostedCluster", cluster.name},
              {"write", std::string(what)},
              {"error", std::string(status.message())}});
}

void Reporter::Record(const HostedCluster& cluster, bool warning, absl::string_view reason, absl::string_view note) {
  if (!events_ || !seams_.may_write()) return;
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
  seams_.writer->Record(event);
}

}  // namespace cpsizer::sidecar
