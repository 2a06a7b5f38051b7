#include "server/engine/size/effects.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/go_mem_limit.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/compare_effects.h"
#include "server/engine/size/partly_set.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr size_t kMaxMemoryLimitLength = 20;
constexpr absl::string_view kApiServer = "kube-apiserver";

using Effects = v1::Effects;
// The name of a Deployment and the name of one of its containers.
using Container = std::pair<absl::string_view, absl::string_view>;

// An effect that stays on a cluster when its next size does not set it.
//
// machineHealthCheckTimeout is not one of them: if a size of the configuration sets it, the operator removes it from
// clusters whose size does not. Source: HyperShift, hypershift-operator/controllers/scheduler/util.
struct EffectField {
  absl::string_view path;  // relative to the size
  bool (*is_set)(const Effects&);
};
constexpr EffectField kEffectFields[] = {
    {"effects.kasGoMemLimit", [](const Effects& e) { return e.has_kas_go_mem_limit(); }},
    {"effects.controlPlanePriorityClassName",
     [](const Effects& e) { return e.has_control_plane_priority_class_name(); }},
    {"effects.etcdPriorityClassName", [](const Effects& e) { return e.has_etcd_priority_class_name(); }},
    {"effects.APICriticalPriorityClassName", [](const Effects& e) { return e.has_api_critical_priority_class_name(); }},
    {"effects.maximumRequestsInflight", [](const Effects& e) { return e.has_maximum_requests_inflight(); }},
    {"effects.maximumMutatingRequestsInflight",
     [](const Effects& e) { return e.has_maximum_mutating_requests_inflight(); }},
};

void CheckInflight(bool has_value, int64_t value, int index, absl::string_view field, Findings& findings) {
  if (!has_value || value >= 0) return;
  findings.Add(Rule::kValueNegative, FieldPath{kSizesPath, index, field}.ToString(), absl::StrCat(value),
               absl::StrCat(value, " is negative"));
}

std::string RequestPath(int size, int request) {
  return Indexed(absl::StrCat(Indexed(kSizesPath, size), ".effects.resourceRequests"), request);
}

void CheckRequest(const v1::ResourceRequest& request, const std::string& path, Findings& findings) {
  if (request.deployment_name().empty() || request.container_name().empty()) {
    const bool deployment = request.deployment_name().empty();
    findings.Add(Rule::kResourceRequestIncomplete,
                 absl::StrCat(path, deployment ? ".deploymentName" : ".containerName"), "",
                 absl::StrCat("the resource request does not specify the ", deployment ? "deployment" : "container"));
  }
  CheckNameLength(request.deployment_name(), absl::StrCat(path, ".deploymentName"), findings);
  CheckNameLength(request.container_name(), absl::StrCat(path, ".containerName"), findings);
  for (const Resource resource : kResources) {
    const std::string* text = AmountText(request, resource);
    if (text == nullptr) continue;
    ReadQuantityFrom(0, *text, {path, -1, NamesOf(resource).word}, Rule::kValueNegative, "is negative", findings);
  }
}

void CheckRequests(const Effects& effects, int size, Findings& findings) {
  absl::flat_hash_set<Container> seen;
  for (int i = 0; i < effects.resource_requests_size(); ++i) {
    const v1::ResourceRequest& request = effects.resource_requests(i);
    const std::string path = RequestPath(size, i);
    CheckRequest(request, path, findings);
    if (seen.emplace(request.deployment_name(), request.container_name()).second) continue;
    const std::string container = absl::StrCat(request.deployment_name(), "/", request.container_name());
    findings.Add(Rule::kResourceRequestDuplicate, path, container,
                 absl::StrCat("there is another resource request for ", Quoted(container)));
  }
}

const ResourceCapacity& MemoryOf(const Size& size) {
  return size.resources.memory;
}

void WarnAboutMemoryLimit(const Effects& effects, const Size& size, Findings& findings) {
  const absl::optional<Quantity> limit = ReadMemoryLimit(effects.kas_go_mem_limit());
  if (!limit.has_value() || !MemoryOf(size).known() || *limit <= MemoryOf(size).effective) return;
  if (HasSuspectUnit(size, Resource::kMemory)) return;
  findings.Add(Rule::kMemoryLimitAboveCapacity, FieldPath{kSizesPath, size.index, "effects.kasGoMemLimit"}.ToString(),
               effects.kas_go_mem_limit(),
               absl::StrCat("kasGoMemLimit ", effects.kas_go_mem_limit(), " is above the effective memory of ",
                            size.name, " (", Arithmetic(Resource::kMemory, MemoryOf(size)), ")"));
}

void WarnAboutRequest(const v1::ResourceRequest& request, const std::string& path, const Size& size,
                      Findings& findings) {
  for (const Resource resource : kResources) {
    const std::string* text = AmountText(request, resource);
    const ResourceCapacity& capacity = size.resources[resource];
    Quantity amount;
    if (text == nullptr || !capacity.known() || ParseQuantity(*text, amount) != QuantityError::kNone) continue;
    if (amount <= capacity.effective || HasSuspectUnit(size, resource)) continue;
    findings.Add(Rule::kResourceRequestAboveCapacity, absl::StrCat(path, ".", NamesOf(resource).word), *text,
                 absl::StrCat("the kube-apiserver requests ", NamesOf(resource).word, " ", Quoted(*text),
                              ", more than ", size.name, " provides (", Arithmetic(resource, capacity), ")"));
  }
}

void WarnAboutPartlySet(const v1::ClusterSizingConfigurationSpec& spec, absl::string_view path, absl::string_view what,
                        absl::FunctionRef<bool(const v1::SizeConfiguration&)> is_set, Findings& findings) {
  const absl::optional<PartlySet> partly = FindPartlySet(spec, is_set);
  if (!partly.has_value()) return;
  findings.Add(Rule::kEffectOnSomeSizesOnly, FieldPath{kSizesPath, partly->first_without, path}.ToString(), "",
               absl::StrCat(what, " is set on ", partly->with, " and not on ", partly->without));
}

// Warns if only some sizes set the requests of a container. The time is linear in the number of requests: for each
// container, only the sizes that set its requests are listed; the other sizes are only counted.
void WarnAboutPartlySetRequests(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  absl::btree_map<Container, std::vector<int>> sizes_with;
  for (int i = 0; i < spec.sizes_size(); ++i) {
    for (const v1::ResourceRequest& request : spec.sizes(i).effects().resource_requests()) {
      std::vector<int>& sizes = sizes_with[{request.deployment_name(), request.container_name()}];
      if (sizes.empty() || sizes.back() != i) sizes.push_back(i);
    }
  }
  for (const auto& [container, sizes] : sizes_with) {
    const int others = spec.sizes_size() - static_cast<int>(sizes.size());
    if (others == 0) continue;
    int first_without = 0;
    while (first_without < static_cast<int>(sizes.size()) &&
           sizes[static_cast<size_t>(first_without)] == first_without) {
      ++first_without;
    }
    std::vector<absl::string_view> names;
    for (const int i : sizes) names.push_back(spec.sizes(i).name());
    findings.Add(
        Rule::kEffectOnSomeSizesOnly, FieldPath{kSizesPath, first_without, "effects.resourceRequests"}.ToString(), "",
        absl::StrCat("the request of ", Quoted(absl::StrCat(container.first, "/", container.second)), " is set on ",
                     JoinNames(names), " and not on ", others, others == 1 ? " other size" : " other sizes"));
  }
}

}  // namespace

absl::optional<Quantity> ReadMemoryLimit(absl::string_view text) {
  if (text.size() > kMaxMemoryLimitLength) return absl::nullopt;
  const absl::optional<int64_t> bytes = GoMemLimitBytes(text);
  if (!bytes.has_value()) return absl::nullopt;
  return WholeUnits(*bytes, QuantityFormat::kBinarySI);
}

bool IsKubeApiServer(const v1::ResourceRequest& request) {
  return request.deployment_name() == kApiServer && request.container_name() == kApiServer;
}

void CheckEffects(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  for (int i = 0; i < spec.sizes_size(); ++i) {
    const Effects& effects = spec.sizes(i).effects();
    if (effects.has_kas_go_mem_limit() && !ReadMemoryLimit(effects.kas_go_mem_limit()).has_value()) {
      findings.Add(Rule::kMemoryLimitMalformed, FieldPath{kSizesPath, i, "effects.kasGoMemLimit"}.ToString(),
                   effects.kas_go_mem_limit(),
                   absl::StrCat("\"", Quoted(effects.kas_go_mem_limit()), "\" is not a GOMEMLIMIT"));
    }
    if (effects.has_machine_health_check_timeout() && !IsGoDuration(effects.machine_health_check_timeout())) {
      findings.Add(Rule::kDurationMalformed, FieldPath{kSizesPath, i, "effects.machineHealthCheckTimeout"}.ToString(),
                   effects.machine_health_check_timeout(),
                   absl::StrCat("\"", Quoted(effects.machine_health_check_timeout()), "\" is not a Go duration"));
    }
    CheckInflight(effects.has_maximum_requests_inflight(), effects.maximum_requests_inflight(), i,
                  "effects.maximumRequestsInflight", findings);
    CheckInflight(effects.has_maximum_mutating_requests_inflight(), effects.maximum_mutating_requests_inflight(), i,
                  "effects.maximumMutatingRequestsInflight", findings);
    CheckRequests(effects, i, findings);
  }
}

void WarnAboutEffects(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder, Findings& findings) {
  for (const EffectField& field : kEffectFields) {
    WarnAboutPartlySet(
        spec, field.path, absl::StripPrefix(field.path, "effects."),
        [&](const v1::SizeConfiguration& size) { return field.is_set(size.effects()); }, findings);
  }
  WarnAboutPartlySetRequests(spec, findings);
  for (const Size& size : ladder.sizes()) {
    const Effects& effects = spec.sizes(size.index).effects();
    WarnAboutMemoryLimit(effects, size, findings);
    for (int i = 0; i < effects.resource_requests_size(); ++i) {
      const v1::ResourceRequest& request = effects.resource_requests(i);
      if (IsKubeApiServer(request)) WarnAboutRequest(request, RequestPath(size.index, i), size, findings);
    }
    WarnAboutRequestsOfSize(effects, size.index, findings);
  }
  WarnAboutPartlySetAmounts(spec, findings);
  WarnAboutShrinkingEffects(spec, ladder, findings);
}

}  // namespace cpsizer
