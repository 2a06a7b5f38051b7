#include "client/cli/history/fit_requests_run.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/history/fit_requests.h"
#include "client/cli/history/fit_requests_edit.h"
#include "client/cli/history/fit_requests_result.h"
#include "client/cli/history/history_source.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/structured.h"
#include "client/history/requests/usage_collector.h"

namespace cpsizer::cli {
namespace {

struct PresentSize {
  std::string size;
  absl::Time since = absl::InfinitePast();
};
using SizeByCluster = absl::flat_hash_map<std::string, PresentSize>;  // of clusters, by NAMESPACE/NAME

std::string NameOf(const objects::HostedCluster& cluster) {
  return absl::StrCat(cluster.namespace_name, "/", cluster.name);
}

// Returns the present sizes of the clusters: the label or, without a label, the size for the number of nodes. Errors:
// those of the service.
absl::StatusOr<SizeByCluster> PresentSizes(const v1::ClusterSizingConfiguration& config,
                                           const std::vector<objects::HostedCluster>& clusters,
                                           BlockingService& client) {
  SizeByCluster sizes;
  std::vector<std::string> names;
  v1::BatchRecommendSizeRequest request;
  for (const objects::HostedCluster& cluster : clusters) {
    if (!cluster.size_label.empty()) sizes[NameOf(cluster)] = {cluster.size_label, cluster.size_since};
    if (!cluster.size_label.empty() || !cluster.node_count.has_value()) continue;
    request.add_items()->set_node_count(*cluster.node_count);
    names.push_back(NameOf(cluster));
  }
  if (names.empty()) return sizes;
  *request.mutable_cluster_sizing_configuration() = config;
  const absl::StatusOr<v1::BatchRecommendSizeResponse> response =
      client.Call(&SizingService::BatchRecommendSize, std::move(request));
  if (!response.ok()) return response.status();
  for (int i = 0; i < response->results_size() && i < static_cast<int>(names.size()); ++i) {
    sizes[names[static_cast<size_t>(i)]] = {response->results(i).response().by_node_count().size()};
  }
  return sizes;
}

// The usage of the containers of a history, by the sizes that the clusters have now.
class RequestsHistory {
 public:
  RequestsHistory(const FitFlags& flags, const FitOptions& options, const v1::ClusterSizingConfiguration& config,
                  const SizeByCluster& sizes)
      : options_(options), selection_(flags.replay.clusters, names_.clusters) {
    absl::flat_hash_map<std::string, int> numbers;
    for (int i = 0; i < config.spec().sizes_size(); ++i) numbers.emplace(config.spec().sizes(i).name(), i);
    for (const auto& [cluster, size] : sizes) {
      const auto number = numbers.find(size.size);
      if (number != numbers.end()) sizes_.emplace(cluster, SizeNumber{number->second, size.since});
    }
  }

  absl::Status Read(const HistorySource& source, Environment& environment) {
    const auto take = [this](const history::Sample& sample) { return Take(sample); };
    absl::Status status = source.Read(names_, selection_, take, counts_, environment);
    if (status.ok()) status = selection_.CheckFound();
    usage_.Finish();
    return status;
  }

  void SetFigures(FitRequestsResult& result) const {
    if (used_ > 0) {
      result.begin = absl::FromUnixMillis(first_);
      result.end = absl::FromUnixMillis(last_);
    }
    result.clusters = static_cast<size_t>(
        std::count_if(size_of_.begin(), size_of_.end(), [](const SizeNumber& size) { return size.number >= 0; }));
    result.samples.used = used_;
    result.samples.ignored = ignored_;
    result.samples.read = counts_;
    result.samples.oom_kills = usage_.oom_kills();
    result.without_size = without_size_;
    result.before_size = before_size_;
    result.other_samples = usage_.other_samples();
  }

  const history::UsageCollector& usage() const { return usage_; }
  const history::HistoryNames& names() const { return names_; }

 private:
  static constexpr int kUnknown = -2;
  static constexpr int kNoSize = -1;

  struct SizeNumber {
    int number = kUnknown;
    absl::Time since = absl::InfinitePast();
  };

  absl::Status Take(const history::Sample& sample) {
    const absl::Time time = absl::FromUnixMillis(sample.milliseconds);
    if (time < options_.replay.from.value_or(absl::InfinitePast()) ||
        time > options_.replay.to.value_or(absl::InfiniteFuture())) {
      ++ignored_;
      return absl::OkStatus();
    }
    const SizeNumber& size = SizeOf(sample.cluster);
    if (size.number == kNoSize) {
      ++without_size_;
      return absl::OkStatus();
    }
    // The cluster had another size, and the usage of a control plane follows its requests and limits.
    if (time < size.since) {
      ++before_size_;
      return absl::OkStatus();
    }
    ++used_;
    first_ = std::min(first_, sample.milliseconds);
    last_ = std::max(last_, sample.milliseconds);
    return usage_.Add(sample, size.number);
  }

  const SizeNumber& SizeOf(uint32_t cluster) {
    if (cluster >= size_of_.size()) size_of_.resize(cluster + size_t{1});
    SizeNumber& size = size_of_[cluster];
    if (size.number != kUnknown) return size;
    const auto found = sizes_.find(names_.clusters.Name(cluster));
    return size = found == sizes_.end() ? SizeNumber{kNoSize} : found->second;
  }

  const FitOptions& options_;
  history::HistoryNames names_;
  ClusterSelection selection_;
  history::UsageCollector usage_{names_};
  history::SeriesCounts counts_;
  absl::flat_hash_map<std::string, SizeNumber> sizes_;  // of the clusters, by name
  std::vector<SizeNumber> size_of_;                     // by the number of the cluster
  int64_t used_ = 0;
  int64_t ignored_ = 0;
  int64_t without_size_ = 0;
  int64_t before_size_ = 0;
  int64_t first_ = INT64_MAX;
  int64_t last_ = INT64_MIN;
};

void PrintProposal(const FitRequestsResult& result, const objects::FoundConfiguration& present, OutputFormat format,
                   Screen& out) {
  if (format == OutputFormat::kJson) return PrintStructured(RequestsJson(result), format, out);
  if (format == OutputFormat::kTable) return PrintRequests(result, out);
  out.Raw("# ").Line(result.summary);
  for (const v1::Finding& finding : present.unknown_fields) {
    out.Raw("# Add ").Raw(finding.path()).Line(" before you apply this configuration: unknown fields are not printed");
  }
  PrintStructured(ManifestJson(AsWritten(result.proposal.value_or(present.config))), OutputFormat::kYaml, out);
}

}  // namespace

int ProposeFromUsage(const FitFlags& flags, const FitOptions& options, const objects::FoundConfiguration& found,
                     const objects::Inventory& inventory, Environment& environment) {
  Screen& err = environment.err;
  HistorySource source(flags.replay, inventory, options.replay);
  std::vector<std::string> containers;
  for (const history::ContainerName& name : NamedContainers(found.config)) containers.push_back(name.container);
  std::sort(containers.begin(), containers.end());
  containers.erase(std::unique(containers.begin(), containers.end()), containers.end());
  source.SetContainers(containers);
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.replay.server, err);
  if (client == nullptr) return kWrongFlags;
  const absl::StatusOr<SizeByCluster> sizes = PresentSizes(found.config, inventory.clusters, *client);
  if (!sizes.ok()) return ReportStatus(sizes.status(), Sources(found, inventory.machine_sets), "", err);
  RequestsHistory history(flags, options, found.config, *sizes);
  if (const absl::Status status = history.Read(source, environment); !status.ok()) return source.Report(status, err);
  FitRequestsResult result;
  result.options = options.requests;
  history.SetFigures(result);
  if (result.samples.used == 0) {
    PrintError(
        "no sample is of a cluster with a size; give the HostedClusters of the history in -f, with the label "
        "hypershift.openshift.io/hosted-cluster-size or with their NodePools",
        err);
    return kExitUsage;
  }
  ProposeRequests(found.config, history.usage(), history.names(), options.resources, result);
  PrintProposal(result, found, flags.output, environment.out);
  return flags.requests.edit.empty() ? kExitFine : EditRequests(result, flags.requests.edit, err);
}

int RunFitRequests(const FitFlags& flags, const FitOptions& options, Environment& environment) {
  Inputs inputs;
  const objects::FoundConfiguration* const found = ReadConfiguration(flags.replay.files, "-f", environment.err, inputs);
  if (found == nullptr) return inputs.exit_code;
  PrintReaderWarnings(*found, Sources(*found, inputs.inventory.machine_sets), environment.err);
  return std::max(inputs.exit_code, ProposeFromUsage(flags, options, *found, inputs.inventory, environment));
}

}  // namespace cpsizer::cli
