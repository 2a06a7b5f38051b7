#include "server/rpc/server_metrics.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/sizing_service.pb.h"
#include "server/process/build_metric.h"
#include "server/process/enum_word.h"
#include "server/rpc/metric_table.h"

namespace cpsizer::server {
namespace {

using ::prometheus::MetricFamily;

// The type of all methods of this service.
constexpr absl::string_view kUnary = "unary";

// The names of the service and of the method of a call, as label values.
struct CallLabels {
  absl::string_view service;
  absl::string_view method;
};
CallLabels LabelsOf(size_t method) {
  if (method >= kServiceMethodCount) return {"unknown", "unknown"};
  return {"cpsizer.v1.SizingService", kMethodTable[method].name};
}

// Returns a label value such as `memory` for SIZE_DRIVER_MEMORY. Returns `none` for the unspecified value.
std::string Word(absl::string_view enum_name, absl::string_view prefix) {
  const absl::string_view word = EnumWord(enum_name, prefix);
  return word.empty() ? "none" : absl::AsciiStrToLower(word);
}

// Returns `value` as an index. Returns 0 for a number that is not in the enum, because an enum field of a message may
// contain any number.
size_t Index(int value, size_t size) {
  return value < 0 || static_cast<size_t>(value) >= size ? 0 : static_cast<size_t>(value);
}

// These functions return the index of a counter with two labels.
constexpr size_t OfDecision(size_t outcome, size_t driver) {
  return outcome * v1::SizeDriver_ARRAYSIZE + driver;
}
constexpr size_t OfMachines(size_t outcome, size_t reason) {
  return outcome * v1::MachineReason_ARRAYSIZE + reason;
}
size_t OfFinding(const RuleInfo& rule, size_t severity) {
  return static_cast<size_t>(rule.rule) * v1::Severity_ARRAYSIZE + severity;
}

// Returns the metric with one series per outcome. `counters` contains one counter per enum number.
MetricFamily Outcomes(const MetricInfo& info, const ShardedCounters& counters,
                      const google::protobuf::EnumDescriptor& outcomes, absl::string_view prefix) {
  FamilyBuilder family(info);
  for (int i = 1; i < outcomes.value_count(); ++i) {
    const google::protobuf::EnumValueDescriptor& outcome = *outcomes.value(i);
    family.Add({Word(outcome.name(), prefix)},
               static_cast<double>(counters.Sum(static_cast<size_t>(outcome.number()))));
  }
  return family.Build();
}

}  // namespace

absl::Span<const MetricInfo> ServerMetricTable() {
  static constexpr MetricInfo kTable[] = {
      metric::kStarted,    metric::kHandled,         metric::kSeconds,        metric::kReceived,
      metric::kSent,       metric::kInFlight,        metric::kMediumCalls,    metric::kBatches,
      metric::kMaxBatches, metric::kConnections,     metric::kMaxConnections, metric::kRefusedConnections,
      metric::kFloods,     metric::kCacheHits,       metric::kCacheMisses,    metric::kCacheEvictions,
      metric::kCacheBytes, metric::kRecommendations, metric::kReplicas,       metric::kCpuRequests,
      metric::kMachines,   metric::kPlans,           metric::kFindings,       kBuildInfo};
  return kTable;
}

ServerMetrics::ServerMetrics() : findings_(AllRules().size() * kSeverities) {}

void ServerMetrics::Count(const v1::RecommendSizeResponse& response) {
  const size_t outcome = Index(response.outcome(), kOutcomes);
  const size_t driver = Index(response.driver(), kDrivers);
  recommendations_.Add(OfDecision(outcome, driver), 1);
  CountFindings(response.findings());
}

void ServerMetrics::Count(const v1::BatchRecommendSizeResponse& response) {
  for (const v1::BatchRecommendSizeResult& result : response.results()) {
    if (result.has_response()) Count(result.response());
  }
  CountFindings(response.findings());
}

void ServerMetrics::Count(const v1::RecommendReplicasResponse& response) {
  replicas_.Add(Index(response.outcome(), kReplicasOutcomes), 1);
  CountFindings(response.findings());
}

void ServerMetrics::Count(const v1::BatchRecommendReplicasResponse& response) {
  for (const v1::BatchRecommendReplicasResult& result : response.results()) {
    if (result.has_response()) Count(result.response());
  }
}

void ServerMetrics::Count(const v1::ScaleCpuRequestsResponse& response) {
  cpu_requests_.Add(Index(response.outcome(), kCpuOutcomes), 1);
  CountFindings(response.findings());
}

void ServerMetrics::Count(const v1::RecommendMachineResponse& response) {
  const size_t outcome = Index(response.outcome(), kMachineOutcomes);
  machines_.Add(OfMachines(outcome, Index(response.reason(), kMachineReasons)), 1);
  CountFindings(response.findings());
}

void ServerMetrics::Count(const v1::PlanClusterAutoscalerResponse& response) {
  plans_.Add(Index(response.outcome(), kPlanOutcomes), 1);
  CountFindings(response.findings());
}

void ServerMetrics::CountFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  for (const v1::Finding& finding : findings) {
    const RuleInfo* const rule = FindRule(finding.rule());
    if (rule == nullptr) continue;
    findings_.Add(OfFinding(*rule, Index(finding.severity(), kSeverities)), 1);
  }
}

int64_t ServerMetrics::calls_in_flight() const {
  int64_t count = 0;
  for (const CallMetrics& method : methods_) count += method.in_flight();
  return count;
}

void ServerMetrics::CollectCalls(std::vector<MetricFamily>& families) const {
  FamilyBuilder started(metric::kStarted), handled(metric::kHandled), seconds(metric::kSeconds),
      received(metric::kReceived), sent(metric::kSent), in_flight(metric::kInFlight);
  for (size_t i = 0; i <= kUnknown; ++i) {
    const auto [service, name] = LabelsOf(i);
    const CallMetrics& method = methods_[i];
    in_flight.Add({service, name}, static_cast<double>(method.in_flight()));
    for (size_t code = 0; code < kStatusCodes; ++code) {
      handled.Add({kUnary, service, name, StatusCodeWord(code)}, static_cast<double>(method.handled(code)));
    }
    started.Add({kUnary, service, name}, static_cast<double>(method.started()));
    if (i == kUnknown) continue;
    seconds.Add({kUnary, service, name}, method.seconds());
    received.Add({kUnary, service, name}, method.request_bytes());
    sent.Add({kUnary, service, name}, method.response_bytes());
  }
  for (FamilyBuilder* family : {&started, &handled, &seconds, &received, &sent, &in_flight}) {
    families.push_back(family->Build());
  }
}

MetricFamily ServerMetrics::CollectMachines() const {
  FamilyBuilder machines(metric::kMachines);
  // If the size changes, the reason is always TRIGGERED. For a hold, the reason is one of the other reasons.
  for (size_t outcome = 1; outcome < kMachineOutcomes; ++outcome) {
    for (size_t reason = 1; reason < kMachineReasons; ++reason) {
      if ((outcome == v1::MACHINE_OUTCOME_HOLD) == (reason == v1::MACHINE_REASON_TRIGGERED)) continue;
      machines.Add({Word(v1::MachineOutcome_Name(static_cast<v1::MachineOutcome>(outcome)), "MACHINE_OUTCOME_"),
                    Word(v1::MachineReason_Name(static_cast<v1::MachineReason>(reason)), "MACHINE_REASON_")},
                   static_cast<double>(machines_.Sum(OfMachines(outcome, reason))));
    }
  }
  return machines.Build();
}

void ServerMetrics::CollectDecisions(std::vector<MetricFamily>& families) const {
  FamilyBuilder recommendations(metric::kRecommendations);
  // Every response has an outcome. The driver may be unspecified.
  for (size_t outcome = 1; outcome < kOutcomes; ++outcome) {
    for (size_t driver = 0; driver < kDrivers; ++driver) {
      recommendations.Add({Word(v1::SizeOutcome_Name(static_cast<v1::SizeOutcome>(outcome)), "SIZE_OUTCOME_"),
                           Word(v1::SizeDriver_Name(static_cast<v1::SizeDriver>(driver)), "SIZE_DRIVER_")},
                          static_cast<double>(recommendations_.Sum(OfDecision(outcome, driver))));
    }
  }
  families.push_back(recommendations.Build());
  families.push_back(Outcomes(metric::kReplicas, replicas_, *v1::ReplicasOutcome_descriptor(), "REPLICAS_OUTCOME_"));
  families.push_back(
      Outcomes(metric::kCpuRequests, cpu_requests_, *v1::CpuRequestsOutcome_descriptor(), "CPU_REQUESTS_OUTCOME_"));
  families.push_back(CollectMachines());
  families.push_back(Outcomes(metric::kPlans, plans_, *v1::ClusterAutoscalerPlanOutcome_descriptor(),
                              "CLUSTER_AUTOSCALER_PLAN_OUTCOME_"));
  FamilyBuilder findings(metric::kFindings);
  for (const RuleInfo& rule : AllRules()) {
    for (size_t severity = 1; severity < kSeverities; ++severity) {
      const auto count = static_cast<double>(findings_.Sum(OfFinding(rule, severity)));
      // A finding usually has the severity of its rule. A series for another severity is added only after a finding has
      // had this severity.
      if (count == 0 && static_cast<v1::Severity>(severity) != rule.severity) continue;
      findings.Add({rule.id, SeverityWord(static_cast<v1::Severity>(severity))}, count);
    }
  }
  families.push_back(findings.Build());
}

std::vector<MetricFamily> ServerMetrics::Collect(const InFlightLimit& medium_calls, const InFlightLimit& batches,
                                                 const OpenConnections& connections, const FloodGuard& floods,
                                                 const ConfigurationCache::Figures& cache) const {
  std::vector<MetricFamily> families;
  CollectCalls(families);
  families.push_back(FamilyBuilder(metric::kMediumCalls).Add({}, medium_calls.count()).Build());
  families.push_back(FamilyBuilder(metric::kBatches).Add({}, batches.count()).Build());
  families.push_back(FamilyBuilder(metric::kMaxBatches).Add({}, batches.limit()).Build());
  families.push_back(FamilyBuilder(metric::kConnections).Add({}, static_cast<double>(connections.Count())).Build());
  families.push_back(FamilyBuilder(metric::kMaxConnections).Add({}, static_cast<double>(connections.limit())).Build());
  families.push_back(FamilyBuilder(metric::kRefusedConnections)
                         .Add({"too_many"}, static_cast<double>(connections.refused()))
                         .Add({"flood"}, static_cast<double>(floods.refused()))
                         .Build());
  FamilyBuilder flood_family(metric::kFloods);
  for (size_t i = 0; i < kFloodCount; ++i) {
    const auto flood = static_cast<Flood>(i);
    flood_family.Add({FloodWord(flood)}, static_cast<double>(floods.floods(flood)));
  }
  families.push_back(flood_family.Build());
  families.push_back(FamilyBuilder(metric::kCacheHits).Add({}, static_cast<double>(cache.hits)).Build());
  families.push_back(FamilyBuilder(metric::kCacheMisses).Add({}, static_cast<double>(cache.misses)).Build());
  families.push_back(FamilyBuilder(metric::kCacheEvictions).Add({}, static_cast<double>(cache.evictions)).Build());
  families.push_back(FamilyBuilder(metric::kCacheBytes).Add({}, static_cast<double>(cache.bytes)).Build());
  CollectDecisions(families);
  families.push_back(CollectBuildInfo());
  return families;
}

}  // namespace cpsizer::server
