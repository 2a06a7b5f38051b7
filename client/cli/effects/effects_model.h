#ifndef CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_MODEL_H_
#define CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/cli/input/sources.h"
#include "client/effects/annotation_problem.h"
#include "client/effects/effect_annotations.h"
#include "client/effects/requests.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// An annotation of a cluster, or one that its size sets.
struct ClusterAnnotation : effects::AnnotationRow {
  // The problem of the value of the cluster or, if the cluster does not have the annotation, of that of the size.
  effects::AnnotationProblem problem;

  // Returns whether the annotation needs attention: it is a leftover, its value is replaced or removed, or it cannot be
  // used.
  bool IsNotable() const;
};

struct ClusterEffects {
  const objects::HostedCluster* cluster = nullptr;
  std::string node_go_mem_limit;  // the label of its nodes, which sets GOMEMLIMIT; may be empty
  std::vector<ClusterAnnotation> annotations;
  // The requests of its containers after the scheduler has applied its size. Of several clusters, only those of the
  // containers that an annotation names.
  effects::Requests requests;

  bool IsNotable() const;
  // Returns whether the cluster has no annotation that its size sets, although it sets some.
  bool HasNone() const;
};

// The effects of a size on a cluster without own annotations.
struct SizeEffects {
  std::string size;
  size_t clusters = 0;         // that have the size
  effects::Requests requests;  // the baseline with the requests of the size
  std::string go_mem_limit;    // kasGoMemLimit; may be empty
  // Parts of the memory request of the kube-apiserver and of the effective memory capacity, if they are known.
  absl::optional<double> of_request;
  absl::optional<double> of_capacity;
};

struct EffectsModel {
  std::string baseline;  // the name of the table of requests
  std::vector<SizeEffects> sizes;
  std::vector<ClusterEffects> clusters;
  std::set<effects::ContainerName> named;  // the containers of which a size sets requests
};

// Makes the model of `clusters`, which must outlive it. `sources` are the configuration and its MachineSets; `nodes`
// are the nodes of the management cluster, as far as they are known.
EffectsModel MakeEffectsModel(const Sources& sources, const std::vector<objects::FoundCapacityNode>& nodes,
                              absl::Span<const objects::HostedCluster> clusters, const effects::Requests& baseline);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_MODEL_H_
