#include "client/sidecar/control/sidecar_metrics.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/substitute.h"
#include "client/sidecar/control/controllers.h"
#include "server/process/build_metric.h"

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

// These functions return a metric with the label `controller` and, if it is not empty, another label.
constexpr MetricInfo CounterInfo(absl::string_view name, absl::string_view help, absl::string_view label = "") {
  return {name, MetricType::Counter, {"controller", label}, help};
}
constexpr MetricInfo GaugeInfo(absl::string_view name, absl::string_view help, absl::string_view label = "") {
  return {name, MetricType::Gauge, {"controller", label}, help};
}

// A metric with the value of one counter.
struct CounterMetric {
  MetricInfo info;
  int64_t Counters::*count;
};
constexpr CounterMetric kCounters[] = {
    {CounterInfo("cpsizer_sidecar_service_calls_total",
                 "Calls to the service. A call is about one or many clusters, or about one autoscaler; a call of the "
                 "controller machine-autoscalers is about all autoscalers."),
     &Counters::service_calls},
    {CounterInfo("cpsizer_sidecar_service_failures_total",
                 "Calls to the service that failed. Calls whose input the service refused are not counted."),
     &Counters::service_failures},
    {CounterInfo("cpsizer_sidecar_invalid_responses_total",
                 "Invalid responses, such as a size that the configuration does not have; nothing is written then."),
     &Counters::invalid_responses},
    {CounterInfo("cpsizer_sidecar_write_conflicts_total", "Write conflicts; the object is re-read and retried."),
     &Counters::write_conflicts},
    {CounterInfo("cpsizer_sidecar_write_failures_total", "Writes that failed; write conflicts are not counted."),
     &Counters::write_failures},
    {CounterInfo("cpsizer_sidecar_stale_plans_total",
                 "Plans that were dropped before the write, because objects had changed."),
     &Counters::stale_plans},
    {CounterInfo("cpsizer_sidecar_contentions_total",
                 "Starts of contention: another writer repeatedly changes what the sidecar writes."),
     &Counters::contentions},
    {CounterInfo("cpsizer_sidecar_watch_failures_total", "Watches and lists that failed and were started again."),
     &Counters::watch_failures},
};

constexpr MetricInfo kHeldBegun =
    CounterInfo("cpsizer_sidecar_held_total", "Holds that began, by reason; a held object stays as it is.", "reason");
constexpr MetricInfo kHeld = GaugeInfo("cpsizer_sidecar_held", "Objects that are held, by reason.", "reason");
constexpr MetricInfo kLongestHold =
    GaugeInfo("cpsizer_sidecar_longest_hold_seconds",
              "Age of the oldest hold among the objects that are held for this reason now. The age includes the time "
              "for which the object was held for other reasons, but no time before this process began to decide.",
              "reason");
constexpr MetricInfo kObserved = GaugeInfo(
    "cpsizer_sidecar_observed", "Objects of --mode=observe, by the result of their last comparison.", "agreement");
constexpr MetricInfo kQueue = GaugeInfo("cpsizer_sidecar_queue_depth", "Objects that wait for a decision.");
constexpr MetricInfo kWaiting = GaugeInfo("cpsizer_sidecar_writes_waiting", "Planned writes that wait to be sent.");
constexpr MetricInfo kWriting = GaugeInfo("cpsizer_sidecar_writes_in_flight", "Writes in flight to the API server.");
constexpr MetricInfo kLeader =
    GaugeInfo("cpsizer_sidecar_leader", "1 if this process decides, 0 if it waits for the lease.");
constexpr MetricInfo kSynced =
    GaugeInfo("cpsizer_sidecar_synced", "1 if the caches are synced, 0 while objects are listed again.");
constexpr MetricInfo kOverrun =
    GaugeInfo("cpsizer_sidecar_period_overrun_seconds",
              "How much longer than --sync-period an object waited for its latest decision: 0 if the decisions about "
              "all objects complete within this period. Only for the controller replicas.");

// Returns `format` for each controller whose `word` is not empty. In `format`, $0 is the label of the controller, and
// $1 is the word.
std::string OfEach(const char* ControllerInfo::*word, absl::string_view format, absl::string_view separator) {
  std::vector<std::string> parts;
  for (const ControllerInfo* info : Controllers()) {
    if (*(info->*word) != 0) parts.push_back(absl::Substitute(format, info->label, info->*word));
  }
  return absl::StrJoin(parts, separator);
}

// Returns `list` with ` or ` instead of the last comma.
std::string WithOr(std::string list) {
  const size_t comma = list.rfind(", ");
  return comma == std::string::npos ? list : list.replace(comma, 2, " or ");
}

// Returns the labels of the controllers whose rounds have this scope.
std::string LabelsOf(RoundScope scope) {
  std::vector<absl::string_view> labels;
  for (const ControllerInfo* info : Controllers()) {
    if (info->scope == scope) labels.emplace_back(info->label);
  }
  return WithOr(absl::StrJoin(labels, ", "));
}

// The metrics whose help contains words of each controller.
struct WordedMetrics {
  const std::string objects_help =
      absl::StrCat("Objects in the caches: ", OfEach(&ControllerInfo::cached, "$1 of the controller $0", ", "), ".");
  const std::string decisions_help =
      absl::StrCat("Decisions of the service, counted for each object. Outcomes of the controller ",
                   OfEach(&ControllerInfo::outcomes, "$0: $1", ". Of "), ".");
  const std::string agreements_help =
      absl::StrCat("Decisions of --mode=observe compared with the cluster: agree, disagree, absent or held. ",
                   OfEach(&ControllerInfo::agreements, "The controller $0 also has $1. ", ""),
                   "The meaning of disagree: ", OfEach(&ControllerInfo::disagrees, "for $0, $1", "; "), ".");
  const std::string contended_help = absl::StrCat("Objects of --mode=enforce that another writer changes too. ",
                                                  OfEach(&ControllerInfo::contended, "For $0: $1.", " "));
  const std::string writes_help = absl::StrCat("Writes that succeeded. The label kind says what was written: ",
                                               WithOr(OfEach(&ControllerInfo::writes, "$1", ", ")), ".",
                                               OfEach(&ControllerInfo::more_writes, " $1", ""));
  const std::string rounds_help = absl::StrCat(
      "Rounds in progress. A round observes objects, calls the service and, except for size, writes. A round of ",
      LabelsOf(RoundScope::kOne), " is about one object, a round of ", LabelsOf(RoundScope::kAll),
      " about all objects, a round of ", LabelsOf(RoundScope::kMany), " about many.");

  const MetricInfo objects = GaugeInfo("cpsizer_sidecar_objects", objects_help);
  const MetricInfo decisions = CounterInfo("cpsizer_sidecar_decisions_total", decisions_help, "outcome");
  const MetricInfo agreements = CounterInfo("cpsizer_sidecar_observed_decisions_total", agreements_help, "agreement");
  const MetricInfo contended = GaugeInfo("cpsizer_sidecar_contended", contended_help);
  const MetricInfo writes = CounterInfo("cpsizer_sidecar_writes_total", writes_help, "kind");
  const MetricInfo rounds = GaugeInfo("cpsizer_sidecar_rounds_in_flight", rounds_help);
};

const WordedMetrics& Worded() {
  static const auto& metrics = *new WordedMetrics;
  return metrics;
}

MetricFamily OfController(const MetricInfo& info, const SidecarStatus& status, double value) {
  return FamilyBuilder(info).Add({status.controller}, value).Build();
}

MetricFamily OfController(const MetricInfo& info, const SidecarStatus& status,
                          const std::map<std::string, int64_t>& counts) {
  FamilyBuilder family(info);
  for (const auto& [key, count] : counts) family.Add({status.controller, key}, static_cast<double>(count));
  return family.Build();
}

void CollectHolds(const SidecarStatus& status, std::vector<MetricFamily>& families) {
  families.push_back(OfController(kHeldBegun, status, status.held_begun));
  FamilyBuilder held(kHeld), longest(kLongestHold);
  for (const auto& [reason, ones] : status.held) {
    held.Add({status.controller, reason}, static_cast<double>(ones.count));
    longest.Add({status.controller, reason}, absl::ToDoubleSeconds(ones.longest));
  }
  families.push_back(held.Build());
  families.push_back(longest.Build());
}

void CollectNumbers(const SidecarStatus& status, std::vector<MetricFamily>& families) {
  const auto add = [&](const MetricInfo& info, auto value) {
    families.push_back(OfController(info, status, static_cast<double>(value)));
  };
  for (const CounterMetric& metric : kCounters) add(metric.info, status.counters.*metric.count);
  add(Worded().objects, status.objects);
  add(kQueue, status.queued);
  add(Worded().rounds, status.rounds);
  add(kWaiting, status.writes_waiting);
  add(kWriting, status.writes_in_flight);
  add(Worded().contended, status.contended);
  add(kLeader, status.leads ? 1 : 0);
  add(kSynced, status.synced ? 1 : 0);
  if (status.period_overrun.has_value()) add(kOverrun, absl::ToDoubleSeconds(*status.period_overrun));
}

}  // namespace

absl::Span<const MetricInfo> ControlMetricTable() {
  static const std::vector<MetricInfo>& table = *[] {
    auto* const all = new std::vector<MetricInfo>;
    for (const CounterMetric& metric : kCounters) all->push_back(metric.info);
    for (const MetricInfo& info :
         {Worded().objects, Worded().decisions, kHeldBegun, kHeld, kLongestHold, Worded().agreements, kObserved,
          Worded().contended, Worded().writes, kQueue, Worded().rounds, kOverrun, kWaiting, kWriting, kLeader, kSynced,
          server::kBuildInfo}) {
      all->push_back(info);
    }
    return all;
  }();
  return table;
}

std::vector<MetricFamily> CollectSidecarMetrics(const SidecarStatus& status) {
  std::vector<MetricFamily> families;
  families.push_back(server::CollectBuildInfo());
  if (status.controller.empty()) return families;
  CollectNumbers(status, families);
  CollectHolds(status, families);
  families.push_back(OfController(Worded().decisions, status, status.counters.decisions));
  families.push_back(OfController(Worded().writes, status, status.counters.writes));
  families.push_back(OfController(Worded().agreements, status, status.agreements));
  families.push_back(OfController(kObserved, status, status.observed));
  if (status.kind != nullptr) status.kind->Collect(status, families);
  return families;
}

}  // namespace cpsizer::sidecar
