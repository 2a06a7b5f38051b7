#ifndef CPSIZER_SERVER_RPC_SERVER_METRICS_H_
#define CPSIZER_SERVER_RPC_SERVER_METRICS_H_

#include <prometheus/metric_family.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "absl/types/span.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/message.h"
#include "server/process/admin/open_connections.h"
#include "server/process/metric_family.h"
#include "server/process/sharded_counters.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/decision_counter.h"
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

  // Counts the decisions and the findings in the response of any method. Each item of a batch is a decision.
  template <typename Response>
  void Count(const Response& response) {
    if constexpr (requires { response.results(); }) {
      for (const auto& result : response.results()) {
        if (result.has_response()) Count(result.response());
      }
    } else {
      CountDecision(response);
    }
    if constexpr (requires { response.findings(); }) CountFindings(response.findings());
  }

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
  static constexpr size_t kSeverities = v1::Severity_ARRAYSIZE;

  void CountDecision(const google::protobuf::Message& response);
  void CountFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);
  void CollectCalls(std::vector<prometheus::MetricFamily>& families) const;
  prometheus::MetricFamily CollectFindings() const;

  CallMetrics methods_[kUnknown + 1];
  std::list<DecisionCounter> decisions_;  // in the order of DecisionMetrics()
  ShardedCounters findings_;              // the index is computed from the rule and the severity
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_METRICS_H_
