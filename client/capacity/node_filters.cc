#include "client/capacity/node_filters.h"

#include <algorithm>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"

namespace cpsizer::capacity {
namespace {

// Compares as numbers, as Gt and Lt do. A label that is not a number does not match.
bool IsNumberMatch(const std::string& label, const LabelRequirement& requirement) {
  int64_t number = 0;
  int64_t bound = 0;
  if (requirement.values.size() != 1 || !absl::SimpleAtoi(label, &number) ||
      !absl::SimpleAtoi(requirement.values.front(), &bound)) {
    return false;
  }
  return requirement.op == LabelOperator::kGt ? number > bound : number < bound;
}

bool Meets(const NodeLabels& labels, const LabelRequirement& requirement) {
  const auto label = labels.find(requirement.key);
  const bool exists = label != labels.end();
  switch (requirement.op) {
    case LabelOperator::kIn:
      return exists && absl::c_linear_search(requirement.values, label->second);
    case LabelOperator::kNotIn:
      return !exists || !absl::c_linear_search(requirement.values, label->second);
    case LabelOperator::kExists:
      return exists;
    case LabelOperator::kDoesNotExist:
      return !exists;
    case LabelOperator::kGt:
    case LabelOperator::kLt:
      return exists && IsNumberMatch(label->second, requirement);
  }
  return false;
}

bool MeetsAll(const NodeLabels& labels, const std::vector<LabelRequirement>& requirements) {
  return absl::c_all_of(requirements, [&](const LabelRequirement& each) { return Meets(labels, each); });
}

bool Tolerates(const Toleration& toleration, const Taint& taint) {
  if (!toleration.effect.empty() && toleration.effect != taint.effect) return false;
  if (!toleration.key.empty() && toleration.key != taint.key) return false;
  return toleration.is_exists || (!toleration.key.empty() && toleration.value == taint.value);
}

}  // namespace

bool Allows(const NodeRules& rules, const NodeLabels& labels, const std::vector<Taint>& taints) {
  if (!MeetsAll(labels, rules.selector)) return false;
  const auto is_match = [&](const std::vector<LabelRequirement>& term) {
    return !term.empty() && MeetsAll(labels, term);
  };
  if (!rules.any_of.empty() && absl::c_none_of(rules.any_of, is_match)) return false;
  return absl::c_all_of(taints, [&](const Taint& taint) {
    return absl::c_any_of(rules.tolerations, [&](const Toleration& each) { return Tolerates(each, taint); });
  });
}

}  // namespace cpsizer::capacity
