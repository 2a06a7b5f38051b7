#ifndef CPSIZER_CLIENT_CAPACITY_NODE_FILTERS_H_
#define CPSIZER_CLIENT_CAPACITY_NODE_FILTERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cpsizer::capacity {

using NodeLabels = std::map<std::string, std::string>;

// A taint that keeps pods away, with the effect NoSchedule or NoExecute. PreferNoSchedule is not one.
struct Taint {
  std::string key;
  std::string value;
  std::string effect;
};

struct Toleration {
  std::string key;  // empty: each key, with is_exists
  std::string value;
  std::string effect;      // empty: each effect
  bool is_exists = false;  // the operator is Exists, not Equal
};

enum class LabelOperator : uint8_t { kIn, kNotIn, kExists, kDoesNotExist, kGt, kLt };

// A requirement for a label of a node, as in nodeAffinity.
struct LabelRequirement {
  std::string key;
  LabelOperator op = LabelOperator::kIn;
  std::vector<std::string> values;
};

// The rules of a pod for its nodes. A value type.
struct NodeRules {
  std::vector<LabelRequirement> selector;             // nodeSelector: a node must meet each requirement
  std::vector<std::vector<LabelRequirement>> any_of;  // the terms of the required nodeAffinity; empty: no rule
  std::vector<Toleration> tolerations;
};

// Returns whether a node with these labels and taints passes the filters NodeAffinity and TaintToleration of the
// scheduler for a pod with these rules. A term of `any_of` without requirements matches no node.
// Source: k8s.io/component-helpers/scheduling/corev1, k8s.io/api/core/v1.
bool Allows(const NodeRules& rules, const NodeLabels& labels, const std::vector<Taint>& taints);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_NODE_FILTERS_H_
