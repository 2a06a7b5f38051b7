#include "client/cli/capacity/request_changes.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

// Returns the quantity in units of 1 / `parts`, rounded up; or -1 if `text` is not a quantity from 0 to `most` such
// units.
int64_t RequestIn(const std::string& text, int64_t parts, int64_t most) {
  Quantity quantity;
  if (ParseQuantity(text, quantity) != QuantityError::kNone || quantity.nanos < 0) return -1;
  if (quantity.nanos > Nanos{most} * kNanosPerUnit / parts) return -1;
  return static_cast<int64_t>((quantity.nanos * parts + kNanosPerUnit - 1) / kNanosPerUnit);
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
      if (request.has_cpu()) change.cpu_millis = RequestIn(request.cpu(), 1'000, objects::kMaxCapacityCpuMillis);
      if (request.has_memory()) change.memory_bytes = RequestIn(request.memory(), 1, objects::kMaxCapacityMemoryBytes);
      const bool is_wrong_cpu = change.cpu_millis == -1;
      if (is_wrong_cpu || change.memory_bytes == -1) {
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
