#ifndef CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

// One view of the fields that the configuration has for each resource, so that the same code serves memory and CPU.
namespace cpsizer {

inline constexpr absl::string_view kSizesPath = "spec.sizes";
inline constexpr absl::string_view kAutoscalingPath = "spec.resourceBasedAutoscaling";

// Names of one resource, for sentences and for paths.
struct ResourceNames {
  absl::string_view word;            // memory
  absl::string_view title;           // Memory, CPU: at the start of a sentence
  absl::string_view capacity_field;  // capacity.memory
  absl::string_view fraction_field;  // kubeAPIServerMemoryFraction
  absl::string_view size_fraction_field;
};

inline constexpr ResourceNames kMemoryNames = {"memory", "Memory", "capacity.memory", "kubeAPIServerMemoryFraction",
                                               "capacity.kubeAPIServerMemoryFraction"};
inline constexpr ResourceNames kCpuNames = {"cpu", "CPU", "capacity.cpu", "kubeAPIServerCPUFraction",
                                            "capacity.kubeAPIServerCPUFraction"};
constexpr const ResourceNames& NamesOf(Resource resource) {
  return resource == Resource::kMemory ? kMemoryNames : kCpuNames;
}

// Returns the amount formatted for people.
inline std::string HumanAmount(Resource resource, const Quantity& amount) {
  return resource == Resource::kMemory ? HumanMemory(amount) : HumanCpu(amount);
}

// The same, appended to `text`.
inline void AppendHumanAmount(Resource resource, const Quantity& amount, std::string& text) {
  resource == Resource::kMemory ? AppendHumanMemory(amount, text) : AppendHumanCpu(amount, text);
}

// Example: "32Gi x 0.55 = 17.6Gi"
inline std::string Arithmetic(Resource resource, const ResourceCapacity& capacity) {
  return absl::StrCat(HumanAmount(resource, capacity.capacity), " x ", HumanFraction(capacity.fraction), " = ",
                      HumanAmount(resource, capacity.effective));
}

// Returns whether the capacity is below 1Mi of memory, or more than 10,000 CPUs: no machine has that, so the unit is
// probably missing or wrong.
constexpr bool HasSuspectUnit(Resource resource, const Quantity& capacity) {
  constexpr Nanos kLeastMemory = (Nanos{1} << 20) * kNanosPerUnit;
  constexpr Nanos kMostCpu = Nanos{10'000} * kNanosPerUnit;
  return resource == Resource::kMemory ? capacity.nanos < kLeastMemory : capacity.nanos > kMostCpu;
}

// Returns whether a configured capacity of the size has a finding about its unit. Consequences of such a capacity are
// not findings about other fields.
inline bool HasSuspectUnit(const Size& size, Resource resource) {
  const ResourceCapacity& capacity = size.resources[resource];
  return capacity.source == v1::SIZE_CAPACITY_SOURCE_CONFIGURATION && HasSuspectUnit(resource, capacity.capacity);
}
inline bool HasSuspectUnit(const Size& size) {
  return HasSuspectUnit(size, Resource::kMemory) || HasSuspectUnit(size, Resource::kCpu);
}

// Returns the text of an optional field, null if it is absent. Message is SizeCapacity or
// ResourceBasedAutoscalingConfiguration, whose fractions have the same names.
template <typename Message>
const std::string* FractionText(const Message& message, Resource resource) {
  if (resource == Resource::kMemory) {
    return message.has_kube_api_server_memory_fraction() ? &message.kube_api_server_memory_fraction() : nullptr;
  }
  return message.has_kube_api_server_cpu_fraction() ? &message.kube_api_server_cpu_fraction() : nullptr;
}

// The same for SizeCapacity, ResourceList, SizeDemand and ResourceRequest, whose amounts have the same names.
template <typename Message>
const std::string* AmountText(const Message& message, Resource resource) {
  if (resource == Resource::kMemory) return message.has_memory() ? &message.memory() : nullptr;
  return message.has_cpu() ? &message.cpu() : nullptr;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SIZE_FIELDS_H_
