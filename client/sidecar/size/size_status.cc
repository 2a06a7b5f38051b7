#include "client/sidecar/size/size_status.h"

#include <iterator>
#include <string>

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

constexpr MetricInfo kReversals = {"cpsizer_sidecar_size_reversals_total",
                                   MetricType::Counter,
                                   {},
                                   "Size writes that reverted the previous change within six hours."};
constexpr MetricInfo kConfiguration = {"cpsizer_sidecar_configuration_state",
                                       MetricType::Gauge,
                                       {"state"},
                                       "1 for the state of the configuration, 0 for the others: unknown (not validated "
                                       "yet), missing, unreadable, invalid, decidable (with errors in fields that no "
                                       "decision reads), valid. Sizes change only if it is decidable or valid."};
constexpr MetricInfo kFieldsNotStoredInfo = {
    "cpsizer_sidecar_fields_not_stored",
    MetricType::Gauge,
    {},
    "1 while the configuration has lost capacities or fractions that its CRD probably no longer stores, so that no "
    "cluster gets a smaller size."};
constexpr MetricInfo kExceedingLargest = {
    "cpsizer_sidecar_clusters_exceeding_largest",
    MetricType::Gauge,
    {},
    "Clusters whose demand no size can hold; they get the last size of the configuration."};
constexpr MetricInfo kClusterSize = {
    "cpsizer_sidecar_cluster_recommended_size",
    MetricType::Gauge,
    {"namespace", "hosted_cluster", "size"},
    "Always 1; the label size is the recommended size of the cluster. Only with --per-cluster-metrics."};
constexpr MetricInfo kClusterHeadroom = {"cpsizer_sidecar_cluster_headroom_ratio",
                                         MetricType::Gauge,
                                         {"namespace", "hosted_cluster", "resource"},
                                         "Headroom of the recommended size, as a fraction of the demand; negative if "
                                         "no size fits. Only with --per-cluster-metrics."};
constexpr MetricInfo kClusterHeld = {
    "cpsizer_sidecar_cluster_held",
    MetricType::Gauge,
    {"namespace", "hosted_cluster", "reason"},
    "Always 1; one series for each cluster that is held, with the reason. Only with --per-cluster-metrics."};

MetricFamily ConfigurationFamily(ConfigurationState now) {
  FamilyBuilder family(kConfiguration);
  for (size_t state = 0; state < std::size(kConfigurationStates); ++state) {
    family.Add({kConfigurationStates[state]}, state == static_cast<size_t>(now) ? 1 : 0);
  }
  return family.Build();
}

void CollectClusters(const std::vector<ClusterStatus>& cluster_statuses, std::vector<MetricFamily>& families) {
  FamilyBuilder size(kClusterSize), headroom(kClusterHeadroom), held(kClusterHeld);
  for (const ClusterStatus& cluster : cluster_statuses) {
    const auto ratio = [&](absl::string_view resource, const absl::optional<double>& value) {
      if (value.has_value()) headroom.Add({cluster.name_space, cluster.name, resource}, *value);
    };
    if (!cluster.size.empty()) size.Add({cluster.name_space, cluster.name, cluster.size}, 1);
    ratio("memory", cluster.headroom.memory);
    ratio("cpu", cluster.headroom.cpu);
    if (!cluster.held_reason.empty()) held.Add({cluster.name_space, cluster.name, cluster.held_reason}, 1);
  }
  for (FamilyBuilder* family : {&size, &headroom, &held}) families.push_back(family->Build());
}

}  // namespace

absl::Span<const MetricInfo> SizeMetricTable() {
  static const MetricInfo table[] = {kReversals,   kConfiguration,   kFieldsNotStoredInfo, kExceedingLargest,
                                     kClusterSize, kClusterHeadroom, kClusterHeld};
  return table;
}

void SizeStatus::Collect(const SidecarStatus& status, std::vector<MetricFamily>& families) const {
  families.push_back(FamilyBuilder(kReversals).Add({}, static_cast<double>(status.counters.size_reversals)).Build());
  families.push_back(ConfigurationFamily(configuration));
  families.push_back(FamilyBuilder(kFieldsNotStoredInfo).Add({}, fields_not_stored ? 1 : 0).Build());
  families.push_back(FamilyBuilder(kExceedingLargest).Add({}, static_cast<double>(exceeding_largest)).Build());
  if (per_cluster) CollectClusters(cluster_statuses, families);
}

}  // namespace cpsizer::sidecar
