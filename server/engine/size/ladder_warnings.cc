#include "server/engine/size/ladder_warnings.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"
#include "server/engine/size/size_order.h"

namespace cpsizer {
namespace {

std::string NamesWhere(absl::Span<const Size> sizes, absl::FunctionRef<bool(const Size&)> where) {
  std::vector<absl::string_view> names;
  for (const Size& size : sizes) {
    if (where(size)) names.push_back(size.name);
  }
  return JoinNames(names);
}

// Warns if only some sizes have a capacity, or if the capacities come from two sources.
void WarnAboutSources(const SizeLadder& ladder, Resource resource, Findings& findings) {
  const ResourceNames& words = NamesOf(resource);
  if (ladder.Any(resource) && !ladder.Complete(resource)) {
    const std::string without =
        NamesWhere(ladder.sizes(), [&](const Size& size) { return !size.resources[resource].known(); });
    findings.Add(resource == Resource::kCpu ? Rule::kCpuCapacityIncomplete : Rule::kMemoryCapacityIncomplete,
                 kSizesPath, "", absl::StrCat("no ", words.word, " capacity is known for ", without));
  }
  const auto from = [&](v1::SizeCapacitySource source) {
    return NamesWhere(ladder.sizes(), [&](const Size& size) { return size.resources[resource].source == source; });
  };
  bool configured = false;
  bool introspected = false;
  for (const Size& size : ladder.sizes()) {
    configured |= size.resources[resource].source == v1::SIZE_CAPACITY_SOURCE_CONFIGURATION;
    introspected |= size.resources[resource].source == v1::SIZE_CAPACITY_SOURCE_MACHINE_SET;
  }
  if (!configured || !introspected) return;
  findings.Add(
      Rule::kCapacitySourcesMixed, kSizesPath, "",
      absl::StrCat(words.word, " comes from the configuration for ", from(v1::SIZE_CAPACITY_SOURCE_CONFIGURATION),
                   " and from MachineSets for ", from(v1::SIZE_CAPACITY_SOURCE_MACHINE_SET)));
}

void WarnAboutUselessCpuFractions(const SizeLadder& ladder, const ConfiguredFractions& fractions, Findings& findings) {
  const absl::optional<ConfiguredFractions::Fraction> global = fractions.OfAllSizes(Resource::kCpu);
  if (global.has_value() && !ladder.Any(Resource::kCpu)) {
    findings.Add(Rule::kCpuFractionWithoutCapacity, global->path.ToString(), global->text,
                 "no size has a CPU capacity");
  }
  for (const Size& size : ladder.sizes()) {
    const ResourceCapacity& cpu = size.resources.cpu;
    if (cpu.known() || cpu.fraction_source != v1::SIZE_FRACTION_SOURCE_SIZE) continue;
    findings.Add(Rule::kCpuFractionWithoutCapacity, fractions.OfSize(size.index, Resource::kCpu)->path.ToString(),
                 HumanFraction(cpu.fraction),
                 absl::StrCat("size ", size.name, " has a CPU fraction and no CPU capacity"));
  }
}

// Warns about sizes with more memory but less CPU.
void WarnAboutOrder(const SizeLadder& ladder, Findings& findings) {
  ForEachOutOfOrder(ladder, [&findings](const Size& size, const Size& most) {
    const Quantity& cpu = size.resources.cpu.capacity;
    findings.Add(Rule::kCapacityOrderInconsistent, FieldPath{kSizesPath, size.index, "capacity.cpu"}.ToString(),
                 CanonicalText(cpu),
                 absl::StrCat("size ", size.name, " has more memory than ", most.name, ", but cpu ", HumanCpu(cpu),
                              " where ", most.name, " has ", HumanCpu(most.resources.cpu.capacity)));
  });
}

void WarnAboutDecrease(const SizeLadder& ladder, const ConfiguredFractions& fractions, Resource resource,
                       Findings& findings) {
  if (!ladder.Complete(resource)) return;
  const ResourceNames& words = NamesOf(resource);
  const Size* most = nullptr;
  for (const Size& size : ladder.sizes()) {
    const ResourceCapacity& capacity = size.resources[resource];
    if (HasSuspectUnit(size)) continue;
    if (most == nullptr || capacity.effective >= most->resources[resource].effective) {
      most = &size;
      continue;
    }
    const absl::optional<ConfiguredFractions::Fraction> own = fractions.OfSize(size.index, resource);
    const FieldPath path = own.has_value() ? own->path : FieldPath{kSizesPath, size.index, words.capacity_field};
    findings.Add(Rule::kEffectiveCapacityNotIncreasing, path.ToString(),
                 own.has_value() ? HumanFraction(capacity.fraction) : CanonicalText(capacity.capacity),
                 absl::StrCat("size ", size.name, " holds less ", words.word, " (", Arithmetic(resource, capacity),
                              ") than the smaller size ", most->name, " (",
                              Arithmetic(resource, most->resources[resource]), ")"));
  }
}

// Finds sizes whose effective capacities do not exceed those of an earlier size. Keeps the sizes that no other size
// covers in both resources, ordered by memory. Of two kept sizes, the size with more memory has less CPU.
class ParetoFrontier {
 public:
  // Returns an earlier size that has at least this memory and this CPU; null if there is no such size.
  const Size* Covering(Nanos memory, Nanos cpu) const {
    if (memory > most_memory_ || cpu > most_cpu_) return nullptr;
    const auto step = steps_.lower_bound(memory);
    return step != steps_.end() && step->second.cpu >= cpu ? step->second.size : nullptr;
  }

  // Requires that no earlier size covers `size`.
  void Add(Nanos memory, Nanos cpu, const Size& size) {
    most_memory_ = std::max(most_memory_, memory);
    most_cpu_ = std::max(most_cpu_, cpu);
    auto step = steps_.insert_or_assign(memory, Step{cpu, &size}).first;
    while (step != steps_.begin() && std::prev(step)->second.cpu <= cpu) step = steps_.erase(std::prev(step));
  }

 private:
  struct Step {
    Nanos cpu;
    const Size* size;
  };
  absl::btree_map<Nanos, Step> steps_;
  Nanos most_memory_ = -1;
  Nanos most_cpu_ = -1;
};

// Returns whether each size holds more of the resource than the size before it. If this is true, no earlier size covers
// a later size.
bool Rises(absl::Span<const Size> sizes, Resource resource) {
  return std::adjacent_find(sizes.begin(), sizes.end(), [&](const Size& before, const Size& size) {
           return before.resources[resource].effective >= size.resources[resource].effective;
         }) == sizes.end();
}

void WarnAboutNeverChosen(const SizeLadder& ladder, Findings& findings) {
  const bool memory_counts = ladder.Complete(Resource::kMemory);
  const bool cpu_counts = ladder.Complete(Resource::kCpu);
  if (!memory_counts && !cpu_counts) return;
  // Most ladders need no other check.
  if ((memory_counts && Rises(ladder.sizes(), Resource::kMemory)) ||
      (cpu_counts && Rises(ladder.sizes(), Resource::kCpu))) {
    return;
  }
  ParetoFrontier frontier;
  for (const Size& size : ladder.sizes().first(ladder.sizes().size() - 1)) {
    if (HasSuspectUnit(size)) continue;
    const Nanos memory = memory_counts ? size.resources.memory.effective.nanos : 0;
    const Nanos cpu = cpu_counts ? size.resources.cpu.effective.nanos : 0;
    const Size* covering = frontier.Covering(memory, cpu);
    if (covering == nullptr) {
      frontier.Add(memory, cpu, size);
      continue;
    }
    findings.Add(Rule::kSizeNeverChosen, Indexed(kSizesPath, size.index), size.name,
                 absl::StrCat("size ", size.name, " is never chosen: ", covering->name,
                              " comes before it and holds at least as much"));
  }
}

}  // namespace

void WarnAboutCase(absl::Span<const Size> sizes, Findings& findings) {
  // In most ladders all names are lower-case, so that no comparison is necessary.
  const auto has_upper_case = [](const Size& size) {
    return std::any_of(size.name.begin(), size.name.end(),
                       [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
  };
  if (std::none_of(sizes.begin(), sizes.end(), has_upper_case)) return;
  absl::flat_hash_map<std::string, const Size*> first;
  for (const Size& size : sizes) {
    const auto [other, is_new] = first.try_emplace(absl::AsciiStrToLower(size.name), &size);
    if (is_new || other->second->name == size.name) continue;
    findings.Add(Rule::kSizeNamesDifferInCase, FieldPath{kSizesPath, size.index, "name"}.ToString(), size.name,
                 absl::StrCat("the names ", size.name, " and ", other->second->name, " differ only in case"));
  }
}

void WarnAboutLadder(const SizeLadder& ladder, const ConfiguredFractions& fractions, Findings& findings) {
  for (const Resource resource : kResources) WarnAboutSources(ladder, resource, findings);
  WarnAboutUselessCpuFractions(ladder, fractions, findings);
  WarnAboutOrder(ladder, findings);
  for (const Resource resource : kResources) WarnAboutDecrease(ladder, fractions, resource, findings);
  WarnAboutNeverChosen(ladder, findings);
}

}  // namespace cpsizer
