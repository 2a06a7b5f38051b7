#include "server/engine/size/lost_fields.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/escape.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kConditionType = "SizingFieldsStored";
constexpr absl::string_view kConditionsPath = "status.conditions";

// The messages of the sidecar are shorter.
constexpr size_t kMaxMessageBytes = 1024;

bool IsLarger(const SizeLadder& ladder, int chosen, const CurrentSize& current) {
  if (!current.known) return chosen == current.place;
  if (chosen < current.place) return false;
  for (const Resource resource : kResources) {
    const ResourceCapacity& before = ladder.sizes()[static_cast<size_t>(current.place)].resources[resource];
    const ResourceCapacity& after = ladder.sizes()[static_cast<size_t>(chosen)].resources[resource];
    if (before.known() && after.known() && after.capacity < before.capacity) return false;
  }
  return true;
}

}  // namespace

bool ReadLostFields(const v1::ClusterSizingConfiguration& config, Findings& findings) {
  for (int i = 0; i < config.status().conditions_size(); ++i) {
    const v1::Condition& condition = config.status().conditions(i);
    if (condition.type() != kConditionType || condition.status() != "False") continue;
    findings.Add(
        Rule::kFieldsNotStored, Indexed(kConditionsPath, i), condition.status(),
        absl::StrCat("no cluster gets a smaller size, because the condition ", kConditionType, " is False",
                     condition.message().empty() ? "" : ": ", EscapeCut(condition.message(), kMaxMessageBytes)));
    return true;
  }
  return false;
}

void CheckLostFields(const SizeLadder& ladder, const Choice& choice, const absl::optional<CurrentSize>& current,
                     HoldReport& report) {
  if (!ladder.has_lost_fields() || !current.has_value() || (current->known && choice.size == current->place)) return;
  if (IsLarger(ladder, choice.size, *current)) return;
  report.HoldBy(Rule::kFieldsNotStored,
                absl::StrCat("the configuration has lost capacities or fractions, and the size would change to ",
                             ladder.sizes()[static_cast<size_t>(choice.size)].name),
                v1::SIZE_HOLD_RULE_FIELDS_NOT_STORED);
}

}  // namespace cpsizer
