#ifndef CPSIZER_CLIENT_EFFECTS_EFFECT_ANNOTATIONS_H_
#define CPSIZER_CLIENT_EFFECTS_EFFECT_ANNOTATIONS_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::effects {

// Annotations of a HostedCluster: values by key. Only those that effects set take part: kEffectAnnotations, and those
// with kRequestOverridePrefix (client/objects/hypershift.h).
using Annotations = std::map<std::string, std::string, std::less<>>;

// Returns the annotations that the scheduler writes for the effects of a size.
//
// `node_go_mem_limit` is the label kNodeGoMemLimit of the nodes that serve the requests of the cluster; if it is not
// empty, it replaces kasGoMemLimit. Amounts and durations that Kubernetes cannot read are left out: the operator cannot
// read such a configuration at all, and `validate` reports it.
//
// Source: setHostedClusterSchedulingAnnotations of hypershift-operator/controllers/scheduler/util/scheduler.go at
// 3ee96155.
Annotations AnnotationsOf(const v1::Effects& effects, absl::string_view node_go_mem_limit = "");

enum class AnnotationState : uint8_t {
  kSet,          // the cluster has the value that its size sets
  kMissing,      // the size sets it, and the cluster does not have it yet
  kOverwritten,  // the size sets another value, which the scheduler writes the next time
  kRemoved,      // the size does not set it, and the scheduler removes it: only kHealthCheckTimeout
  kLeftover,     // the size does not set it, it stays, and it is the value of another size
  kOwn,          // the size does not set it, it stays, and it is not the value of a size
};

// An annotation that a cluster has, or that its size sets.
struct AnnotationRow {
  std::string key;
  absl::optional<std::string> present;
  absl::optional<std::string> of_size;  // the value that the size sets
  AnnotationState state = AnnotationState::kSet;
  // For kOverwritten, kRemoved and kLeftover: the other sizes of the configuration with the value of the cluster. Empty
  // if there is none: the value is from a person, or from a configuration before.
  std::vector<std::string> sizes;
};

// The annotations of the sizes of a configuration. Immutable and thread-safe. Does not refer to the configuration.
class SizeAnnotations {
 public:
  explicit SizeAnnotations(const v1::ClusterSizingConfiguration& config);

  // The annotations of a size without labels of nodes. Null if the configuration has no such size.
  const Annotations* Find(absl::string_view size) const;

  // Returns the annotations of a cluster after the scheduler has applied the effects of `size` to a cluster with the
  // annotations `before`. A configuration without the size changes nothing: the scheduler then reports an error.
  Annotations After(absl::string_view size, absl::string_view node_go_mem_limit, Annotations before) const;

  // Compares the annotations of a cluster with those of its size, in the order of the keys. If the configuration has no
  // such size, the cluster keeps all: no row is kMissing, kOverwritten or kRemoved.
  std::vector<AnnotationRow> Compare(absl::string_view size, absl::string_view node_go_mem_limit,
                                     const Annotations& present) const;

 private:
  std::vector<std::string> SizesWith(const std::string& key, const std::string& value) const;
  bool Removes(absl::string_view key) const;

  std::vector<std::string> names_;  // in the order of the configuration
  std::map<std::string, Annotations, std::less<>> by_size_;
  bool removes_timeout_ = false;  // a size sets machineHealthCheckTimeout
};

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_EFFECT_ANNOTATIONS_H_
