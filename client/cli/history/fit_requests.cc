#include "client/cli/history/fit_requests.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/output/show.h"
#include "client/effects/go_mem_limit.h"
#include "client/history/requests/request_amount.h"
#include "client/history/requests/request_outliers.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

using history::ContainerName;
using history::Index;
using history::PerResource;
using history::Resource;

const ContainerName kApiServer = {"kube-apiserver", "kube-apiserver"};

std::string RequestText(const v1::ResourceRequest& request, Resource resource) {
  return resource == Resource::kMemory ? request.memory() : request.cpu();
}

absl::optional<double> RequestAmountOf(const std::string& text) {
  Quantity quantity;
  if (text.empty() || ParseQuantity(text, quantity) != QuantityError::kNone) return absl::nullopt;
  return static_cast<double>(quantity.nanos) / kNanosPerUnit;
}

ContainerName NameOfRequest(const v1::ResourceRequest& request) {
  return {request.deployment_name(), request.container_name()};
}

// Returns the request of a container, or null. Adds it if `effects` does not have it and `adds` is set.
v1::ResourceRequest* FindRequest(v1::Effects& effects, const ContainerName& name, bool adds) {
  for (v1::ResourceRequest& request : *effects.mutable_resource_requests()) {
    if (NameOfRequest(request) == name) return &request;
  }
  if (!adds) return nullptr;
  v1::ResourceRequest* const added = effects.add_resource_requests();
  added->set_deployment_name(name.deployment);
  added->set_container_name(name.container);
  return added;
}

class RequestsProposer {
 public:
  RequestsProposer(const v1::ClusterSizingConfiguration& config, const history::UsageCollector& usage,
                   const history::HistoryNames& names, const std::vector<Resource>& resources,
                   FitRequestsResult& result)
      : config_(config), changed_(config), usage_(usage), names_(names), resources_(resources), result_(result) {
    for (const v1::SizeConfiguration& size : config.spec().sizes()) {
      for (const v1::ResourceRequest& request : size.effects().resource_requests()) {
        for (const Resource resource : history::kResources) {
          if (!RequestText(request, resource).empty()) named_.insert({NameOfRequest(request), resource});
        }
      }
    }
  }

  void Run() {
    for (int size = 0; size < config_.spec().sizes_size(); ++size) ProposeSize(size);
    result_.other_containers = others_.size();
    Conclude();
  }

 private:
  // Returns the containers to propose for at a size.
  std::set<ContainerName> ContainersOf(int size) {
    std::set<ContainerName> containers;
    for (const auto& [name, resource] : named_) containers.insert(name);
    for (const ContainerName& name : usage_.ContainersOf(size)) {
      if (named_.empty()) {
        containers.insert(name);
      } else if (containers.count(name) == 0) {
        others_.insert(name);
      }
    }
    return containers;
  }

  void ProposeSize(int size) {
    std::vector<history::SizedContainer> sized;
    for (const ContainerName& name : ContainersOf(size)) {
      sized.push_back({name, {}, {}});
      for (const Resource resource : resources_) ProposeRow(size, resource, sized.back());
    }
    AddOutliers(size, sized);
  }

  void ProposeRow(int size, Resource resource, history::SizedContainer& sized) {
    v1::SizeConfiguration& changed = *changed_.mutable_spec()->mutable_sizes(size);
    const v1::ResourceRequest* const request =
        changed.has_effects() ? FindRequest(*changed.mutable_effects(), sized.name, false) : nullptr;
    RequestRow row = {changed.name(), sized.name, resource, request == nullptr ? "" : RequestText(*request, resource)};
    const history::RequestOptions& options = result_.options.request;
    row.evidence = usage_.EvidenceOf(size, sized.name, resource, options.quantile);
    const absl::optional<double> present = RequestAmountOf(row.present);
    const bool is_named = named_.empty() || named_.count({sized.name, resource}) > 0;
    if (row.present.empty() && (row.evidence.samples == 0 || !is_named)) return;
    row.proposal = history::ProposeRequest(row.evidence, resource, present, options);
    const absl::optional<double> proposed = row.proposal.proposed;
    if (proposed.has_value()) SetRequest(changed, sized.name, resource, *proposed);
    if (sized.name == kApiServer && resource == Resource::kMemory) ProposeLimit(changed, proposed);
    sized.requests[Index(resource)] = proposed.has_value() ? proposed : present;
    sized.evidence[Index(resource)] = row.evidence;
    result_.rows.push_back(std::move(row));
  }

  void SetRequest(v1::SizeConfiguration& size, const ContainerName& name, Resource resource, double amount) {
    v1::ResourceRequest& request = *FindRequest(*size.mutable_effects(), name, true);
    std::string text = history::RequestQuantity(resource, amount);
    ++changes_;
    resource == Resource::kMemory ? request.set_memory(std::move(text)) : request.set_cpu(std::move(text));
  }

  // Proposes a kasGoMemLimit if the memory request of the kube-apiserver changes.
  void ProposeLimit(v1::SizeConfiguration& size, absl::optional<double> request) {
    const std::string present = size.effects().kas_go_mem_limit();
    if (!request.has_value() || (present.empty() && !result_.options.wants_go_mem_limit)) return;
    const int percent = result_.options.go_mem_limit_percent;
    std::string limit = history::GoMemLimitOf(*request, percent);
    if (limit == present) return;
    GoMemLimitRow row = {size.name(), present, "", absl::StrCat(percent, "% of the proposed request")};
    const bool is_less = effects::GoMemLimitBytes(limit) < effects::GoMemLimitBytes(present);
    if (is_less && !result_.options.request.allow_decrease) {
      absl::StrAppend(&row.why, " is ", limit, ", which is less; --allow-decrease proposes it");
    } else {
      row.proposed = limit;
      size.mutable_effects()->set_kas_go_mem_limit(std::move(limit));
      ++changes_;
    }
    result_.limits.push_back(std::move(row));
  }

  void AddOutliers(int size, const std::vector<history::SizedContainer>& sized) {
    const history::SizeOutliers outliers =
        history::FindOutliers(sized, result_.options.request.headroom, static_cast<int64_t>(result_.clusters));
    if (outliers.clusters == 0) return;
    OutlierRow row = {config_.spec().sizes(size).name(), outliers.clusters, outliers.allowed, outliers.is_size_wrong()};
    for (const history::RequestOverride& needed : outliers.overrides) {
      const std::string& cluster = names_.clusters.Name(needed.cluster);
      const std::vector<std::string> parts = absl::StrSplit(cluster, '/');
      std::string command;
      if (parts.size() == 2) {
        command = absl::StrCat("oc annotate hostedcluster --namespace=", parts[0], " ", parts[1], " --overwrite ",
                               history::OverrideAnnotation(needed));
      }
      row.overrides.push_back({cluster, needed.container, needed.excess, std::move(command)});
    }
    result_.outliers.push_back(std::move(row));
  }

  void Conclude() {
    if (changes_ == 0) {
      result_.summary = "No change is proposed.";
      return;
    }
    result_.summary = absl::StrCat("Proposed: ", Counted(changes_, "change"), ".");
    result_.proposal = std::move(changed_);
  }

  const v1::ClusterSizingConfiguration& config_;
  v1::ClusterSizingConfiguration changed_;
  const history::UsageCollector& usage_;
  const history::HistoryNames& names_;
  const std::vector<Resource>& resources_;
  FitRequestsResult& result_;
  std::set<std::pair<ContainerName, Resource>> named_;  // by a size of the configuration
  std::set<ContainerName> others_;
  size_t changes_ = 0;
};

}  // namespace

std::vector<ContainerName> NamedContainers(const v1::ClusterSizingConfiguration& config) {
  std::set<ContainerName> names;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    for (const v1::ResourceRequest& request : size.effects().resource_requests()) names.insert(NameOfRequest(request));
  }
  return {names.begin(), names.end()};
}

void ProposeRequests(const v1::ClusterSizingConfiguration& config, const history::UsageCollector& usage,
                     const history::HistoryNames& names, const std::vector<Resource>& resources,
                     FitRequestsResult& result) {
  RequestsProposer(config, usage, names, resources, result).Run();
}

}  // namespace cpsizer::cli
