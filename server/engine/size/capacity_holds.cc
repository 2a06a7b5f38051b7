#include "server/engine/size/capacity_holds.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/size/size_fields.h"
#include "server/engine/size/size_order.h"

namespace cpsizer {
namespace {

const Size& At(const SizeLadder& ladder, int place) {
  return ladder.sizes()[static_cast<size_t>(place)];
}

bool IsCertainlyLarger(const SizeLadder& ladder, bool cpu_counts, int chosen, const CurrentSize& current) {
  if (cpu_counts && IsOutOfOrder(ladder)) return false;
  if (!current.known) {
    return chosen == current.place && ladder.Complete(Resource::kMemory) && !ladder.AnySuspectUnit(Resource::kMemory);
  }
  const Size& before = At(ladder, current.place);
  const Size& after = At(ladder, chosen);
  return before.resources.memory.known() && before.resources.memory.capacity < after.resources.memory.capacity &&
         !HasSuspectUnit(before, Resource::kMemory) && !HasSuspectUnit(after, Resource::kMemory);
}

// Reports the first capacity of the configuration whose unit is probably wrong; memory comes before CPU.
void ReportSuspect(const SizeLadder& ladder, bool cpu_counts, int chosen, HoldReport& report) {
  const Size* first = nullptr;
  for (const Size& size : ladder.sizes()) {
    const bool suspect =
        HasSuspectUnit(size, Resource::kMemory) || (cpu_counts && HasSuspectUnit(size, Resource::kCpu));
    if (suspect && (first == nullptr || size.index < first->index)) first = &size;
  }
  const Resource resource = HasSuspectUnit(*first, Resource::kMemory) ? Resource::kMemory : Resource::kCpu;
  const ResourceNames& names = NamesOf(resource);
  const ResourceCapacity& capacity = first->resources[resource];
  const std::string amount = CanonicalText(capacity.capacity);
  const std::string cause = capacity.incomplete
                                ? absl::StrCat("a MachineSet of size ", first->name, " has no readable ", names.word,
                                               " capacity, and another has ", amount)
                                : absl::StrCat("the unit of the ", names.word, " capacity ", amount, " of size ",
                                               first->name, " is probably wrong");
  report.Add(Rule::kCapacitySuspect, FieldPath{kSizesPath, first->index, names.capacity_field}.ToString(), amount,
             absl::StrCat(cause, ", so ", At(ladder, chosen).name, " may be smaller than the current size"),
             v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT);
}

void ReportMissing(const SizeLadder& ladder, int chosen, HoldReport& report) {
  for (const Size& size : ladder.sizes()) {
    if (size.resources.cpu.known()) continue;
    return report.Add(Rule::kCpuCapacityMissing, FieldPath{kSizesPath, size.index, kCpuNames.capacity_field}.ToString(),
                      "",
                      absl::StrCat("no CPU capacity is known for size ", size.name,
                                   ", and memory alone would change the size to ", At(ladder, chosen).name),
                      v1::SIZE_HOLD_RULE_CPU_CAPACITY_MISSING);
  }
}

}  // namespace

void CheckCapacities(const SizeLadder& ladder, bool cpu_counts, const Choice& choice,
                     const absl::optional<CurrentSize>& current, HoldReport& report) {
  if (!current.has_value() || (current->known && choice.size == current->place)) return;
  const bool suspect =
      ladder.AnySuspectUnit(Resource::kMemory) || (cpu_counts && ladder.AnySuspectUnit(Resource::kCpu));
  const bool missing = cpu_counts && !ladder.Complete(Resource::kCpu);
  if ((!suspect && !missing) || IsCertainlyLarger(ladder, cpu_counts, choice.size, *current)) return;
  if (suspect) {
    ReportSuspect(ladder, cpu_counts, choice.size, report);
  } else {
    ReportMissing(ladder, choice.size, report);
  }
}

}  // namespace cpsizer
