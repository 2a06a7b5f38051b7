#include "server/engine/replicas/limits_of_change.h"

#include <algorithm>

#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

int32_t SumSince(const std::vector<ScaleEvent>& events, Instant cutoff) {
  int32_t sum = 0;
  for (const ScaleEvent& event : events) {
    if (event.time > cutoff) sum = WrapAdd(sum, event.change);
  }
  return sum;
}

// Returns the replicas at the start of the period of the policy. Events of both directions are used, even outdated
// events.
int32_t PeriodStart(const ScalingPolicy& policy, const ReplicaHistory& history, int32_t current, Instant now) {
  const Instant cutoff = now - policy.period;
  return WrapAdd(WrapSubtract(current, SumSince(history.up, cutoff)), SumSince(history.down, cutoff));
}

// Returns the largest number of replicas that one policy allows. The sum with a value of 2147483647 pods wraps, so such
// a policy does not allow an increase.
int32_t MostBy(const ScalingPolicy& policy, int32_t period_start) {
  if (policy.kind == PolicyKind::kPods) return WrapAdd(period_start, policy.value);
  return CeilToReplicas(static_cast<double>(period_start) * (1 + static_cast<double>(policy.value) / 100));
}

// Returns the smallest number of replicas that one policy allows, truncated to a whole number.
int32_t FewestBy(const ScalingPolicy& policy, int32_t period_start) {
  if (policy.kind == PolicyKind::kPods) return WrapSubtract(period_start, policy.value);
  return Saturate<int32_t>(static_cast<double>(period_start) * (1 - static_cast<double>(policy.value) / 100));
}

template <typename AllowedBy>
int32_t Select(const ScalingRules& rules, bool largest, const ReplicaHistory& history, int32_t current, Instant now,
               const AllowedBy& allowed_by) {
  int32_t selected = allowed_by(rules.policies.front(), PeriodStart(rules.policies.front(), history, current, now));
  for (const ScalingPolicy& policy : rules.policies) {
    const int32_t allowed = allowed_by(policy, PeriodStart(policy, history, current, now));
    selected = largest ? std::max(selected, allowed) : std::min(selected, allowed);
  }
  return selected;
}

// kMax selects the largest change: the largest number when scaling up, the smallest number when scaling down.
int32_t UpLimit(const ScalingRules& rules, const ReplicaHistory& history, int32_t current, Instant now) {
  if (rules.select == SelectPolicy::kDisabled) return current;
  return Select(rules, rules.select == SelectPolicy::kMax, history, current, now, MostBy);
}

int32_t DownLimit(const ScalingRules& rules, const ReplicaHistory& history, int32_t current, Instant now) {
  if (rules.select == SelectPolicy::kDisabled) return current;
  return Select(rules, rules.select == SelectPolicy::kMin, history, current, now, FewestBy);
}

}  // namespace

LimitedReplicas LimitByBehavior(const ScalingSpec& spec, const ReplicaHistory& history, int32_t current,
                                int32_t stabilized, Instant now) {
  // A limit must not cause a change in the other direction, for example after a policy became stricter. So the limit
  // does not go past the current number.
  if (stabilized > current) {
    const int32_t limit = std::max(UpLimit(spec.behavior->up, history, current, now), current);
    const LimitedReplicas cap =
        spec.max > limit ? LimitedReplicas{limit, kTooFastUp} : LimitedReplicas{spec.max, kTooMany};
    if (stabilized > cap.replicas) return cap;
  } else if (stabilized < current) {
    const int32_t limit = std::min(DownLimit(spec.behavior->down, history, current, now), current);
    const LimitedReplicas floor =
        spec.min < limit ? LimitedReplicas{limit, kTooFastDown} : LimitedReplicas{spec.min, kTooFew};
    if (stabilized < floor.replicas) return floor;
  }
  return {stabilized, kWithinRange};
}

LimitedReplicas LimitLegacy(const ScalingSpec& spec, int32_t current, int32_t stabilized) {
  const auto limit = Saturate<int32_t>(std::max(2.0 * static_cast<double>(current), 4.0));
  const LimitedReplicas cap =
      spec.max > limit ? LimitedReplicas{limit, kTooFastUp} : LimitedReplicas{spec.max, kTooMany};
  if (stabilized < spec.min) return {spec.min, kTooFew};
  if (stabilized > cap.replicas) return cap;
  return {stabilized, kWithinRange};
}

}  // namespace cpsizer
