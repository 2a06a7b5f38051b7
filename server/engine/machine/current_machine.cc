#include "server/engine/machine/current_machine.h"

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kPath = "controlPlaneMachineSet.";
constexpr absl::string_view kSpec = "controlPlaneMachineSet.spec";
constexpr absl::string_view kProviderSpec =
    "controlPlaneMachineSet.spec.template.machines_v1beta1_machine_openshift_io.spec.providerSpec.value";
constexpr absl::string_view kActive = "Active";
constexpr absl::string_view kInactive = "Inactive";
constexpr absl::string_view kOnDelete = "OnDelete";

SizeValue Text(const std::string& text) {
  SizeValue value;
  value.given = !text.empty();
  value.text = text;
  return value;
}

SizeValue Number(bool given, int64_t number) {
  SizeValue value;
  value.given = given;
  value.number = number;
  return value;
}

SizeValue Memory(const std::string& text, Findings& findings) {
  SizeValue value;
  if (text.empty()) return value;
  const absl::optional<Quantity> quantity =
      ReadQuantityFrom(1, text, {kProviderSpec, -1, "memorySize"}, Rule::kValueOutOfRange, "is not above 0", findings);
  if (!quantity.has_value()) return value;
  value.given = true;
  value.text = text;
  value.quantity = *quantity;
  return value;
}

// Returns the values in the order of the fields of the platform.
std::vector<SizeValue> ValuesOf(const v1::ControlPlaneMachineProviderSpec& spec, MachinePlatform platform,
                                Findings& findings) {
  switch (platform) {
    case MachinePlatform::kAws:
      return {Text(spec.instance_type())};
    case MachinePlatform::kAzure:
      return {Text(spec.vm_size())};
    case MachinePlatform::kGcp:
      return {Text(spec.machine_type())};
    case MachinePlatform::kNutanix:
      return {Number(spec.has_vcpu_sockets(), spec.vcpu_sockets()),
              Number(spec.has_vcpus_per_socket(), spec.vcpus_per_socket()), Memory(spec.memory_size(), findings)};
    case MachinePlatform::kOpenStack:
      return {Text(spec.flavor())};
    case MachinePlatform::kVSphere:
      break;
  }
  return {Number(spec.has_num_cpus(), spec.num_cpus()), Number(spec.has_memory_mib(), spec.memory_mib()),
          Number(spec.has_disk_gib(), spec.disk_gib())};
}

const v1::ControlPlaneMachineProviderSpec& ProviderSpecOf(const v1::ControlPlaneMachineSet& machine_set) {
  return machine_set.spec().template_().machines_v1beta1_machine_openshift_io().spec().provider_spec().value();
}

// The platform of a ControlPlaneMachineSet, and the text in the object that names the platform. The operator reads this
// text from the same fields as PlatformOf().
struct NamedPlatform {
  const PlatformInfo* info;
  absl::string_view name;
};
NamedPlatform PlatformOf(const v1::ControlPlaneMachineSet& machine_set) {
  const std::string& name =
      machine_set.spec().template_().machines_v1beta1_machine_openshift_io().failure_domains().platform();
  if (!name.empty()) return {FindPlatform(name), name};
  const std::string& kind = ProviderSpecOf(machine_set).kind();
  return {FindPlatformOfProvider(kind), kind};
}

// Returns the first absent field without which the size is unknown; empty if there is no such field.
absl::string_view MissingField(const PlatformInfo& platform, const std::vector<SizeValue>& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].given && !platform.fields[i].optional) return platform.fields[i].name;
  }
  return "";
}

const MachineSize* FindSize(const MachineLadder& ladder, const std::vector<SizeValue>& values) {
  for (const MachineSize& size : ladder.sizes) {
    if (HasSize(*ladder.platform, values, size)) return &size;
  }
  return nullptr;
}

void WarnAboutUnknownSize(const MachineLadder& ladder, const NamedPlatform& platform, const CurrentMachine& machine,
                          Findings& findings) {
  std::string message;
  if (platform.info != ladder.platform) {
    message = platform.name.empty() ? absl::StrCat(
                                          "the platform of the machines is not set; set failureDomains.platform, or "
                                          "the kind of the provider spec, to that of ",
                                          ladder.platform->name)
                                    : absl::StrCat("the platform of the machines is \"", Quoted(platform.name),
                                                   "\", and that of the autoscaler ", ladder.platform->name,
                                                   "; list sizes of the platform of the machines");
  } else if (const absl::string_view field = MissingField(*ladder.platform, machine.values); !field.empty()) {
    message = absl::StrCat("the machines have no ", field, ", so their size is unknown; set ", field,
                           " in the provider spec");
  } else {
    message =
        absl::StrCat("\"", Quoted(machine.name), "\" is not one of the sizes of the autoscaler; add it, with a weight");
  }
  findings.Add(Rule::kMachineSizeNotInLadder, kProviderSpec, machine.name, message);
}

// Returns true if the operator has not yet observed the object, or has not yet replaced all machines. If there are more
// machines than requested, the operator has not deleted an old machine yet.
bool IsRollingOut(const v1::ControlPlaneMachineSet& machine_set) {
  if (!machine_set.has_status()) return false;
  const v1::ControlPlaneMachineSetStatus& status = machine_set.status();
  if (status.observed_generation() < machine_set.metadata().generation()) return true;
  const int32_t replicas = machine_set.spec().replicas();
  return machine_set.spec().has_replicas() && (status.updated_replicas() < replicas || status.replicas() > replicas);
}

void WarnAboutSockets(const v1::ControlPlaneMachineProviderSpec& spec, const MachineLadder& ladder,
                      Findings& findings) {
  const int64_t cores = spec.num_cores_per_socket();
  if (ladder.platform->platform != MachinePlatform::kVSphere || cores <= 1) return;
  for (const MachineSize& size : ladder.sizes) {
    const int64_t cpus = size.values.front().number;
    if (cpus % cores == 0) continue;
    findings.Add(Rule::kCoresPerSocketMismatch, absl::StrCat(kProviderSpec, ".numCoresPerSocket"), absl::StrCat(cores),
                 absl::StrCat("numCPUs ", cpus, " of a size is not a multiple of numCoresPerSocket ", cores));
  }
}

void WarnAboutMachineSet(const v1::ControlPlaneMachineSetSpec& spec, Findings& findings) {
  if (spec.state() != kActive) {
    findings.Add(Rule::kMachineSetInactive, absl::StrCat(kSpec, ".state"), spec.state(),
                 absl::StrCat("the state is ", spec.state().empty() ? kInactive : Quoted(spec.state())));
  }
  if (spec.strategy().type() == kOnDelete) {
    findings.Add(Rule::kMachineSetOnDelete, absl::StrCat(kSpec, ".strategy.type"), kOnDelete,
                 "machines are replaced only when they are deleted");
  }
}

}  // namespace

std::string SizeName(const PlatformInfo& platform, const std::vector<SizeValue>& values) {
  if (values.size() == 1) return values.front().text;
  std::string name;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].given) continue;
    absl::StrAppend(&name, name.empty() ? "" : ", ", platform.fields[i].name, " ");
    if (platform.fields[i].kind == SizeFieldKind::kQuantity) {
      absl::StrAppend(&name, values[i].text);
    } else {
      absl::StrAppend(&name, values[i].number);
    }
  }
  return name;
}

CurrentMachine ReadCurrentMachine(const v1::ControlPlaneMachineSet& machine_set, const MachineLadder& ladder,
                                  Findings& findings) {
  CheckObjectType(machine_set, kControlPlaneMachineSetType, findings, kPath);
  CheckNamedCluster(machine_set.metadata(), "ControlPlaneMachineSet", findings, kPath);
  CurrentMachine machine;
  machine.is_active = machine_set.spec().state() == kActive;
  machine.is_deleting = !machine_set.metadata().deletion_timestamp().empty();
  machine.is_rolling_out = IsRollingOut(machine_set);
  const NamedPlatform platform = PlatformOf(machine_set);
  if (platform.info == ladder.platform) {
    machine.values = ValuesOf(ProviderSpecOf(machine_set), ladder.platform->platform, findings);
    machine.size = FindSize(ladder, machine.values);
    machine.name = SizeName(*ladder.platform, machine.size == nullptr ? machine.values : machine.size->values);
  }
  if (machine.size == nullptr) WarnAboutUnknownSize(ladder, platform, machine, findings);
  WarnAboutMachineSet(machine_set.spec(), findings);
  WarnAboutSockets(ProviderSpecOf(machine_set), ladder, findings);
  return machine;
}

}  // namespace cpsizer
