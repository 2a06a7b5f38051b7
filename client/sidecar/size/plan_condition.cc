#include "client/sidecar/size/plan_condition.h"

#include <algorithm>
#include <utility>

#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "server/process/show_time.h"

namespace cpsizer::sidecar {
namespace {

bool IsUs(const ConditionOwner& owner) {
  return owner.applied && (owner.manager == kFieldManager || owner.manager == kStoredFieldsManager);
}

bool OwnsShare(const std::vector<ConditionOwner>& owners) {
  return std::any_of(owners.begin(), owners.end(), IsUs);
}

bool IsForeignTo(const std::vector<ConditionOwner>& owners) {
  return std::any_of(owners.begin(), owners.end(), [](const ConditionOwner& owner) { return !IsUs(owner); });
}

// Returns whether our share of the condition can be released, because another manager owns the whole condition. If no
// other manager owns the whole condition, a release deletes the condition with the values of other writers.
bool CanReleaseOurShare(const std::vector<ConditionOwner>& owners) {
  return OwnsShare(owners) && std::any_of(owners.begin(), owners.end(),
                                          [](const ConditionOwner& owner) { return owner.whole && !IsUs(owner); });
}

bool IsSameCondition(const v1::Condition& a, const v1::Condition& b) {
  return a.status() == b.status() && a.reason() == b.reason() && a.message() == b.message() &&
         a.observed_generation() == b.observed_generation();
}

// Returns `desired` with the time at which its status has last changed.
v1::Condition WithTime(v1::Condition desired, const v1::Condition& current, absl::Time now) {
  const bool same_status = !current.type().empty() && current.status() == desired.status();
  desired.set_last_transition_time(same_status ? current.last_transition_time() : server::ShowTime(now));
  return desired;
}

}  // namespace

v1::Condition FieldsCondition(const Configuration& configuration, absl::string_view lost_fields) {
  const v1::Condition& current = configuration.fields_condition;
  if (lost_fields.empty() && current.type().empty()) return {};
  v1::Condition condition;
  condition.set_type(objects::kStoredFieldsCondition);
  condition.set_status(lost_fields.empty() ? "True" : "False");
  condition.set_reason(lost_fields.empty() ? "FieldsStored" : "FieldsNotStored");
  condition.set_message(lost_fields.empty() ? "No capacity or fraction of the configuration is lost."
                                            : std::string(lost_fields));
  condition.set_observed_generation(configuration.config.metadata().generation());
  return condition;
}

bool IsForeign(const Configuration& configuration) {
  return IsForeignTo(configuration.condition_owners);
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
  return WithTime(std::move(condition), current, now);
}

absl::optional<v1::Condition> PlanFieldsCondition(const Configuration& configuration, absl::string_view lost_fields,
                                                  absl::Time now) {
  if (IsForeignTo(configuration.fields_condition_owners)) return absl::nullopt;
  const v1::Condition& current = configuration.fields_condition;
  v1::Condition fields = FieldsCondition(configuration, lost_fields);
  if (fields.type().empty() || IsSameCondition(current, fields)) return absl::nullopt;
  return WithTime(std::move(fields), current, now);
}

}  // namespace cpsizer::sidecar
