#include "client/cli/capacity/request_changes.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cli/input/cluster_effects.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

absl::optional<int64_t> CpuMillisOf(const Quantity& quantity) {
  return objects::PartsOf(quantity, 1'000, objects::kMaxCapacityCpuMillis);
}

absl::optional<int64_t> MemoryBytesOf(const Quantity& quantity) {
  return objects::PartsOf(quantity, 1, objects::kMaxCapacityMemoryBytes);
}

bool IsRequest(const std::string& text, absl::optional<int64_t> (*read)(const Quantity&)) {
  Quantity quantity;
  return ParseQuantity(text, quantity) == QuantityError::kNone && read(quantity).has_value();
}

bool Replace(const absl::optional<int64_t>& amount, int64_t& request) {
  if (!amount.has_value() || *amount == request) return false;
  request = *amount;
  return true;
}

}  // namespace

absl::StatusOr<RequestChanges> RequestChanges::Make(const v1::ClusterSizingConfiguration& config) {
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    for (const v1::ResourceRequest& request : size.effects().resource_requests()) {
      const bool is_wrong_cpu = request.has_cpu() && !IsRequest(request.cpu(), CpuMillisOf);
      const bool is_wrong_memory = request.has_memory() && !IsRequest(request.memory(), MemoryBytesOf);
      if (!is_wrong_cpu && !is_wrong_memory) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("--with: size ", size.name(), ": effects.resourceRequests of ", request.deployment_name(), ".",
                       request.container_name(), is_wrong_cpu ? ": cpu: \"" : ": memory: \"",
                       is_wrong_cpu ? request.cpu() : request.memory(),
                       "\" is not a request; write a quantity such as ", is_wrong_cpu ? "500m" : "2Gi"));
    }
  }
  RequestChanges changes;
  changes.sizes_.emplace(config);
  return changes;
}

effects::Requests RequestChanges::Of(const objects::HostedCluster& cluster) const {
  effects::Requests requests;
  if (!sizes_.has_value()) return requests;
  // GOMEMLIMIT is not a request, so the labels of nodes do not matter.
  effects::ApplyAnnotations(sizes_->After(cluster.size_label, "", EffectAnnotationsOf(cluster)), {}, requests);
  return requests;
}

bool ApplyChanges(const effects::Requests& requests, objects::FoundCapacityPod& pod) {
  bool differs = false;
  for (objects::ContainerRequests& container : pod.containers) {
    const auto found = requests.find({pod.component, container.name});
    if (found == requests.end()) continue;
    for (const auto& [resource, request] : found->second) {
      if (resource == "cpu") differs |= Replace(CpuMillisOf(request.amount), container.cpu_millis);
      if (resource == "memory") differs |= Replace(MemoryBytesOf(request.amount), container.memory_bytes);
    }
  }
  return differs;
}

}  // namespace cpsizer::cli
