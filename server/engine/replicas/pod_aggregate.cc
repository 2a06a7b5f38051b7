#include "server/engine/replicas/pod_aggregate.h"

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {

int64_t ReadContainerRequest(const v1::Container& container, const std::string& resource, const std::string& amount,
                             int index, Findings& findings) {
  const auto path = [&] {
    return absl::StrCat("pods[", index, "].spec: container \"", Quoted(container.name()), "\": resources.requests[",
                        Quoted(resource), "]");
  };
  return ReadObservedMilli(amount, path, findings);
}

// For each resource that the container requests, calls `take` with the sums so far and the request.
template <typename Take>
void PodAggregate::ReadContainer(const v1::Container& container, int index, Findings& findings, const Take& take) {
  for (const auto& [resource, amount] : container.resources().requests()) {
    const auto found = by_resource_.find(resource);
    if (found == by_resource_.end()) continue;
    take(found->second, ReadContainerRequest(container, resource, amount, index, findings));
  }
}

void PodAggregate::Read(const v1::Pod& pod, int index, Findings& findings) {
  for (auto& entry : by_resource_) entry.second = {};
  for (const v1::Container& container : pod.spec().containers()) {
    ReadContainer(container, index, findings,
                  [](RequestTotal& total, int64_t request) { total.AddContainer(request); });
  }
  // A container without a request can be skipped: its sum is not larger than the earlier sums.
  for (const v1::Container& container : pod.spec().init_containers()) {
    const bool stays = RestartsAlways(container);
    ReadContainer(container, index, findings,
                  [stays](RequestTotal& total, int64_t request) { total.AddInitContainer(request, stays); });
  }
}

absl::optional<int64_t> PodAggregate::Of(absl::string_view resource) const {
  return by_resource_.at(resource).total();
}

}  // namespace cpsizer
