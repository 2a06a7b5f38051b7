#include "server/rpc/server_metrics.h"

#include "cpsizer/rules.h"
#include "server/process/build_metric.h"
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

// Returns the index of the counter of a rule and a severity.
size_t OfFinding(const RuleInfo& rule, size_t severity) {
  return static_cast<size_t>(rule.rule) * v1::Severity_ARRAYSIZE + severity;
}

}  // namespace

absl::Span<const MetricInfo> ServerMetricTable() {
  static const std::vector<MetricInfo>& table = *new std::vector<MetricInfo>([] {
    std::vector<MetricInfo> metrics = {metric::kStarted,        metric::kHandled,        metric::kSeconds,
                                       metric::kReceived,       metric::kSent,           metric::kInFlight,
                                       metric::kMediumCalls,    metric::kBatches,        metric::kMaxBatches,
                                       metric::kConnections,    metric::kMaxConnections, metric::kRefusedConnections,
                                       metric::kFloods,         metric::kCacheHits,      metric::kCacheMisses,
                                       metric::kCacheEvictions, metric::kCacheBytes};
    for (const DecisionMetric& decision : DecisionMetrics()) metrics.push_back(decision.info);
    metrics.insert(metrics.end(), {metric::kFindings, kBuildInfo});
    return metrics;
  }());
  return table;
}

ServerMetrics::ServerMetrics() : findings_(AllRules().size() * kSeverities) {
  for (const DecisionMetric& metric : DecisionMetrics()) decisions_.emplace_back(metric);
}

void ServerMetrics::CountDecision(const google::protobuf::Message& response) {
  for (DecisionCounter& decisions : decisions_) {
    if (decisions.IsFor(response)) return decisions.Count(response);
  }
}

void ServerMetrics::CountFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  for (const v1::Finding& finding : findings) {
    const RuleInfo* const rule = FindRule(finding.rule());
    if (rule == nullptr) continue;
    // An enum field of a message may contain any number.
    const bool known = v1::Severity_IsValid(finding.severity());
    findings_.Add(OfFinding(*rule, known ? static_cast<size_t>(finding.severity()) : 0), 1);
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

MetricFamily ServerMetrics::CollectFindings() const {
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
  return findings.Build();
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
  for (const DecisionCounter& decisions : decisions_) families.push_back(decisions.Collect());
  families.push_back(CollectFindings());
  families.push_back(CollectBuildInfo());
  return families;
}

}  // namespace cpsizer::server
