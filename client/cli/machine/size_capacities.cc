#include "client/cli/machine/size_capacities.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cli/output/show.h"
#include "client/objects/escape.h"
#include "cpsizer/quantity.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

// Returns the amount in nano-units, or 0 if the text is not a quantity.
Nanos AmountOf(absl::string_view text) {
  Quantity quantity;
  return ParseQuantity(text, quantity) == QuantityError::kNone ? quantity.nanos : 0;
}

// Returns nothing if there are more CPUs than a sample can have.
absl::optional<objects::NodeCapacity> CapacityOf(Nanos cpu, Nanos memory) {
  const absl::optional<int64_t> amount = objects::CpuAmount(cpu);
  if (!amount.has_value()) return absl::nullopt;
  return objects::NodeCapacity{*amount, objects::MemoryAmount(memory)};
}

// Reads the lists of all platforms. Only one of the lists has sizes.
template <typename Lists>
std::vector<LadderSize> SizesOf(const Lists& lists) {
  std::vector<LadderSize> sizes;
  for (const auto& size : lists.aws()) {
    const std::string& name = size.instance_type().empty() ? size.instance_size() : size.instance_type();
    sizes.push_back({name, size.weight(), absl::nullopt});
  }
  for (const auto& size : lists.azure()) sizes.push_back({size.vm_size(), size.weight(), absl::nullopt});
  for (const auto& size : lists.gcp()) sizes.push_back({size.machine_type(), size.weight(), absl::nullopt});
  for (const auto& size : lists.openstack()) sizes.push_back({size.flavor(), size.weight(), absl::nullopt});
  for (const auto& size : lists.nutanix()) {
    const int64_t cpus = size.vcpu_sockets() * size.vcpus_per_socket();
    sizes.push_back({absl::StrCat("vcpuSockets ", size.vcpu_sockets(), ", vcpusPerSocket ", size.vcpus_per_socket(),
                                  ", memorySize ", size.memory_size()),
                     size.weight(), CapacityOf(Nanos{cpus} * kNanosPerUnit, AmountOf(size.memory_size()))});
  }
  for (const auto& size : lists.vsphere()) {
    std::string name = absl::StrCat("numCPUs ", size.num_cpus(), ", memoryMiB ", size.memory_mib());
    if (size.has_disk_gib()) absl::StrAppend(&name, ", diskGiB ", size.disk_gib());
    sizes.push_back(
        {name, size.weight(),
         CapacityOf(Nanos{size.num_cpus()} * kNanosPerUnit, AmountOf(absl::StrCat(size.memory_mib(), "Mi")))});
  }
  return sizes;
}

std::vector<LadderSize> SizesOfAutoscaler(const v1::ControlPlaneMachineSetAutoscaler& autoscaler) {
  const v1::AutoscalerMachineTemplate& machines =
      autoscaler.spec().machine_configuration().machines_v1beta1_machine_openshift_io();
  return machines.has_machine_configurations() ? SizesOf(machines.machine_configurations()) : SizesOf(machines);
}

}  // namespace

absl::StatusOr<SizeCapacities> SizeCapacities::Make(const v1::ControlPlaneMachineSetAutoscaler& autoscaler,
                                                    const std::vector<std::string>& flags) {
  SizeCapacities capacities(SizesOfAutoscaler(autoscaler));
  const bool is_known = !capacities.sizes_.empty() && capacities.sizes_.front().capacity.has_value();
  for (const std::string& flag : flags) {
    const std::string why =
        is_known ? "is not needed, because each size of the autoscaler specifies its capacity; leave the flag out"
                 : capacities.Take(flag);
    if (why.empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat("--capacity: \"", objects::Escape(flag), "\" ", why));
  }
  return capacities;
}

std::string SizeCapacities::Take(const std::string& flag) {
  // The last `=` is used, because a flavor name of OpenStack may contain any character.
  const size_t name_end = std::min(flag.rfind('='), flag.size());
  const std::string name = flag.substr(0, name_end);
  const std::vector<std::string> amounts = absl::StrSplit(absl::string_view(flag).substr(name_end), ',');
  const Nanos cpu = AmountOf(absl::StripPrefix(amounts[0], "="));
  const Nanos memory = AmountOf(amounts.back());
  if (amounts.size() != 2 || cpu <= 0 || memory <= 0) {
    return "is not the capacity of a size; write one such as m6i.xlarge=4,16Gi";
  }
  LadderSize* const size = Find(name);
  if (size == nullptr) {
    const std::vector<std::string> names = Names();
    const std::vector<absl::string_view> known(names.begin(), names.end());
    return objects::Escape(absl::StrCat("is not for a size of the autoscaler; sizes: ", ListNames(names),
                                        server::DidYouMean(name, known)));
  }
  if (size->capacity.has_value()) {
    return absl::StrCat("is the second capacity of ", objects::Escape(size->name), "; leave one out");
  }
  size->capacity = CapacityOf(cpu, memory);
  if (size->capacity.has_value()) return "";
  return absl::StrCat("has ", objects::kTooManyCpus, "; write one such as m6i.xlarge=4,16Gi");
}

LadderSize* SizeCapacities::Find(const std::string& name) {
  const auto is_same = [&name](const LadderSize& size) { return size.name == name; };
  // Azure names are case-insensitive.
  const auto is_similar = [&name](const LadderSize& size) { return absl::EqualsIgnoreCase(size.name, name); };
  auto found = std::find_if(sizes_.begin(), sizes_.end(), is_same);
  if (found == sizes_.end()) found = std::find_if(sizes_.begin(), sizes_.end(), is_similar);
  return found == sizes_.end() ? nullptr : &*found;
}

const objects::NodeCapacity* SizeCapacities::Of(const v1::MachineLadderSize& size) const {
  const auto index = static_cast<size_t>(size.index());
  return index < sizes_.size() && sizes_[index].capacity.has_value() ? &*sizes_[index].capacity : nullptr;
}

int SizeCapacities::RankOf(const v1::MachineLadderSize& size) const {
  const int64_t weight = size.weight();
  const auto is_smaller = [weight](const LadderSize& other) { return other.weight < weight; };
  return static_cast<int>(std::count_if(sizes_.begin(), sizes_.end(), is_smaller)) + 1;
}

std::vector<std::string> SizeCapacities::Names() const {
  std::vector<LadderSize> sizes = sizes_;
  std::sort(sizes.begin(), sizes.end(), [](const LadderSize& a, const LadderSize& b) { return a.weight < b.weight; });
  std::vector<std::string> names;
  names.reserve(sizes.size());
  for (LadderSize& size : sizes) names.push_back(std::move(size.name));
  return names;
}

}  // namespace cpsizer::cli
