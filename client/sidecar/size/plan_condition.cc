#include "client/sidecar/size/plan_condition.h"

#include <algorithm>

#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {
namespace {

bool IsUs(const ConditionOwner& owner) {
  return owner.applied && owner.manager == kFieldManager;
}

// Returns whether our share of the condition can be released, because another manager owns the whole condition. If no
// other manager owns the whole condition, a release deletes the condition with the values of other writers.
bool CanReleaseOurShare(const std::vector<ConditionOwner>& owners) {
  return std::any_of(owners.begin(), owners.end(), IsUs) &&
         std::any_of(owners.begin(), owners.end(),
                     [](const ConditionOwner& owner) { return owner.whole && !IsUs(owner); });
}

bool IsSameCondition(const v1::Condition& a, const v1::Condition& b) {
  return a.status() == b.status() && a.reason() == b.reason() && a.message() == b.message() &&
         a.observed_generation() == b.observed_generation();
}

}  // namespace

bool IsForeign(const Configuration& configuration) {
  const std::vector<ConditionOwner>& owners = configuration.condition_owners;
  return std::any_of(owners.begin(), owners.end(), [](const ConditionOwner& owner) { return !IsUs(owner); });
}

absl::optional<v1::Condition> PlanCondition(const Configuration& configuration, const v1::Condition& verdict,
                                            absl::Time now) {
  if (IsForeign(configuration)) {
    return CanReleaseOurShare(configuration.condition_owners) ? absl::optional<v1::Condition>(v1::Condition())
                                                              : absl::nullopt;
  }
  const v1::Condition& current = configuration.condition;
  if (IsSameCondition(current, verdict)) return absl::nullopt;
  v1::Condition condition = verdict;
  condition.set_type(objects::kConfigurationCondition);
  const bool same_status = !current.type().empty() && current.status() == verdict.status();
  condition.set_last_transition_time(same_status ? current.last_transition_time() : SecondsText(now));
  return condition;
}

}  // namespace cpsizer::sidecar
