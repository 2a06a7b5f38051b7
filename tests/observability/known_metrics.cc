#include "tests/observability/known_metrics.h"

#include <google/protobuf/descriptor.h>

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/sidecar/machine/machine_plan.h"
#include "client/sidecar/metric_table.h"
#include "client/sidecar/size/configuration_state.h"
#include "client/sidecar/size/plan.h"
#include "client/webhook/review_result.h"
#include "client/webhook/webhook_metrics.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "server/process/process_metrics.h"
#include "server/process/tls/tls_report.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/server_metrics.h"
#include "tests/observability/query_names.h"

namespace cpsizer::observability {
namespace {

using Words = std::set<std::string>;

// Labels that Prometheus adds to the series of a target.
const Words& TargetLabels() {
  static const Words labels = {"container", "endpoint", "instance", "job", "namespace", "pod", "service"};
  return labels;
}

void AddMetric(const server::MetricInfo& info, std::map<std::string, Words>& metrics) {
  const std::string name(info.name);
  Words labels;
  for (const absl::string_view label : info.labels) {
    if (!label.empty()) labels.emplace(label);
  }
  if (info.type == prometheus::MetricType::Histogram) {
    for (const char* part : {"_sum", "_count"}) metrics[name + part] = labels;
    labels.insert("le");
    metrics[name + "_bucket"] = labels;
  } else {
    metrics[name].merge(labels);
  }
}

// Returns the series of all cpsizer programs with their labels.
const std::map<std::string, Words>& Metrics() {
  static const std::map<std::string, Words>& all = *[] {
    auto* const metrics = new std::map<std::string, Words>;
    for (const auto table : {server::ServerMetricTable(), sidecar::SidecarMetricTable(), webhook::WebhookMetricTable(),
                             server::TlsMetricTable(), server::ProcessMetricTable()}) {
      for (const server::MetricInfo& info : table) AddMetric(info, *metrics);
    }
    // Prometheus itself adds this series.
    (*metrics)["up"] = {};
    return metrics;
  }();
  return all;
}

// Returns the words that metrics use, such as `memory` for SIZE_DRIVER_MEMORY.
Words WordsOf(const google::protobuf::EnumDescriptor& values, absl::string_view prefix) {
  Words words = {"none"};
  for (int i = 0; i < values.value_count(); ++i) {
    words.insert(absl::AsciiStrToLower(absl::StripPrefix(values.value(i)->name(), prefix)));
  }
  return words;
}

// Returns the possible values of those labels for which cpsizer has an enumeration.
const std::map<std::string, Words>& Values() {
  static const std::map<std::string, Words>& all = *[] {
    auto* const values = new std::map<std::string, Words>;
    for (const absl::string_view state : sidecar::kConfigurationStates) (*values)["state"].emplace(state);
    (*values)["reason"] = {sidecar::kConfigurationUnusable, sidecar::kServiceFailed,     sidecar::kFieldsNotStored,
                           sidecar::kInvalidResponse,       sidecar::kRolloutInProgress, sidecar::kContention};
    (*values)["agreement"] = {"agree", "disagree", "absent", "held"};
    (*values)["controller"] = {"size", "replicas", "machines", "machine-autoscalers", "cluster-autoscalers"};
    (*values)["kind"] = {"size", "vpa", "condition"};
    (*values)["result"] = {"taken", "refused"};
    (*values)["certificate"] = {"server", "client_ca", "client", "server_ca"};
    for (size_t code = 0; code < server::kStatusCodes; ++code) {
      (*values)["grpc_code"].emplace(server::StatusCodeWord(code));
    }
    (*values)["outcome"] = WordsOf(*v1::SizeOutcome_descriptor(), "SIZE_OUTCOME_");
    for (const char* outcome : webhook::kOutcomeNames) (*values)["outcome"].emplace(outcome);
    (*values)["driver"] = WordsOf(*v1::SizeDriver_descriptor(), "SIZE_DRIVER_");
    (*values)["severity"] = WordsOf(*v1::Severity_descriptor(), "SEVERITY_");
    return values;
  }();
  return all;
}

void CheckValue(const std::string& label, const std::string& text, std::vector<std::string>& problems) {
  const auto known = Values().find(label);
  // A pattern or a variable of the dashboard is not checked.
  if (known == Values().end() || absl::StrContains(text, "$") || absl::StrContains(text, "*")) return;
  for (const absl::string_view word : absl::StrSplit(text, '|')) {
    if (known->second.count(std::string(word)) == 0) {
      problems.push_back(absl::StrCat("the label ", label, " is never ", word));
    }
  }
}

}  // namespace

std::vector<std::string> ProblemsOf(absl::string_view query) {
  const QueryNames names = NamesIn(query);
  std::vector<std::string> problems;
  Words labels = TargetLabels();
  for (const Selector& selector : names.selectors) {
    const auto metric = Metrics().find(selector.metric);
    if (metric == Metrics().end()) {
      problems.push_back(absl::StrCat("there is no metric ", selector.metric));
      continue;
    }
    labels.insert(metric->second.begin(), metric->second.end());
    for (const auto& [label, text] : selector.labels) {
      if (metric->second.count(label) + TargetLabels().count(label) == 0) {
        problems.push_back(absl::StrCat(selector.metric, " has no label ", label));
      }
      CheckValue(label, text, problems);
    }
  }
  for (const std::string& label : names.grouping) {
    if (labels.count(label) == 0) problems.push_back(absl::StrCat("no metric of the query has a label ", label));
  }
  if (names.selectors.empty()) problems.push_back("there is no metric in it");
  return problems;
}

std::set<std::string> LabelsOfAnswer(absl::string_view query) {
  QueryNames names = NamesIn(query);
  if (!names.grouping.empty()) return std::move(names.grouping);
  Words labels = TargetLabels();
  for (const Selector& selector : names.selectors) {
    const auto metric = Metrics().find(selector.metric);
    if (metric != Metrics().end()) labels.insert(metric->second.begin(), metric->second.end());
  }
  return labels;
}

}  // namespace cpsizer::observability
