#include "server/engine/size/machine_set_capacities.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"
#include "server/engine/size/read_sizes.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr char kSizeLabel[] = "hypershift.openshift.io/cluster-size";
constexpr char kMemoryAnnotation[] = "machine.openshift.io/memoryMb";  // in MiB, despite its name
constexpr char kCpuAnnotation[] = "machine.openshift.io/vCPU";
constexpr int64_t kMebi = 1 << 20;

// Returns the name of the size to which a MachineSet belongs; empty if the MachineSet does not belong to a size. The
// label of the nodes takes precedence, because the autoscaler of HyperShift reads it.
absl::string_view SizeOf(const v1::MachineSet& machine_set) {
  const v1::MachineTemplateSpec& machine = machine_set.spec().template_();
  for (const v1::MachineTemplateMeta* meta : {&machine.spec().metadata(), &machine.metadata()}) {
    const auto label = meta->labels().find(kSizeLabel);
    if (label != meta->labels().end()) return label->second;
  }
  return "";
}

absl::optional<Quantity> ReadAnnotation(absl::string_view text, Resource resource) {
  int64_t number = 0;
  if (!ReadGoInteger(text, number) || number <= 0) return absl::nullopt;
  if (resource == Resource::kCpu) return WholeUnits(number, QuantityFormat::kDecimalSI);
  if (number > INT64_MAX / kMebi) return absl::nullopt;
  return WholeUnits(number * kMebi, QuantityFormat::kBinarySI);
}

// Sets the capacity of a resource of a size to `value`. If several values differ, the smallest is used and a finding is
// added.
void Merge(const Quantity& value, const std::string& path, absl::string_view text, Resource resource, Size& size,
           Findings& findings) {
  ResourceCapacity& capacity = size.resources[resource];
  if (!capacity.known()) {
    capacity.capacity = value;
    capacity.source = v1::SIZE_CAPACITY_SOURCE_MACHINE_SET;
    return;
  }
  if (value == capacity.capacity) return;
  if (value < capacity.capacity) capacity.capacity = value;
  findings.Add(Rule::kMachineSetsDisagree, path, text,
               absl::StrCat("MachineSets of size ", size.name, " differ in ", NamesOf(resource).word,
                            "; the smallest value is used"));
}

void ReadMachineSet(const v1::MachineSet& machine_set, int index, Size& size, Findings& findings) {
  for (const Resource resource : kResources) {
    if (size.resources[resource].source == v1::SIZE_CAPACITY_SOURCE_CONFIGURATION) continue;
    const char* key = resource == Resource::kMemory ? kMemoryAnnotation : kCpuAnnotation;
    const auto annotation = machine_set.metadata().annotations().find(key);
    if (annotation == machine_set.metadata().annotations().end()) {
      size.resources[resource].incomplete = true;
      continue;
    }
    const std::string path = absl::StrCat(Indexed("machineSets", index), ".metadata.annotations[", key, "]");
    const absl::optional<Quantity> value = ReadAnnotation(annotation->second, resource);
    if (value.has_value()) {
      if (HasSuspectUnit(resource, *value)) AddSuspectUnit(resource, *value, path, annotation->second, findings);
      Merge(*value, path, annotation->second, resource, size, findings);
    } else {
      size.resources[resource].incomplete = true;
      findings.Add(
          Rule::kMachineSetMalformed, path, annotation->second,
          absl::StrCat("\"", Quoted(annotation->second), "\" on MachineSet ", Quoted(machine_set.metadata().name()),
                       " is not a whole number above zero that a machine can have"));
    }
  }
}

}  // namespace

void FillFromMachineSets(const SizeLadder::MachineSets& machine_sets, absl::FunctionRef<Size*(absl::string_view)> find,
                         Findings& findings) {
  for (int i = 0; i < machine_sets.size(); ++i) {
    Size* size = find(SizeOf(machine_sets[i]));
    if (size != nullptr) ReadMachineSet(machine_sets[i], i, *size, findings);
  }
}

}  // namespace cpsizer
