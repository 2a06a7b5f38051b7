#include "client/sidecar/replicas/replica_status.h"

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricType;

constexpr MetricInfo kReplicaMetrics[] = {
    {"cpsizer_sidecar_autoscalers_deciding",
     MetricType::Gauge,
     {},
     "Autoscalers that are being looked at and decided right now."},
    {"cpsizer_sidecar_period_overrun_seconds",
     MetricType::Gauge,
     {"controller"},
     "Time by which the latest decision came later than a period after the one before: 0 where the decisions of all "
     "objects fit into the period."},
};

}  // namespace

absl::Span<const MetricInfo> ReplicaMetricTable() {
  return kReplicaMetrics;
}

void ReplicaStatus::Collect(const SidecarStatus& status, std::vector<prometheus::MetricFamily>& families) const {
  families.push_back(FamilyBuilder(kReplicaMetrics[0]).Add({}, static_cast<double>(deciding)).Build());
  families.push_back(
      FamilyBuilder(kReplicaMetrics[1]).Add({status.controller}, absl::ToDoubleSeconds(period_overrun)).Build());
}

}  // namespace cpsizer::sidecar
