#include "server/engine/size/decision.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/engine/size/capacity_holds.h"
#include "server/engine/size/hygiene.h"
#include "server/engine/size/lost_fields.h"

namespace cpsizer {
namespace {

// Returns the value, or the default if the value is unspecified (0). Adds ENUM_UNKNOWN for a number that the enum does
// not have.
template <typename Enum>
Enum ReadEnum(Enum value, bool valid, Enum default_value, absl::string_view path, Findings& findings) {
  CheckEnum(valid, value, path, findings);
  return static_cast<int>(value) == 0 ? default_value : value;
}

// Sets the demands that take part, and the reasons why other demands do not take part.
void ChooseResources(const SizeLadder& ladder, const Demand& demand, v1::SizeCpuPolicy policy, Decision& decision) {
  decision.in_play = demand;
  if (!demand.memory.has_value()) {
    decision.not_in_play.memory = v1::SIZE_NOT_IN_PLAY_REASON_MEMORY_ABSENT_FROM_DEMAND;
  }
  decision.not_in_play.cpu = ladder.WhyNotCpu(policy, demand.cpu.has_value());
  decision.counted = {true, ladder.WhyNotCpu(policy, /*demanded=*/true) == v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED};
  if (decision.not_in_play.cpu != v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED) decision.in_play.cpu.reset();
}

// Returns whether CPU would take part if all CPU capacities were known and the VPA recommended all resources that it
// controls.
bool CpuCounts(const SizeLadder& ladder, const Observation& observation, v1::SizeCpuPolicy policy) {
  const bool demanded = observation.demand.cpu.has_value() || (observation.from_vpa && !observation.vpa_omits_cpu);
  return demanded && ladder.UsesCpu(policy);
}

}  // namespace

v1::SizeCpuPolicy ReadCpuPolicy(v1::SizeCpuPolicy policy, absl::string_view path, Findings& findings) {
  return ReadEnum(policy, v1::SizeCpuPolicy_IsValid(policy), v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED, path,
                  findings);
}

DecisionOptions ReadOptions(const v1::RecommendSizeOptions& message, v1::Detail default_detail, Findings& findings) {
  DecisionOptions options;
  options.cpu_policy = ReadCpuPolicy(message.cpu_policy(), "options.cpuPolicy", findings);
  options.hygiene = ReadEnum(message.hygiene(), v1::SizeHygieneMode_IsValid(message.hygiene()), options.hygiene,
                             "options.hygiene", findings);
  options.detail =
      ReadEnum(message.detail(), v1::Detail_IsValid(message.detail()), default_detail, "options.detail", findings);
  options.holds =
      ReadEnum(message.holds(), v1::SizeHoldMode_IsValid(message.holds()), options.holds, "options.holds", findings);
  options.vpa = ReadVpaOptions(message, findings);
  return options;
}

Decision Decide(const SizeLadder& ladder, const Observation& observation, const DecisionOptions& options,
                const absl::optional<CurrentSize>& current, Findings& findings) {
  Decision decision;
  ChooseResources(ladder, observation.demand, options.cpu_policy, decision);
  decision.missing = observation.missing;
  if (decision.missing == v1::SIZE_NO_RECOMMENDATION_REASON_DEMAND_MISSING) return decision;
  if (decision.missing != v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED) {
    decision.in_play = {};
    decision.not_in_play = {v1::SIZE_NOT_IN_PLAY_REASON_VPA_NOT_READY, v1::SIZE_NOT_IN_PLAY_REASON_VPA_NOT_READY};
    return decision;
  }

  HoldReport report(options.holds == v1::SIZE_HOLD_MODE_ENFORCE, findings);
  Hygiene hygiene(observation, options.hygiene, options.vpa, report);
  hygiene.CheckStatus();
  if (!decision.in_play.memory.has_value() && !decision.in_play.cpu.has_value()) {
    decision.missing = v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED;
    return decision;
  }
  hygiene.CheckOverflow(decision.in_play);
  if (decision.in_play.memory.has_value() && !ladder.Complete(Resource::kMemory)) {
    decision.capacity_missing = true;
  } else {
    decision.choice = ladder.Choose(decision.in_play);
    hygiene.CheckMissing(decision.in_play, decision.counted, *decision.choice, current);
    hygiene.CheckValues(ladder, decision.in_play, *decision.choice, current);
    CheckCapacities(ladder, CpuCounts(ladder, observation, options.cpu_policy), *decision.choice, current, report);
    hygiene.CheckEvidence(decision.in_play, *decision.choice, current);
    CheckLostFields(ladder, *decision.choice, current, report);
    decision.outcome = decision.choice->fits ? v1::SIZE_OUTCOME_RECOMMENDED : v1::SIZE_OUTCOME_BEST_EFFORT;
  }
  decision.hold = report.hold();
  if (decision.hold.has_value()) decision.outcome = v1::SIZE_OUTCOME_HELD;
  return decision;
}

}  // namespace cpsizer
