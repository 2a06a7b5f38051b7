#include "client/sidecar/replicas/replica_metrics.h"

#include <cstdint>
#include <map>
#include <string>

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

enum Metric {
  kAutoscalers,
  kDeciding,
  kPeriodOverrun,
  kContended,
  kDecisions,
  kObserved,
  kObservedNow,
  kHeldBegun,
  kHeldNow,
  kLongestHold
};

constexpr MetricInfo kTable[] = {
    {"cpsizer_sidecar_autoscalers", MetricType::Gauge, {}, "HorizontalPodAutoscalers that are known."},
    {"cpsizer_sidecar_autoscalers_deciding",
     MetricType::Gauge,
     {},
     "Autoscalers that are being looked at and decided right now."},
    {"cpsizer_sidecar_period_overrun_seconds",
     MetricType::Gauge,
     {"controller"},
     "Time by which the latest decision came later than a period after the one before: 0 where the decisions of all "
     "objects fit into the period."},
    {"cpsizer_sidecar_autoscalers_contended",
     MetricType::Gauge,
     {},
     "Autoscalers of --mode=enforce about which another controller decides too: their status has moved within ten "
     "minutes."},
    {"cpsizer_sidecar_replica_decisions_total",
     MetricType::Counter,
     {"outcome"},
     "Decisions about autoscalers: rescale, keep, disabled, metrics_failed or target_unreadable."},
    {"cpsizer_sidecar_observed_replica_decisions_total",
     MetricType::Counter,
     {"agreement"},
     "Decisions of --mode=observe beside those of kube-controller-manager: agree, pending (differs for the first "
     "time), "
     "warming_up (differs, and the history is still too short), disagree, or absent (no status is there)."},
    {"cpsizer_sidecar_observed_autoscalers",
     MetricType::Gauge,
     {"agreement"},
     "Autoscalers of --mode=observe, by what the last comparison said."},
    {"cpsizer_sidecar_autoscalers_held_total",
     MetricType::Counter,
     {"reason"},
     "How often an autoscaler began to be held, by reason; its target then keeps its replicas."},
    {"cpsizer_sidecar_autoscalers_held", MetricType::Gauge, {"reason"}, "Autoscalers that are held, by reason."},
    {"cpsizer_sidecar_longest_autoscaler_hold_seconds",
     MetricType::Gauge,
     {"reason"},
     "How long that one of those autoscalers has been held that has been longest, for whatever reasons."},
};

MetricFamily ByKey(Metric metric, const std::map<std::string, int64_t>& counts) {
  FamilyBuilder family(kTable[metric]);
  for (const auto& [key, count] : counts) family.Add({key}, static_cast<double>(count));
  return family.Build();
}

MetricFamily One(Metric metric, size_t value) {
  return FamilyBuilder(kTable[metric]).Add({}, static_cast<double>(value)).Build();
}

}  // namespace

absl::Span<const MetricInfo> ReplicaMetricTable() {
  return kTable;
}

void CollectReplicaMetrics(const SidecarStatus& status, std::vector<MetricFamily>& families) {
  const ReplicaStatus& replicas = *status.replicas;
  families.push_back(One(kAutoscalers, replicas.autoscalers));
  families.push_back(One(kDeciding, replicas.deciding));
  families.push_back(
      FamilyBuilder(kTable[kPeriodOverrun]).Add({"replicas"}, absl::ToDoubleSeconds(replicas.period_overrun)).Build());
  families.push_back(One(kContended, replicas.contended));
  families.push_back(ByKey(kDecisions, replicas.decisions));
  families.push_back(ByKey(kObserved, replicas.agreements));
  families.push_back(ByKey(kObservedNow, status.observed));
  families.push_back(ByKey(kHeldBegun, status.held_begun));
  FamilyBuilder held(kTable[kHeldNow]);
  FamilyBuilder longest(kTable[kLongestHold]);
  for (const auto& [reason, autoscalers] : status.held) {
    held.Add({reason}, static_cast<double>(autoscalers.count));
    longest.Add({reason}, absl::ToDoubleSeconds(autoscalers.longest));
  }
  families.push_back(held.Build());
  families.push_back(longest.Build());
}

}  // namespace cpsizer::sidecar
