#ifndef CPSIZER_CLIENT_CLI_CAPACITY_NODE_RULES_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_NODE_RULES_H_

#include <string>

#include "client/capacity/node_filters.h"
#include "client/objects/capacity_objects.h"

namespace cpsizer::cli {

// Returns a text that is equal for pods with equal rules for nodes; empty without rules.
std::string RulesKey(const objects::FoundCapacityPod& pod);

// Returns the rules of a pod for its nodes. A requirement with an unknown operator matches no node.
capacity::NodeRules RulesOf(const objects::FoundCapacityPod& pod);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_NODE_RULES_H_
