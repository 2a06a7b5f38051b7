#ifndef CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

// Access to the fields that the configuration has for each resource, so that the same code handles memory and CPU.
namespace cpsizer {

inline constexpr absl::string_view kSizesPath = "spec.sizes";
inline constexpr absl::string_view kAutoscalingPath = "spec.resourceBasedAutoscaling";

// Returns the name of the size at `index` for a sentence, or its place, such as `spec.sizes[1]`, if it has no name.
inline std::string NameOrPlace(const v1::ClusterSizingConfigurationSpec& spec, int index) {
  const std::string& name = spec.sizes(index).name();
  return name.empty() ? Indexed(kSizesPath, index) : name;
}

// The names of one resource in sentences and in paths.
struct ResourceNames {
  absl::string_view word;            // example: memory
  absl::string_view title;           // at the start of a sentence; examples: Memory, CPU
  absl::string_view capacity_field;  // example: capacity.memory
  absl::string_view fraction_field;  // example: kubeAPIServerMemoryFraction
  absl::string_view size_fraction_field;
};

inline constexpr ResourceNames kMemoryNames = {"memory", "Memory", "capacity.memory", "kubeAPIServerMemoryFraction",
                                               "capacity.kubeAPIServerMemoryFraction"};
inline constexpr ResourceNames kCpuNames = {"cpu", "CPU", "capacity.cpu", "kubeAPIServerCPUFraction",
                                            "capacity.kubeAPIServerCPUFraction"};
constexpr const ResourceNames& NamesOf(Resource resource) {
  return resource == Resource::kMemory ? kMemoryNames : kCpuNames;
}

// Returns the amount as a text for users.
inline std::string HumanAmount(Resource resource, const Quantity& amount) {
  return resource == Resource::kMemory ? HumanMemory(amount) : HumanCpu(amount);
}

// Appends the result of HumanAmount() to `text`.
inline void AppendHumanAmount(Resource resource, const Quantity& amount, std::string& text) {
  resource == Resource::kMemory ? AppendHumanMemory(amount, text) : AppendHumanCpu(amount, text);
}

// Returns a text such as "32Gi x 0.55 = 17.6Gi".
inline std::string Arithmetic(Resource resource, const ResourceCapacity& capacity) {
  return absl::StrCat(HumanAmount(resource, capacity.capacity), " x ", HumanFraction(capacity.fraction), " = ",
                      HumanAmount(resource, capacity.effective));
}

// A memory capacity below this has a suspect unit.
inline constexpr Nanos kLeastMemoryCapacity = (Nanos{1} << 30) * kNanosPerUnit;

// Returns whether the capacity is below 1Gi of memory, at least 4Ti of memory, or at least 2,000 CPUs. No machine of a
// control plane has such a capacity: kube-apiserver alone needs more than 1Gi, the machines with 4Ti and more are made
// for databases in memory, and the largest machine has 1,920 CPUs. So the unit is probably missing or wrong, as in
// 128Mi or 128Ti for 128Gi and 8000 for 8000m.
constexpr bool HasSuspectUnit(Resource resource, const Quantity& capacity) {
  constexpr Nanos kSuspectMemory = (Nanos{4} << 40) * kNanosPerUnit;
  constexpr Nanos kSuspectCpu = Nanos{2'000} * kNanosPerUnit;
  if (resource == Resource::kCpu) return capacity.nanos >= kSuspectCpu;
  return capacity.nanos < kLeastMemoryCapacity || capacity.nanos >= kSuspectMemory;
}

// Returns whether a capacity of the size has a finding about its unit, or is incomplete. Findings about other fields
// are not added if such a capacity is their cause.
inline bool HasSuspectUnit(const Size& size, Resource resource) {
  const ResourceCapacity& capacity = size.resources[resource];
  return capacity.known() && (capacity.incomplete || HasSuspectUnit(resource, capacity.capacity));
}
inline bool HasSuspectUnit(const Size& size) {
  return HasSuspectUnit(size, Resource::kMemory) || HasSuspectUnit(size, Resource::kCpu);
}

// Returns the text of an optional fraction; null if it is absent. Message is SizeCapacity or
// ResourceBasedAutoscalingConfiguration: the fractions have the same names in both messages.
template <typename Message>
const std::string* FractionText(const Message& message, Resource resource) {
  if (resource == Resource::kMemory) {
    return message.has_kube_api_server_memory_fraction() ? &message.kube_api_server_memory_fraction() : nullptr;
  }
  return message.has_kube_api_server_cpu_fraction() ? &message.kube_api_server_cpu_fraction() : nullptr;
}

// Returns the text of an optional amount; null if it is absent. Message is SizeCapacity, ResourceList, SizeDemand or
// ResourceRequest: the amounts have the same names in all four messages.
template <typename Message>
const std::string* AmountText(const Message& message, Resource resource) {
  if (resource == Resource::kMemory) return message.has_memory() ? &message.memory() : nullptr;
  return message.has_cpu() ? &message.cpu() : nullptr;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_
