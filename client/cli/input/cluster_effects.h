#ifndef CPSIZER_CLIENT_CLI_INPUT_CLUSTER_EFFECTS_H_
#define CPSIZER_CLIENT_CLI_INPUT_CLUSTER_EFFECTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/effects/effect_annotations.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Returns the annotations of the cluster that the effects of a size can set.
effects::Annotations EffectAnnotationsOf(const objects::HostedCluster& cluster);

// The labels kNodeGoMemLimit of the nodes that serve the requests of clusters, from which the scheduler of AWS takes
// GOMEMLIMIT. Source: classifyDedicatedNodes in
// hypershift-operator/controllers/scheduler/aws/dedicated_request_serving_nodes.go at 3ee96155.
class NodeMemoryLimits {
 public:
  // `nodes` must outlive the object.
  explicit NodeMemoryLimits(const std::vector<objects::FoundCapacityNode>& nodes);

  // Returns the label of the first node of the cluster that has the size and the label. Returns an empty text if there
  // is none.
  std::string Of(const objects::HostedCluster& cluster, absl::string_view size) const;

 private:
  std::map<std::string, std::vector<const objects::FoundCapacityNode*>> by_cluster_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CLUSTER_EFFECTS_H_
