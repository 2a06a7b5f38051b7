#include "client/sidecar/control/sidecar_metrics.h"

#include <iterator>
#include <map>
#include <string>

#include "client/sidecar/replicas/replica_metrics.h"
#include "server/process/version.h"

namespace cpsizer::sidecar {
namespace {

using ::cpsizer::server::FamilyBuilder;
using ::cpsizer::server::MetricInfo;
using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

// Metrics of one count.
struct CounterMetric {
  MetricInfo info;
  int64_t Counters::*count;
};
constexpr CounterMetric kCounters[] = {
    {{"cpsizer_sidecar_questions_total",
      MetricType::Counter,
      {},
      "Calls to the service, for one cluster, many, or one autoscaler."},
     &Counters::questions},
    {{"cpsizer_sidecar_service_failures_total",
      MetricType::Counter,
      {},
      "Calls to the service that failed, without those whose input it refused."},
     &Counters::service_failures},
    {{"cpsizer_sidecar_senseless_answers_total",
      MetricType::Counter,
      {},
      "Answers that cannot be meant, such as a size that the configuration does not have; nothing is written then."},
     &Counters::senseless_answers},
    {{"cpsizer_sidecar_write_conflicts_total",
      MetricType::Counter,
      {},
      "Writes that somebody else forestalled: looked at again."},
     &Counters::write_conflicts},
    {{"cpsizer_sidecar_write_failures_total", MetricType::Counter, {}, "Writes that failed otherwise."},
     &Counters::write_failures},
    {{"cpsizer_sidecar_stale_plans_total",
      MetricType::Counter,
      {},
      "Plans that were dropped before the write, because things had changed."},
     &Counters::stale_plans},
    {{"cpsizer_sidecar_watch_failures_total",
      MetricType::Counter,
      {},
      "Watches and lists that broke and were begun anew."},
     &Counters::watch_failures},
};

// The same of sizes.
constexpr CounterMetric kSizeCounters[] = {
    {{"cpsizer_sidecar_clusters_decided_total", MetricType::Counter, {}, "Answers of the service, cluster by cluster."},
     &Counters::clusters_decided},
    {{"cpsizer_sidecar_contentions_total",
      MetricType::Counter,
      {},
      "Pauses because somebody else keeps undoing what the sidecar writes."},
     &Counters::contentions},
    {{"cpsizer_sidecar_size_reversals_total",
      MetricType::Counter,
      {},
      "Sizes written that took back the change before them, of the last six hours: sizes that go back and forth."},
     &Counters::size_reversals},
};

constexpr MetricInfo kWrites = {"cpsizer_sidecar_writes_total",
                                MetricType::Counter,
                                {"kind"},
                                "Writes that succeeded: of size, vpa, condition or scale."};
constexpr MetricInfo kHeld = {"cpsizer_sidecar_held_total",
                              MetricType::Counter,
                              {"reason"},
                              "How often a cluster began to be held, by reason; its size then stays as it is."};
constexpr MetricInfo kShadow = {"cpsizer_sidecar_observed_decisions_total",
                                MetricType::Counter,
                                {"agreement"},
                                "Decisions of --mode=observe: agree, disagree, absent or held."};
constexpr MetricInfo kConfiguration = {"cpsizer_sidecar_configuration_state",
                                       MetricType::Gauge,
                                       {"state"},
                                       "1 for what the configuration is, of unknown (not judged yet), missing, "
                                       "unreadable, invalid and valid, else 0; every "
                                       "size stays as it is unless it is valid."};
constexpr MetricInfo kHeldNow = {
    "cpsizer_sidecar_clusters_held", MetricType::Gauge, {"reason"}, "Clusters that are held, by reason."};
constexpr MetricInfo kLongestHold = {"cpsizer_sidecar_longest_hold_seconds",
                                     MetricType::Gauge,
                                     {"reason"},
                                     "How long that one of those clusters has been held that has been longest, for "
                                     "whatever reasons; since this process began to decide at most."};
constexpr MetricInfo kExceedingLargest = {"cpsizer_sidecar_clusters_exceeding_largest",
                                          MetricType::Gauge,
                                          {},
                                          "Clusters whose demand no size holds: they get the last one."};
constexpr MetricInfo kObservedNow = {
    "cpsizer_sidecar_observed_clusters",
    MetricType::Gauge,
    {"agreement"},
    "Clusters of --mode=observe, by what the last decision about them was: agree, disagree, absent or held."};
constexpr MetricInfo kClusters = {"cpsizer_sidecar_clusters", MetricType::Gauge, {}, "Hosted clusters that are known."};
constexpr MetricInfo kQueue = {
    "cpsizer_sidecar_queue_depth", MetricType::Gauge, {}, "Clusters that wait to be decided."};
constexpr MetricInfo kWaiting = {
    "cpsizer_sidecar_writes_waiting", MetricType::Gauge, {}, "Writes that are planned and wait for their turn."};
constexpr MetricInfo kWriting = {
    "cpsizer_sidecar_writes_in_flight", MetricType::Gauge, {}, "Writes that are on their way to the API server."};
constexpr MetricInfo kLeader = {
    "cpsizer_sidecar_leader", MetricType::Gauge, {}, "1 where this process decides, 0 where it waits for the lease."};
constexpr MetricInfo kSynced = {"cpsizer_sidecar_synced",
                                MetricType::Gauge,
                                {},
                                "1 where everything that decisions need is known, 0 while it is listed anew."};
constexpr MetricInfo kBuildInfo = {
    "cpsizer_build_info", MetricType::Gauge, {"version", "commit"}, "Always 1; the labels tell what runs."};

constexpr MetricInfo kClusterSize = {
    "cpsizer_sidecar_cluster_recommended_size",
    MetricType::Gauge,
    {"namespace", "hosted_cluster", "size"},
    "Always 1; the label tells the size recommended for the cluster. Only with --per-cluster-metrics."};
constexpr MetricInfo kClusterHeadroom = {"cpsizer_sidecar_cluster_headroom_ratio",
                                         MetricType::Gauge,
                                         {"namespace", "hosted_cluster", "resource"},
                                         "What the recommended size holds beyond the demand, as a part of the demand; "
                                         "negative where no size holds it. Only with --per-cluster-metrics."};
constexpr MetricInfo kClusterHeld = {
    "cpsizer_sidecar_cluster_held",
    MetricType::Gauge,
    {"namespace", "hosted_cluster", "reason"},
    "Always 1; there for clusters that are held, with the reason. Only with --per-cluster-metrics."};

MetricFamily One(const MetricInfo& info, double value) {
  return FamilyBuilder(info).Add({}, value).Build();
}

MetricFamily ByKey(const MetricInfo& info, const std::map<std::string, int64_t>& counts) {
  FamilyBuilder family(info);
  for (const auto& [key, count] : counts) family.Add({key}, static_cast<double>(count));
  return family.Build();
}

void CollectHeld(const std::map<std::string, HeldOnes>& held, std::vector<MetricFamily>& families) {
  FamilyBuilder count(kHeldNow), longest(kLongestHold);
  for (const auto& [reason, clusters] : held) {
    count.Add({reason}, static_cast<double>(clusters.count));
    longest.Add({reason}, absl::ToDoubleSeconds(clusters.longest));
  }
  families.push_back(count.Build());
  families.push_back(longest.Build());
}

MetricFamily ConfigurationFamily(ConfigurationState now) {
  FamilyBuilder family(kConfiguration);
  for (size_t state = 0; state < std::size(kConfigurationStates); ++state) {
    family.Add({kConfigurationStates[state]}, state == static_cast<size_t>(now) ? 1 : 0);
  }
  return family.Build();
}

void CollectClusters(const std::vector<ClusterStanding>& standings, std::vector<MetricFamily>& families) {
  FamilyBuilder size(kClusterSize), headroom(kClusterHeadroom), held(kClusterHeld);
  for (const ClusterStanding& cluster : standings) {
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

void CollectSizes(const SidecarStatus& status, bool per_cluster, std::vector<MetricFamily>& families) {
  const Counters& counters = status.counters;
  for (const CounterMetric& metric : kSizeCounters) {
    families.push_back(One(metric.info, static_cast<double>(counters.*metric.count)));
  }
  families.push_back(
      ByKey(kWrites,
            {{"size", counters.size_writes}, {"vpa", counters.vpa_writes}, {"condition", counters.condition_writes}}));
  families.push_back(ByKey(kHeld, status.held_begun));
  families.push_back(ByKey(kShadow, counters.shadow));
  families.push_back(ConfigurationFamily(status.configuration));
  CollectHeld(status.held, families);
  families.push_back(One(kExceedingLargest, static_cast<double>(status.exceeding_largest)));
  families.push_back(ByKey(kObservedNow, status.observed));
  families.push_back(One(kClusters, static_cast<double>(status.clusters)));
  families.push_back(One(kWaiting, static_cast<double>(status.writes_waiting)));
  if (per_cluster) CollectClusters(status.standings, families);
}

}  // namespace

absl::Span<const MetricInfo> SidecarMetricTable() {
  static const std::vector<MetricInfo>& table = *[] {
    auto* const all = new std::vector<MetricInfo>;
    for (const CounterMetric& metric : kCounters) all->push_back(metric.info);
    for (const CounterMetric& metric : kSizeCounters) all->push_back(metric.info);
    for (const MetricInfo& info : ReplicaMetricTable()) all->push_back(info);
    for (const MetricInfo& info :
         {kWrites, kHeld, kShadow, kConfiguration, kHeldNow, kLongestHold, kExceedingLargest, kObservedNow, kClusters,
          kQueue, kWaiting, kWriting, kLeader, kSynced, kBuildInfo, kClusterSize, kClusterHeadroom, kClusterHeld}) {
      all->push_back(info);
    }
    return all;
  }();
  return table;
}

std::vector<MetricFamily> CollectSidecarMetrics(const SidecarStatus& status, bool per_cluster) {
  const Counters& counters = status.counters;
  std::vector<MetricFamily> families;
  for (const CounterMetric& metric : kCounters) {
    families.push_back(One(metric.info, static_cast<double>(counters.*metric.count)));
  }
  families.push_back(One(kQueue, static_cast<double>(status.queued)));
  families.push_back(One(kWriting, static_cast<double>(status.writes_in_flight)));
  families.push_back(One(kLeader, status.leads ? 1 : 0));
  families.push_back(One(kSynced, status.synced ? 1 : 0));
  families.push_back(FamilyBuilder(kBuildInfo).Add({server::Version(), server::Commit()}, 1).Build());
  if (status.replicas.has_value()) {
    families.push_back(ByKey(kWrites, {{"scale", status.replicas->scale_writes}}));
    CollectReplicaMetrics(status, families);
  } else {
    CollectSizes(status, per_cluster, families);
  }
  return families;
}

}  // namespace cpsizer::sidecar
