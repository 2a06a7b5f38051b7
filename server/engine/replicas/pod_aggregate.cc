#include "server/engine/replicas/pod_aggregate.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

int64_t Plus(absl::optional<int64_t> total, int64_t request) {
  return WrapAdd(total.value_or(0), request);
}

}  // namespace

int64_t ReadContainerRequest(const v1::Container& container, const std::string& resource, const std::string& amount,
                             int index, Findings& findings) {
  const auto path = [&] {
    return absl::StrCat("pods[", index, "].spec: container \"", Quoted(container.name()), "\": resources.requests[",
                        Quoted(resource), "]");
  };
  return ReadObservedMilli(amount, path, findings);
}

bool RestartsAlways(const v1::Container& container) {
  return container.restart_policy() == "Always";
}

// Calls `take` with the amounts so far and what the container adds to them, for each resource.
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
                  [](Amounts& amounts, int64_t request) { amounts.sum = Plus(amounts.sum, request); });
  }
  // One that asks for nothing adds no moment that is larger than those before it.
  for (const v1::Container& container : pod.spec().init_containers()) {
    const bool stays = RestartsAlways(container);
    ReadContainer(container, index, findings, [stays](Amounts& amounts, int64_t request) {
      const int64_t moment = Plus(amounts.beside, request);
      amounts.floor = std::max(amounts.floor.value_or(moment), moment);
      if (!stays) return;
      amounts.sum = Plus(amounts.sum, request);
      amounts.beside = moment;
    });
  }
}

absl::optional<int64_t> PodAggregate::Of(absl::string_view resource) const {
  const Amounts& amounts = by_resource_.at(resource);
  if (!amounts.floor.has_value()) return amounts.sum;
  return std::max(amounts.sum.value_or(*amounts.floor), *amounts.floor);
}

}  // namespace cpsizer
