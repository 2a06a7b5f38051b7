#include "client/cli/capacity/request_changes.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

// Sets `amount` to the quantity `text`. Returns false if it is not a quantity from 0 to `most` parts.
bool ReadRequest(const std::string& text, int64_t parts, int64_t most, absl::optional<int64_t>& amount) {
  Quantity quantity;
  if (ParseQuantity(text, quantity) == QuantityError::kNone) amount = objects::PartsOf(quantity, parts, most);
  return amount.has_value();
}

bool Replace(const absl::optional<int64_t>& amount, int64_t& request) {
  if (!amount.has_value() || *amount == request) return false;
  request = *amount;
  return true;
}

}  // namespace

absl::StatusOr<RequestChanges> ChangesByEffects(const v1::ClusterSizingConfiguration& config) {
  RequestChanges changes;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    std::vector<RequestChange>& of_size = changes[size.name()];
    for (const v1::ResourceRequest& request : size.effects().resource_requests()) {
      RequestChange change = {request.deployment_name(), request.container_name(), {}, {}};
      const bool is_wrong_cpu =
          request.has_cpu() && !ReadRequest(request.cpu(), 1'000, objects::kMaxCapacityCpuMillis, change.cpu_millis);
      const bool is_wrong_memory =
          request.has_memory() &&
          !ReadRequest(request.memory(), 1, objects::kMaxCapacityMemoryBytes, change.memory_bytes);
      if (is_wrong_cpu || is_wrong_memory) {
        return absl::InvalidArgumentError(absl::StrCat(
            "--with: size ", size.name(), ": effects.resourceRequests of ", change.component, ".", change.container,
            is_wrong_cpu ? ": cpu: \"" : ": memory: \"", is_wrong_cpu ? request.cpu() : request.memory(),
            "\" is not a request; write a quantity such as ", is_wrong_cpu ? "500m" : "2Gi"));
      }
      of_size.push_back(std::move(change));
    }
  }
  return changes;
}

bool ApplyChanges(const std::vector<RequestChange>& changes, objects::FoundCapacityPod& pod) {
  bool differs = false;
  for (const RequestChange& change : changes) {
    if (change.component != pod.component) continue;
    for (objects::ContainerRequests& container : pod.containers) {
      if (container.name != change.container) continue;
      differs |= Replace(change.cpu_millis, container.cpu_millis);
      differs |= Replace(change.memory_bytes, container.memory_bytes);
    }
  }
  return differs;
}

}  // namespace cpsizer::cli
