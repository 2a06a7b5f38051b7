#ifndef CPSIZER_SERVER_RPC_SERVER_METRICS_H_
#define CPSIZER_SERVER_RPC_SERVER_METRICS_H_

#include <prometheus/metric_family.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "server/process/admin/open_connections.h"
#include "server/process/metric_family.h"
#include "server/process/sharded_counters.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/flood/flood_guard.h"
#include "server/rpc/in_flight_limit.h"
#include "server/rpc/methods.h"
#include "server/rpc/size/configuration_cache.h"

namespace cpsizer::server {

// Returns the metrics of the service, without the metrics of TLS and of the process.
absl::Span<const MetricInfo> ServerMetricTable();

// Counts the calls and decisions of the service. Thread-safe. Counting takes no lock and allocates no memory. No label
// value is from a request.
class ServerMetrics {
 public:
  ServerMetrics();
  ServerMetrics(const ServerMetrics&) = delete;
  ServerMetrics& operator=(const ServerMetrics&) = delete;

  // Returns the counters of `method`. `method` must be a method of SizingService.
  CallMetrics& method(Method method) { return methods_[static_cast<size_t>(method)]; }
  // Returns the counters of calls of unknown methods.
  CallMetrics& unknown_method() { return methods_[kUnknown]; }

  // These functions count the decisions in a response.
  void Count(const v1::RecommendSizeResponse& response);
  void Count(const v1::BatchRecommendSizeResponse& response);
  void Count(const v1::ValidateConfigResponse& response) { CountFindings(response.findings()); }
  void Count(const v1::RecommendReplicasResponse& response);
  void Count(const v1::BatchRecommendReplicasResponse& response);
  void Count(const v1::ScaleCpuRequestsResponse& response);
  void Count(const v1::RecommendMachineResponse& response);
  void Count(const v1::PlanClusterAutoscalerResponse& response);

  // Returns the number of calls in flight, for all methods of SizingService together.
  int64_t calls_in_flight() const;

  // Returns the current values. `medium_calls` counts the requests of medium size that run or wait, and `batches` the
  // batches and large requests.
  std::vector<prometheus::MetricFamily> Collect(const InFlightLimit& medium_calls, const InFlightLimit& batches,
                                                const OpenConnections& connections, const FloodGuard& floods,
                                                const ConfigurationCache::Figures& cache) const;

 private:
  // The index after the indices of the methods of SizingService.
  static constexpr size_t kUnknown = kServiceMethodCount;
  static constexpr size_t kOutcomes = v1::SizeOutcome_ARRAYSIZE;
  static constexpr size_t kDrivers = v1::SizeDriver_ARRAYSIZE;
  static constexpr size_t kReplicasOutcomes = v1::ReplicasOutcome_ARRAYSIZE;
  static constexpr size_t kCpuOutcomes = v1::CpuRequestsOutcome_ARRAYSIZE;
  static constexpr size_t kMachineOutcomes = v1::MachineOutcome_ARRAYSIZE;
  static constexpr size_t kMachineReasons = v1::MachineReason_ARRAYSIZE;
  static constexpr size_t kPlanOutcomes = v1::ClusterAutoscalerPlanOutcome_ARRAYSIZE;
  static constexpr size_t kSeverities = v1::Severity_ARRAYSIZE;

  void CountFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);
  void CollectCalls(std::vector<prometheus::MetricFamily>& families) const;
  prometheus::MetricFamily CollectMachines() const;
  void CollectDecisions(std::vector<prometheus::MetricFamily>& families) const;

  CallMetrics methods_[kUnknown + 1];
  ShardedCounters recommendations_{kOutcomes * kDrivers};
  ShardedCounters replicas_{kReplicasOutcomes};
  ShardedCounters cpu_requests_{kCpuOutcomes};
  // The index is computed from the outcome and the reason.
  ShardedCounters machines_{kMachineOutcomes * kMachineReasons};
  ShardedCounters plans_{kPlanOutcomes};
  ShardedCounters findings_;  // the index is computed from the rule and the severity
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_METRICS_H_
