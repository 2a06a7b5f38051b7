#include "client/sidecar/control/sidecar_metrics.h"

#include <map>
#include <string>

#include "server/process/build_metric.h"

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

// A metric with the value of one counter.
struct CounterMetric {
  MetricInfo info;
  int64_t Counters::*count;
};
constexpr CounterMetric kCounters[] = {
    {{"cpsizer_sidecar_service_calls_total",
      MetricType::Counter,
      {"controller"},
      "Calls to the service. A call is about one or many clusters, or about one autoscaler; a call of the controller "
      "machine-autoscalers is about all autoscalers."},
     &Counters::service_calls},
    {{"cpsizer_sidecar_service_failures_total",
      MetricType::Counter,
      {"controller"},
      "Calls to the service that failed. Calls whose input the service refused are not counted."},
     &Counters::service_failures},
    {{"cpsizer_sidecar_invalid_responses_total",
      MetricType::Counter,
      {"controller"},
      "Invalid responses, such as a size that the configuration does not have; nothing is written then."},
     &Counters::invalid_responses},
    {{"cpsizer_sidecar_write_conflicts_total",
      MetricType::Counter,
      {"controller"},
      "Write conflicts; the object is re-read and retried."},
     &Counters::write_conflicts},
    {{"cpsizer_sidecar_write_failures_total",
      MetricType::Counter,
      {"controller"},
      "Writes that failed; write conflicts are not counted."},
     &Counters::write_failures},
    {{"cpsizer_sidecar_stale_plans_total",
      MetricType::Counter,
      {"controller"},
      "Plans that were dropped before the write, because objects had changed."},
     &Counters::stale_plans},
    {{"cpsizer_sidecar_contentions_total",
      MetricType::Counter,
      {"controller"},
      "Starts of contention: another writer repeatedly changes what the sidecar writes."},
     &Counters::contentions},
    {{"cpsizer_sidecar_watch_failures_total",
      MetricType::Counter,
      {"controller"},
      "Watches and lists that failed and were started again."},
     &Counters::watch_failures},
};

constexpr MetricInfo kObjects = {"cpsizer_sidecar_objects",
                                 MetricType::Gauge,
                                 {"controller"},
                                 "Objects in the caches: hosted clusters of the controller size, "
                                 "HorizontalPodAutoscalers of the controller replicas, "
                                 "ControlPlaneMachineSetAutoscalers of the controller machines, MachineAutoscalers of "
                                 "the controller machine-autoscalers, the ClusterAutoscaler of the controller "
                                 "cluster-autoscalers."};
constexpr MetricInfo kDecisions = {
    "cpsizer_sidecar_decisions_total",
    MetricType::Counter,
    {"controller", "outcome"},
    "Decisions of the service, counted for each object. Outcomes of the controller size: sized, no_size_fits, held. Of "
    "replicas: rescale, keep, disabled, metrics_failed, target_unreadable. Of machines: scale_up, scale_down, hold. Of "
    "machine-autoscalers: bounds, deleted, invalid, target_not_found, target_owned, target_unreadable. Of "
    "cluster-autoscalers: runs, absent, invalid."};
constexpr MetricInfo kHeldBegun = {"cpsizer_sidecar_held_total",
                                   MetricType::Counter,
                                   {"controller", "reason"},
                                   "Holds that began, by reason; a held object stays as it is."};
constexpr MetricInfo kHeld = {
    "cpsizer_sidecar_held", MetricType::Gauge, {"controller", "reason"}, "Objects that are held, by reason."};
constexpr MetricInfo kLongestHold = {
    "cpsizer_sidecar_longest_hold_seconds",
    MetricType::Gauge,
    {"controller", "reason"},
    "Age of the oldest hold among the objects that are held for this reason now. The age includes the time for which "
    "the object was held for other reasons, but no time before this process began to decide."};
constexpr MetricInfo kAgreements = {
    "cpsizer_sidecar_observed_decisions_total",
    MetricType::Counter,
    {"controller", "agreement"},
    "Decisions of --mode=observe compared with the cluster: agree, disagree, absent or held. The controller replicas "
    "also has pending (differs for the first time) and warming_up (differs, and the history is still too short). The "
    "meaning of disagree: for machines, the size would change; for machine-autoscalers, the MachineAutoscaler or its "
    "MachineSet would be written; for cluster-autoscalers, an object would be written."};
constexpr MetricInfo kObserved = {"cpsizer_sidecar_observed",
                                  MetricType::Gauge,
                                  {"controller", "agreement"},
                                  "Objects of --mode=observe, by the result of their last comparison."};
constexpr MetricInfo kContended = {
    "cpsizer_sidecar_contended",
    MetricType::Gauge,
    {"controller"},
    "Objects of --mode=enforce that another writer changes too. For size: clusters whose writes are paused. For "
    "replicas: autoscalers whose status the other writer has changed within ten minutes. For machine-autoscalers: "
    "MachineSets whose writes are paused. For cluster-autoscalers: 1 while the writes of at least one object are "
    "paused."};
constexpr MetricInfo kWrites = {
    "cpsizer_sidecar_writes_total",
    MetricType::Counter,
    {"controller", "kind"},
    "Writes that succeeded. The label kind says what was written: size, vpa, condition, scale, status, machine_set or "
    "finalizer. For objects of the cluster-autoscaler it is create, update or delete."};
constexpr MetricInfo kQueue = {
    "cpsizer_sidecar_queue_depth", MetricType::Gauge, {"controller"}, "Objects that wait for a decision."};
constexpr MetricInfo kWaiting = {
    "cpsizer_sidecar_writes_waiting", MetricType::Gauge, {"controller"}, "Planned writes that wait to be sent."};
constexpr MetricInfo kWriting = {
    "cpsizer_sidecar_writes_in_flight", MetricType::Gauge, {"controller"}, "Writes in flight to the API server."};
constexpr MetricInfo kLeader = {"cpsizer_sidecar_leader",
                                MetricType::Gauge,
                                {"controller"},
                                "1 if this process decides, 0 if it waits for the lease."};
constexpr MetricInfo kSynced = {"cpsizer_sidecar_synced",
                                MetricType::Gauge,
                                {"controller"},
                                "1 if the caches are synced, 0 while objects are listed again."};
constexpr MetricInfo kRounds = {
    "cpsizer_sidecar_rounds_in_flight",
    MetricType::Gauge,
    {"controller"},
    "Rounds in progress. A round observes objects, calls the service and, except for size, writes. A round of replicas "
    "or machines is about one object, a round of machine-autoscalers or cluster-autoscalers about all objects, a round "
    "of size about many."};
constexpr MetricInfo kOverrun = {
    "cpsizer_sidecar_period_overrun_seconds",
    MetricType::Gauge,
    {"controller"},
    "How much longer than --sync-period an object waited for its latest decision: 0 if the decisions about all objects "
    "complete within this period. Only for the controller replicas."};

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
  add(kObjects, status.objects);
  add(kQueue, status.queued);
  add(kRounds, status.rounds);
  add(kWaiting, status.writes_waiting);
  add(kWriting, status.writes_in_flight);
  add(kContended, status.contended);
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
         {kObjects, kDecisions, kHeldBegun, kHeld, kLongestHold, kAgreements, kObserved, kContended, kWrites, kQueue,
          kRounds, kOverrun, kWaiting, kWriting, kLeader, kSynced, server::kBuildInfo}) {
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
  families.push_back(OfController(kDecisions, status, status.counters.decisions));
  families.push_back(OfController(kWrites, status, status.counters.writes));
  families.push_back(OfController(kAgreements, status, status.agreements));
  families.push_back(OfController(kObserved, status, status.observed));
  if (status.kind != nullptr) status.kind->Collect(status, families);
  return families;
}

}  // namespace cpsizer::sidecar
