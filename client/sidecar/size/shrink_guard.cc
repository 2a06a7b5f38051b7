#include "client/sidecar/size/shrink_guard.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kMemoryTiny[] = "MEMORY_CAPACITY_TINY";
constexpr char kCpuHuge[] = "CPU_CAPACITY_HUGE";

bool Has(const v1::ValidateConfigResponse& response, absl::string_view rule) {
  const auto& findings = response.findings();
  return std::any_of(findings.begin(), findings.end(),
                     [rule](const v1::Finding& finding) { return finding.rule() == rule; });
}

// Returns whether the configuration has CPU settings, but no CPU capacity for some or all sizes.
bool HasMissingCpu(const v1::ValidateConfigResponse& response) {
  const v1::SizeNotInPlayReason reason = response.cpu_not_in_play_reason();
  return reason == v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE ||
         (reason == v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED &&
          Has(response, "CPU_FRACTION_WITHOUT_CAPACITY"));
}

// Returns the finding about a capacity whose unit is probably wrong, or null.
const v1::Finding* SuspectCapacity(const v1::ValidateConfigResponse& response) {
  const auto& findings = response.findings();
  const auto found = std::find_if(findings.begin(), findings.end(), [](const v1::Finding& finding) {
    return finding.rule() == kMemoryTiny || finding.rule() == kCpuHuge;
  });
  return found == findings.end() ? nullptr : &*found;
}

bool HasSuspectMemory(const v1::ValidateConfigResponse& response, int index) {
  const std::string path = absl::StrCat("spec.sizes[", index, "].capacity.memory");
  const auto& findings = response.findings();
  return std::any_of(findings.begin(), findings.end(), [&path](const v1::Finding& finding) {
    return finding.rule() == kMemoryTiny && finding.path() == path;
  });
}

std::vector<ShrinkGuard::Step> LadderOf(const v1::ClusterSizingConfiguration& config,
                                        const v1::ValidateConfigResponse& response) {
  std::set<std::string> suspect;
  for (int i = 0; i < config.spec().sizes_size(); ++i) {
    if (HasSuspectMemory(response, i)) suspect.insert(config.spec().sizes(i).name());
  }
  std::vector<ShrinkGuard::Step> ladder;
  for (const v1::SizeRow& size : response.sizes()) {
    ladder.push_back({size.name(), size.memory().capacity(), suspect.count(size.name()) > 0});
  }
  return ladder;
}

std::string MissingCpuProblem(const v1::ValidateConfigResponse& response) {
  const auto& sizes = response.sizes();
  const auto without =
      std::find_if(sizes.begin(), sizes.end(), [](const v1::SizeRow& size) { return size.cpu().capacity().empty(); });
  return absl::StrCat("no CPU capacity is known for the size ", without == sizes.end() ? "" : without->name(),
                      ", so CPU does not take part; set it in the configuration or in the annotations of a MachineSet "
                      "of that size, or set --cpu-policy=never");
}

bool IsSurelyLarger(const ShrinkGuard& guard, const std::string& from, const std::string& to) {
  const std::vector<ShrinkGuard::Step>& ladder = guard.ladder;
  const auto find = [&ladder](const std::string& size) {
    return std::find_if(ladder.begin(), ladder.end(), [&](const ShrinkGuard::Step& step) { return step.size == size; });
  };
  const auto before = find(from), after = find(to);
  if (guard.more_memory_less_cpu || after == ladder.end() || after->suspect_memory) return false;
  if (before != ladder.end()) return after > before && after->memory != before->memory && !before->suspect_memory;
  return after + 1 == ladder.end() &&
         std::none_of(ladder.begin(), ladder.end(), [](const ShrinkGuard::Step& step) { return step.suspect_memory; });
}

}  // namespace

absl::optional<ShrinkGuard> ShrinkGuardOf(const v1::ClusterSizingConfiguration& config,
                                          const v1::ValidateConfigResponse& response) {
  const v1::Finding* suspect = SuspectCapacity(response);
  if (suspect == nullptr && !HasMissingCpu(response)) return absl::nullopt;
  ShrinkGuard guard;
  guard.ladder = LadderOf(config, response);
  guard.more_memory_less_cpu = Has(response, "CAPACITY_ORDER_INCONSISTENT");
  if (suspect != nullptr) {
    guard.reason = kCapacitySuspect;
    guard.problem = absl::StrCat(suspect->path(), ": ", suspect->message(), "; correct it in the configuration");
  } else {
    guard.reason = kCpuCapacityMissing;
    guard.problem = MissingCpuProblem(response);
  }
  return guard;
}

SizePlan KeepFromShrinking(SizePlan plan, const HostedCluster& cluster, const ShrinkGuard& guard) {
  const std::string& current = CurrentSize(cluster);
  if (plan.write.empty() || current.empty()) return plan;
  if (IsSurelyLarger(guard, current, plan.write)) return plan;
  SizePlan held;
  held.state = SizeState::kHeld;
  held.reason = guard.reason;
  held.note = absl::StrCat(guard.reason == kCpuCapacityMissing ? "memory alone" : "the decision",
                           " would change the size to ", plan.write, ", but ", guard.problem);
  return held;
}

}  // namespace cpsizer::sidecar
