#include "cpsizer/size_ladder.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/text.h"
#include "server/engine/size/configured_fractions.h"
#include "server/engine/size/ladder_warnings.h"
#include "server/engine/size/lost_fields.h"
#include "server/engine/size/machine_set_capacities.h"
#include "server/engine/size/read_sizes.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

// Returns the indexes of the sizes, sorted by name; equal names are sorted by index.
template <typename Indexes>
Indexes SortedByName(absl::Span<const Size> sizes) {
  Indexes indexes(sizes.size());
  for (size_t i = 0; i < indexes.size(); ++i) indexes[i] = static_cast<int>(i);
  std::sort(indexes.begin(), indexes.end(), [&](int a, int b) {
    const int order = sizes[static_cast<size_t>(a)].name.compare(sizes[static_cast<size_t>(b)].name);
    return order != 0 ? order < 0 : a < b;
  });
  return indexes;
}

absl::optional<int> FindByName(absl::Span<const int> by_name, absl::Span<const Size> sizes, absl::string_view name) {
  const auto it = std::lower_bound(by_name.begin(), by_name.end(), name, [&](int index, absl::string_view wanted) {
    return sizes[static_cast<size_t>(index)].name < wanted;
  });
  if (it == by_name.end() || sizes[static_cast<size_t>(*it)].name != name) return absl::nullopt;
  return *it;
}

void CheckDuplicates(absl::Span<const int> by_name, absl::Span<const Size> sizes, Findings& findings) {
  for (size_t i = 1; i < by_name.size(); ++i) {
    const Size& first = sizes[static_cast<size_t>(by_name[i - 1])];
    const Size& second = sizes[static_cast<size_t>(by_name[i])];
    if (first.name != second.name || first.name.empty()) continue;
    findings.Add(
        Rule::kSizeNameDuplicate, absl::StrCat(Indexed(kSizesPath, second.index), ".name"), second.name,
        absl::StrCat("the name \"", Quoted(second.name), "\" is also that of ", Indexed(kSizesPath, first.index)));
  }
}

bool CheckSizeCount(int count, Findings& findings) {
  if (count == 0) {
    findings.Add(Rule::kNoSizes, kSizesPath, "", "the configuration has no sizes");
  } else if (count > kMaxSizes) {
    findings.Add(Rule::kTooManySizes, kSizesPath, absl::StrCat(count),
                 absl::StrCat("there are ", count, " sizes, at most ", kMaxSizes, " are allowed"));
  }
  return count > 0 && count <= kMaxSizes;
}

bool HasCpuCapacity(const v1::ClusterSizingConfigurationSpec& spec) {
  return std::any_of(spec.sizes().begin(), spec.sizes().end(),
                     [](const v1::SizeConfiguration& size) { return size.capacity().has_cpu(); });
}

bool Holds(const Size& size, const Demand& demand, Resource resource) {
  return !demand[resource].has_value() || size.resources[resource].effective >= *demand[resource];
}

v1::SizeDriver DriverOf(const Choice& choice, const Demand& demand) {
  const bool both = demand.memory.has_value() && demand.cpu.has_value();
  const bool each_fits_somewhere = !choice.exceeds_all_sizes.memory && !choice.exceeds_all_sizes.cpu;
  const bool moved_up = choice.size != std::max(choice.alone.memory, choice.alone.cpu);
  if (moved_up || (both && each_fits_somewhere && !choice.fits)) return v1::SIZE_DRIVER_ORDER;
  if (choice.alone.memory == choice.alone.cpu) return v1::SIZE_DRIVER_BOTH;
  return choice.alone.memory > choice.alone.cpu ? v1::SIZE_DRIVER_MEMORY : v1::SIZE_DRIVER_CPU;
}

}  // namespace

// The constructor is not defined in the header. With a definition in the header, SizeLadder() would first fill the
// inline storage for sizes with zeros.
SizeLadder::SizeLadder() = default;

absl::optional<SizeLadder> SizeLadder::Compile(const v1::ClusterSizingConfiguration& config,
                                               const MachineSets& machine_sets, FindingList& findings_out) {
  Findings findings(findings_out);
  CheckCount(machine_sets.size(), kMaxMachineSets, "machineSets", findings);
  const bool has_lost_fields = ReadLostFields(config, findings);
  if (!CheckSizeCount(config.spec().sizes_size(), findings)) return absl::nullopt;
  absl::optional<SizeLadder> compiled = SizeLadder();
  SizeLadder& ladder = *compiled;
  Sizes& sizes = ladder.sizes_;
  sizes.resize(static_cast<size_t>(config.spec().sizes_size()));
  const ConfiguredFractions fractions(config, findings);
  ReadSizes(config.spec(), fractions, absl::MakeSpan(sizes), findings);
  ladder.by_name_ = SortedByName<Indexes>(sizes);
  CheckDuplicates(ladder.by_name_, sizes, findings);
  WarnAboutCase(sizes, findings);
  if (findings.has_errors()) return absl::nullopt;

  FillFromMachineSets(
      machine_sets,
      [&](absl::string_view name) {
        const absl::optional<int> index = ladder.IndexOf(name);
        return index.has_value() ? &sizes[static_cast<size_t>(*index)] : nullptr;
      },
      findings);
  for (Size& size : sizes) {
    for (const Resource resource : kResources) {
      ResourceCapacity& capacity = size.resources[resource];
      capacity.effective = FloorProduct(capacity.capacity, capacity.fraction);
      ladder.known_[resource] += capacity.known() ? 1 : 0;
      if (HasSuspectUnit(size, resource)) ladder.suspect_unit_[resource] = true;
    }
  }
  // An unknown CPU capacity is zero here. Therefore it comes before all known CPU capacities.
  const bool by_memory = ladder.Complete(Resource::kMemory);
  const auto before = [&](const Size& a, const Size& b) {
    const auto key = [&](const Size& size) {
      return std::make_tuple(by_memory ? size.resources.memory.capacity.nanos : 0, size.resources.cpu.capacity.nanos,
                             size.index);
    };
    return key(a) < key(b);
  };
  if (!std::is_sorted(sizes.begin(), sizes.end(), before)) {
    std::sort(sizes.begin(), sizes.end(), before);
    ladder.by_name_ = SortedByName<Indexes>(sizes);
  }
  ladder.has_lost_fields_ = has_lost_fields;
  ladder.cpu_capacity_configured_ = HasCpuCapacity(config.spec());
  ladder.cpu_fraction_configured_ = fractions.Any(Resource::kCpu);
  WarnAboutLadder(ladder, fractions, findings);
  return compiled;
}

absl::optional<int> SizeLadder::IndexOf(absl::string_view name) const {
  return FindByName(by_name_, sizes_, name);
}

size_t SizeLadder::HeapBytes() const {
  // InlinedVector has no function for this: it uses the heap if its capacity is above the inline capacity.
  const auto heap_bytes = [](const auto& elements, size_t inline_count) {
    return elements.capacity() > inline_count ? elements.capacity() * sizeof elements[0] : 0;
  };
  size_t bytes = heap_bytes(sizes_, Sizes().capacity()) + heap_bytes(by_name_, Indexes().capacity());
  const size_t inline_name = std::string().capacity();
  for (const Size& size : sizes_) bytes += size.name.capacity() > inline_name ? size.name.capacity() + 1 : 0;
  return bytes;
}

bool SizeLadder::UsesCpu(v1::SizeCpuPolicy policy) const {
  if (policy == v1::SIZE_CPU_POLICY_NEVER) return false;
  return cpu_fraction_configured_ ||
         (cpu_capacity_configured_ && policy != v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED);
}

v1::SizeNotInPlayReason SizeLadder::WhyNotCpu(v1::SizeCpuPolicy policy, bool demanded) const {
  if (policy == v1::SIZE_CPU_POLICY_NEVER) return v1::SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER;
  if (!demanded) return v1::SIZE_NOT_IN_PLAY_REASON_CPU_ABSENT_FROM_DEMAND;
  if (policy == v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED && !cpu_fraction_configured_) {
    return v1::SIZE_NOT_IN_PLAY_REASON_CPU_FRACTION_NOT_CONFIGURED;
  }
  if (!UsesCpu(policy) || !Any(Resource::kCpu)) {
    return v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED;
  }
  if (!Complete(Resource::kCpu)) return v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE;
  return v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED;
}

Choice SizeLadder::Choose(const Demand& demand) const {
  const int last = static_cast<int>(sizes_.size()) - 1;
  Choice choice;
  for (int i = 0; i <= last && !choice.fits; ++i) {
    const Size& size = sizes_[static_cast<size_t>(i)];
    choice.fits = true;
    for (const Resource resource : kResources) {
      if (!Holds(size, demand, resource)) {
        choice.fits = false;
      } else if (choice.alone[resource] == Choice::kNone && demand[resource].has_value()) {
        choice.alone[resource] = i;
      }
    }
    choice.size = i;
  }
  for (const Resource resource : kResources) {
    if (!demand[resource].has_value() || choice.alone[resource] != Choice::kNone) continue;
    choice.exceeds_all_sizes[resource] = true;
    choice.alone[resource] = last;
  }
  choice.driver = DriverOf(choice, demand);
  return choice;
}

SizeLadder::Edges SizeLadder::EdgesOf(const Demand& demand, const Choice& choice, Resource resource) const {
  Edges edges;
  const int last = static_cast<int>(sizes_.size()) - 1;
  if (choice.size < last) edges.grows_above = sizes_[static_cast<size_t>(choice.size)].resources[resource].effective;
  // If the demand for the other resource does not change, only sizes that hold this demand can be chosen. The last size
  // is chosen if no size holds this demand.
  for (int i = 0; i < choice.size; ++i) {
    const Size& size = sizes_[static_cast<size_t>(i)];
    if (!Holds(size, demand, Other(resource))) continue;
    const Quantity& effective = size.resources[resource].effective;
    if (!edges.shrinks_at.has_value() || effective > *edges.shrinks_at) edges.shrinks_at = effective;
  }
  return edges;
}

}  // namespace cpsizer
