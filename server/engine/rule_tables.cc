#include <array>
#include <cstddef>
#include <iterator>

#include "cpsizer/rules.h"
#include "server/engine/base/common_rules.h"
#include "server/engine/cluster_autoscaler/validate/cluster_autoscaler_rules.h"
#include "server/engine/cpu_requests/cpu_rules.h"
#include "server/engine/machine/validate/machine_rules.h"
#include "server/engine/replicas/validate/autoscaler_rules.h"
#include "server/engine/size/size_rules.h"

// This file combines the rule tables of all decisions. It is the only file of the engine that includes all of them. The
// tables are constants, so this file does not need the code of any decision.
namespace cpsizer {
namespace {

constexpr absl::Span<const RuleInfo> kTables[] = {kCommonRules, kSizeRules,    kAutoscalerRules,
                                                  kCpuRules,    kMachineRules, kClusterAutoscalerRules};

constexpr size_t kRuleCount = static_cast<size_t>(Rule::kNodeGroupCapacityMissing) + 1;

// Each rule is at the index of its `Rule`.
constexpr auto kRules = [] {
  std::array<RuleInfo, kRuleCount> rules{};
  for (const absl::Span<const RuleInfo>& table : kTables) {
    for (const RuleInfo& info : table) rules[static_cast<size_t>(info.rule)] = info;
  }
  return rules;
}();

constexpr bool EachRuleIsInOneTable() {
  size_t count = 0;
  for (const absl::Span<const RuleInfo>& table : kTables) count += table.size();
  for (const RuleInfo& info : kRules) {
    if (info.id.empty()) return false;
  }
  return count == kRuleCount;
}
static_assert(EachRuleIsInOneTable(), "each rule has one row, in the table of one decision");

}  // namespace

absl::Span<const RuleInfo> AllRules() {
  return kRules;
}

const RuleInfo& Info(Rule rule) {
  return kRules[static_cast<size_t>(rule)];
}

const RuleInfo* FindRule(absl::string_view id) {
  for (const RuleInfo& info : kRules) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

}  // namespace cpsizer
