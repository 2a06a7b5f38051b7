#include "client/cli/history/history_source.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/history/service_proxy.h"
#include "client/cli/output/progress.h"
#include "client/history/prometheus/history_queries.h"
#include "client/history/prometheus/prometheus_endpoint.h"
#include "client/history/prometheus/prometheus_reader.h"
#include "client/history/series/series_reader.h"
#include "client/kube/config/server_url.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

absl::string_view WithoutNamespace(absl::string_view name) {
  return name.substr(name.find('/') + 1);
}

// The samples after which the progress is shown again.
constexpr int64_t kSamplesOfOneReport = 10'000;

absl::StatusOr<std::unique_ptr<history::PrometheusServer>> Connect(const PrometheusFlags& flags) {
  if (flags.url.empty()) return ServiceProxy::Make(flags.cluster, flags.service);
  absl::StatusOr<std::string> url = kube::NormalServerUrl(flags.url);
  if (!url.ok()) return url.status();
  return history::PrometheusEndpoint::Make(
      {.url = *std::move(url), .ca_file = flags.ca_file, .token_file = flags.token_file});
}

// Returns a matcher for one of `values`; empty if there are none, or if it would be too long for a URL. A query has it
// several times.
std::string AnyOf(absl::string_view label, const std::vector<std::string>& values) {
  constexpr size_t kMaxBytes = 500;
  const std::string joined = absl::StrReplaceAll(absl::StrJoin(values, "|"), {{".", "\\\\."}});
  return joined.empty() || joined.size() > kMaxBytes ? "" : absl::StrCat(label, "=~\"", joined, "\"");
}

std::string MetricProblem(absl::string_view flag, const std::string& name) {
  if (name.empty() || history::IsMetricName(name)) return "";
  return absl::StrCat(flag, ": ", objects::QuotedValue(name),
                      " is not the name of a metric; write letters, digits, `_` and `:`, or record a rule for a query");
}

}  // namespace

bool ClusterSelection::Admits(uint32_t cluster) {
  if (wanted_.empty()) return true;
  for (auto number = static_cast<uint32_t>(selected_.size()); number <= cluster; ++number) {
    bool selected = false;
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const std::string& name = clusters_.Name(number);
      if (wanted_[i] != name && wanted_[i] != WithoutNamespace(name)) continue;
      found_[i] = true;
      selected = true;
    }
    selected_.push_back(selected);
  }
  return selected_[cluster];
}

absl::Status ClusterSelection::CheckFound() const {
  for (size_t i = 0; i < wanted_.size(); ++i) {
    if (found_[i]) continue;
    std::vector<absl::string_view> names;
    for (uint32_t number = 0; number < clusters_.size(); ++number) {
      const absl::string_view name = clusters_.Name(number);
      names.push_back(wanted_[i].find('/') == std::string::npos ? WithoutNamespace(name) : name);
    }
    return absl::NotFoundError(absl::StrCat("the history has no samples of a cluster \"", wanted_[i], "\"",
                                            server::DidYouMean(wanted_[i], names)));
  }
  return absl::OkStatus();
}

HistorySource::HistorySource(const ReplayFlags& flags, const objects::Inventory& inventory,
                             const history::ReplayOptions& options)
    : flags_(flags), options_(options), inventory_(inventory) {
  series_.memory_metric = flags.memory_metric;
  series_.cpu_metric = flags.cpu_metric;
  series_.nodes_metric = flags.nodes_metric;
  series_.nodes = options.with_nodes || options.series == history::SeriesKind::kNodes;
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    series_.control_planes.Add(cluster.namespace_name, cluster.name);
  }
}

void HistorySource::SetContainers(const std::vector<std::string>& containers) {
  series_.by_container = true;
  container_matchers_ = AnyOf("container", containers);
  if (container_matchers_.empty()) container_matchers_ = "container!=\"\", container!=\"POD\"";
  std::vector<std::string> namespaces;
  for (const objects::HostedCluster& cluster : inventory_.clusters) {
    namespaces.push_back(objects::ControlPlaneNamespace(cluster.namespace_name, cluster.name));
  }
  const std::string of_clusters = AnyOf("namespace", namespaces);
  if (!of_clusters.empty()) absl::StrAppend(&container_matchers_, ", ", of_clusters);
}

absl::Status HistorySource::Read(history::HistoryNames& names, ClusterSelection& selection,
                                 absl::FunctionRef<absl::Status(const history::Sample&)> take,
                                 history::SeriesCounts& counts, Environment& environment) const {
  Progress progress(0, "samples", environment);
  int64_t samples = 0;
  const auto take_selected = [&](const history::Sample& sample) {
    if (++samples % kSamplesOfOneReport == 0) progress.Report(static_cast<size_t>(samples));
    return selection.Admits(sample.cluster) ? take(sample) : absl::OkStatus();
  };
  absl::Status status = prometheus().is_set()
                            ? ReadLive(names, take_selected, counts, environment.err)
                            : history::ReadSeries(flags_.history, series_, names, take_selected, counts);
  if (status.ok() && flags_.clusters.empty()) CountHostedClusters(names, counts);
  return status;
}

void HistorySource::CountHostedClusters(const history::HistoryNames& names, history::SeriesCounts& counts) const {
  counts.hosted_clusters = static_cast<int64_t>(inventory_.clusters.size());
  for (const objects::HostedCluster& cluster : inventory_.clusters) {
    std::string name = absl::StrCat(cluster.namespace_name, "/", cluster.name);
    if (!names.clusters.Contains(name)) counts.missing_clusters.push_back(std::move(name));
  }
}

history::HistoryQueries HistorySource::LiveQueries() const {
  history::QueryOptions query = {.resources = options_.series != history::SeriesKind::kNodes,
                                 .nodes = series_.nodes,
                                 .usage = options_.series == history::SeriesKind::kUsage || series_.by_container,
                                 .oom_kills = options_.oom_kills || series_.by_container,
                                 .memory_metric = series_.memory_metric,
                                 .cpu_metric = series_.cpu_metric,
                                 .nodes_metric = series_.nodes_metric,
                                 .matchers = prometheus().matchers};
  if (series_.by_container) query.containers = container_matchers_;
  return history::MakeHistoryQueries(query);
}

absl::Status HistorySource::ReadLive(history::HistoryNames& names,
                                     absl::FunctionRef<absl::Status(const history::Sample&)> take,
                                     history::SeriesCounts& counts, Screen& err) const {
  const bool usage = options_.series == history::SeriesKind::kUsage && !series_.by_container;
  history::PrometheusHistory wanted;
  wanted.queries = LiveQueries();
  wanted.from = absl::ToUnixMillis(*options_.from - (usage ? kUsageLeadTime : absl::ZeroDuration()));
  wanted.to = absl::ToUnixMillis(*options_.to);
  wanted.step = absl::ToInt64Milliseconds(options_.step > absl::ZeroDuration() ? options_.step : kLiveStep);
  absl::StatusOr<std::unique_ptr<history::PrometheusServer>> server = Connect(prometheus());
  if (!server.ok()) return server.status();
  const auto wait = [&err](absl::Duration time) {
    if (err.terminal().interactive) {
      err.Transient(absl::StrCat("a query failed; trying again in ", absl::FormatDuration(time)));
    }
    absl::SleepFor(time);
    err.Wipe();
  };
  const absl::Status status = history::ReadPrometheus(wanted, series_, **server, wait, names, take, counts);
  return status.ok() ? MissingMetric(counts) : status;
}

absl::Status HistorySource::MissingMetric(const history::SeriesCounts& counts) const {
  const auto missing = [](absl::string_view flag, const std::string& name) {
    return absl::InvalidArgumentError(absl::StrCat("there are no samples of ", objects::QuotedValue(name),
                                                   ", the metric of ", flag, "; check its name"));
  };
  if (counts.with_memory == 0 && !series_.memory_metric.empty()) {
    return missing("--memory-metric", series_.memory_metric);
  }
  if (counts.with_cpu == 0 && !series_.cpu_metric.empty()) return missing("--cpu-metric", series_.cpu_metric);
  if (counts.with_nodes == 0 && !series_.nodes_metric.empty()) return missing("--nodes-metric", series_.nodes_metric);
  return absl::OkStatus();
}

int HistorySource::Check(Environment& environment) const {
  if (prometheus().is_set()) return kExitFine;
  history::HistoryNames names;
  const std::vector<std::string> no_names;
  ClusterSelection all(no_names, names.clusters);
  history::SeriesCounts counts;
  const absl::Status status = Read(
      names, all, [](const history::Sample&) { return absl::OkStatus(); }, counts, environment);
  return status.ok() ? kExitFine : Report(status, environment.err);
}

int HistorySource::Report(const absl::Status& error, Screen& err) const {
  const absl::string_view flag = prometheus().is_set() ? prometheus().flag() : "--history";
  PrintError(absl::StrCat(flag, ": ", error.message()), err);
  return prometheus().is_set() && absl::IsUnavailable(error) ? kExitCallFailed : kExitUsage;
}

std::string HistorySourceProblem(const ReplayFlags& flags) {
  if (flags.history.empty() && !flags.prometheus.is_set()) {
    return "specify the history to read with --history PATH or --prometheus-url URL; --history - reads standard input";
  }
  if (!flags.history.empty() && flags.prometheus.is_set()) {
    return absl::StrCat("--history and ", flags.prometheus.flag(), " are two sources; leave one of them out");
  }
  std::string problem = PrometheusProblem(flags.prometheus);
  if (!problem.empty() || !flags.prometheus.is_set()) return problem;
  problem = MetricProblem("--memory-metric", flags.memory_metric);
  if (problem.empty()) problem = MetricProblem("--cpu-metric", flags.cpu_metric);
  return problem.empty() ? MetricProblem("--nodes-metric", flags.nodes_metric) : problem;
}

std::string FlagWithoutHistory(const ReplayFlags& flags) {
  const ReplayFlags defaults;
  const struct {
    absl::string_view name;
    bool is_given;
  } kFlags[] = {{"--memory-metric", !flags.memory_metric.empty()},
                {"--cpu-metric", !flags.cpu_metric.empty()},
                {"--series", flags.series != defaults.series},
                {"--from", !flags.from.empty()},
                {"--to", !flags.to.empty()},
                {"--step", flags.step != defaults.step},
                {"--reversal-window", flags.reversal_window != defaults.reversal_window},
                {"--transitions", flags.immediate != defaults.immediate}};
  absl::string_view given = GivenVpaFlag(flags.vpa);
  for (const auto& flag : kFlags) {
    if (given.empty() && flag.is_given) given = flag.name;
  }
  if (given.empty()) return PrometheusProblem(flags.prometheus);
  return absl::StrCat(given, " is for a history; give --history or --prometheus-url too, or leave it out");
}

}  // namespace cpsizer::cli
