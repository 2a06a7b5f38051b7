#include "server/engine/size/compare_effects.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/effects.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

// The names of the deployment and the container, and the resource.
using RequestKey = std::tuple<absl::string_view, absl::string_view, Resource>;

std::string QuotedContainer(absl::string_view deployment, absl::string_view container) {
  return Quoted(absl::StrCat(deployment, "/", container));
}

// Returns the indexes of the sizes in the configuration, from the smallest to the largest size. Sizes of which the
// order is not known are left out: those with a capacity that is probably wrong.
std::vector<int> OrderOfSizes(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder) {
  std::vector<int> order;
  const bool has_capacities = ladder.Any(Resource::kMemory) || ladder.Any(Resource::kCpu);
  for (const Size& size : ladder.sizes()) {
    if (!has_capacities || !HasSuspectUnit(size)) order.push_back(size.index);
  }
  if (has_capacities) return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return spec.sizes(a).criteria().from() < spec.sizes(b).criteria().from(); });
  return order;
}

// The value of an effect at the size before.
struct FormerValue {
  Nanos amount = 0;
  std::string text;
  int size = 0;
};

class ShrinkChecker {
 public:
  ShrinkChecker(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings)
      : spec_(spec), findings_(findings) {}

  // Sizes must be added from the smallest to the largest.
  void AddSize(int size) {
    const v1::Effects& effects = spec_.sizes(size).effects();
    const absl::optional<Quantity> limit = ReadMemoryLimit(effects.kas_go_mem_limit());
    if (limit.has_value()) {
      Compare({"kasGoMemLimit", "", Resource::kMemory}, "kasGoMemLimit", "effects.kasGoMemLimit", size,
              {limit->nanos, effects.kas_go_mem_limit(), size});
    }
    AddNumber(effects.has_maximum_requests_inflight(), effects.maximum_requests_inflight(), "maximumRequestsInflight",
              size);
    AddNumber(effects.has_maximum_mutating_requests_inflight(), effects.maximum_mutating_requests_inflight(),
              "maximumMutatingRequestsInflight", size);
    for (int i = 0; i < effects.resource_requests_size(); ++i) AddRequest(effects.resource_requests(i), size, i);
  }

 private:
  void AddNumber(bool has_value, int64_t value, absl::string_view field, int size) {
    if (!has_value) return;
    Compare({field, "", Resource::kCpu}, std::string(field), absl::StrCat("effects.", field), size,
            {Nanos{value}, absl::StrCat(value), size});
  }

  void AddRequest(const v1::ResourceRequest& request, int size, int index) {
    for (const Resource resource : kResources) {
      const std::string* text = AmountText(request, resource);
      Quantity amount;
      if (text == nullptr || ParseQuantity(*text, amount) != QuantityError::kNone) continue;
      const absl::string_view word = NamesOf(resource).word;
      Compare({request.deployment_name(), request.container_name(), resource},
              absl::StrCat("the ", word, " request of ",
                           QuotedContainer(request.deployment_name(), request.container_name())),
              absl::StrCat(Indexed("effects.resourceRequests", index), ".", word), size, {amount.nanos, *text, size});
    }
  }

  void Compare(const RequestKey& key, const std::string& what, const std::string& path, int size, FormerValue value) {
    const auto [it, is_new] = former_.try_emplace(key, value);
    if (is_new) return;
    const FormerValue former = std::exchange(it->second, std::move(value));
    if (former.size == size || it->second.amount >= former.amount) return;
    findings_.Add(Rule::kEffectShrinks, FieldPath{kSizesPath, size, path}.ToString(), it->second.text,
                  absl::StrCat(what, " is ", Quoted(it->second.text), " on ", NameOrPlace(spec_, size), ", less than ",
                               Quoted(former.text), " on the smaller size ", NameOrPlace(spec_, former.size)));
  }

  const v1::ClusterSizingConfigurationSpec& spec_;
  Findings& findings_;
  absl::btree_map<RequestKey, FormerValue> former_;
};

}  // namespace

void WarnAboutShrinkingEffects(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder,
                               Findings& findings) {
  ShrinkChecker checker(spec, findings);
  for (const int size : OrderOfSizes(spec, ladder)) checker.AddSize(size);
}

void WarnAboutRequestsOfSize(const v1::Effects& effects, int size, Findings& findings) {
  const absl::optional<Quantity> limit = ReadMemoryLimit(effects.kas_go_mem_limit());
  for (int i = 0; i < effects.resource_requests_size(); ++i) {
    const v1::ResourceRequest& request = effects.resource_requests(i);
    const std::string path = absl::StrCat(Indexed(kSizesPath, size), ".", Indexed("effects.resourceRequests", i));
    if (!request.has_memory() && !request.has_cpu()) {
      findings.Add(Rule::kResourceRequestEmpty, path, "",
                   absl::StrCat("the request of ", QuotedContainer(request.deployment_name(), request.container_name()),
                                " has neither memory nor cpu, so the control plane operators of the clusters with "
                                "this size fail"));
    }
    Quantity memory;
    if (!IsKubeApiServer(request) || !limit.has_value() || !request.has_memory() ||
        ParseQuantity(request.memory(), memory) != QuantityError::kNone || *limit <= memory) {
      continue;
    }
    findings.Add(Rule::kMemoryLimitAboveRequest, FieldPath{kSizesPath, size, "effects.kasGoMemLimit"}.ToString(),
                 effects.kas_go_mem_limit(),
                 absl::StrCat("kasGoMemLimit ", effects.kas_go_mem_limit(),
                              " is above the memory request of the kube-apiserver, ", Quoted(request.memory())));
  }
}

void WarnAboutPartlySetAmounts(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  // For each container, the sizes that set its request, each with its request.
  absl::btree_map<std::pair<absl::string_view, absl::string_view>, absl::btree_map<int, const v1::ResourceRequest*>>
      containers;
  for (int i = 0; i < spec.sizes_size(); ++i) {
    for (const v1::ResourceRequest& request : spec.sizes(i).effects().resource_requests()) {
      if (!request.has_memory() && !request.has_cpu()) continue;
      containers[{request.deployment_name(), request.container_name()}][i] = &request;
    }
  }
  for (const auto& [container, sizes] : containers) {
    for (const Resource resource : kResources) {
      std::vector<absl::string_view> with, without;
      int first_without = -1;
      for (const auto& [size, request] : sizes) {
        const bool is_set = AmountText(*request, resource) != nullptr;
        if (!is_set && first_without < 0) first_without = size;
        (is_set ? with : without).push_back(spec.sizes(size).name());
      }
      if (with.empty() || without.empty()) continue;
      findings.Add(Rule::kEffectOnSomeSizesOnly,
                   FieldPath{kSizesPath, first_without, "effects.resourceRequests"}.ToString(), "",
                   absl::StrCat("the ", NamesOf(resource).word, " request of ",
                                QuotedContainer(container.first, container.second), " is set on ", JoinNames(with),
                                " and not on ", JoinNames(without)));
    }
  }
}

}  // namespace cpsizer
