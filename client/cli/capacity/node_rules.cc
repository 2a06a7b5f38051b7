#include "client/cli/capacity/node_rules.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::cli {
namespace {

struct NamedOperator {
  const char* name;
  capacity::LabelOperator op;
};
constexpr NamedOperator kOperators[] = {
    {"In", capacity::LabelOperator::kIn},         {"NotIn", capacity::LabelOperator::kNotIn},
    {"Exists", capacity::LabelOperator::kExists}, {"DoesNotExist", capacity::LabelOperator::kDoesNotExist},
    {"Gt", capacity::LabelOperator::kGt},         {"Lt", capacity::LabelOperator::kLt},
};

// A text between the parts of a key that no label has.
constexpr char kBetween[] = "\n";

std::vector<capacity::LabelRequirement> Converted(const std::vector<objects::NodeRequirement>& requirements) {
  std::vector<capacity::LabelRequirement> converted;
  for (const objects::NodeRequirement& each : requirements) {
    capacity::LabelRequirement requirement = {each.key, capacity::LabelOperator::kIn, {}};
    for (const NamedOperator& known : kOperators) {
      if (each.op == known.name) requirement = {each.key, known.op, each.values};
    }
    converted.push_back(std::move(requirement));
  }
  return converted;
}

void AppendKey(const std::vector<objects::NodeRequirement>& requirements, std::string& key) {
  for (const objects::NodeRequirement& each : requirements) {
    absl::StrAppend(&key, each.key, kBetween, each.op, kBetween, absl::StrJoin(each.values, kBetween), kBetween, ";");
  }
}

}  // namespace

std::string RulesKey(const objects::FoundCapacityPod& pod) {
  std::string key;
  AppendKey(pod.selector, key);
  for (const std::vector<objects::NodeRequirement>& term : pod.any_of) {
    absl::StrAppend(&key, "|");
    AppendKey(term, key);
  }
  for (const objects::PodToleration& each : pod.tolerations) {
    absl::StrAppend(&key, "+", each.key, kBetween, each.op, kBetween, each.value, kBetween, each.effect, kBetween);
  }
  return key;
}

capacity::NodeRules RulesOf(const objects::FoundCapacityPod& pod) {
  capacity::NodeRules rules;
  rules.selector = Converted(pod.selector);
  for (const std::vector<objects::NodeRequirement>& term : pod.any_of) rules.any_of.push_back(Converted(term));
  for (const objects::PodToleration& each : pod.tolerations) {
    rules.tolerations.push_back({each.key, each.value, each.effect, each.op == "Exists"});
  }
  return rules;
}

}  // namespace cpsizer::cli
