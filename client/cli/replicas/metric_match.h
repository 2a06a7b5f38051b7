#ifndef CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/cli/replicas/label_index.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// Finds the values in files that a metrics API would return for a metric.
namespace cpsizer::cli {

// The names of the pods of a target, to find the samples of the target.
class PodNames {
 public:
  // `all` are the pods of the files, indexed by name. `all` must outlive this.
  explicit PodNames(const NamedIds& all) : all_(all) {}

  // Adds a pod that the target selects. Pods of different namespaces may have the same name.
  void AddSelected(absl::string_view name) { selected_.emplace(name); }
  const absl::flat_hash_set<std::string>& selected() const { return selected_; }

  // Returns whether a sample of the pod `name` belongs to the target. The result is true if the target selects the pod.
  // The result is also true if the pod is in no file and `others` is false. `others` is true if the labels of the
  // sample show that the pod belongs to another target.
  bool MayBelong(absl::string_view name, bool others) const {
    return selected_.contains(name) || (!all_.Has(name) && !others);
  }

 private:
  const NamedIds& all_;
  absl::flat_hash_set<std::string> selected_;
};

// Returns whether the value belongs to the metric. The names must match. If the value has a selector, it must be the
// selector of the metric. For a Pods metric, the described object must be a pod of the target. For an Object metric,
// the described object must be the object in the spec.
bool Belongs(const objects::FoundMetricValue& value, const v1::MetricSpec& metric, const PodNames& pods);

// Returns whether the value belongs to the metric. The name of the value must be the name of the metric in lower case,
// with which the controller requests the metric. If the value has labels, the selector of the metric must match them.
bool Belongs(const objects::FoundExternalValue& value, const v1::MetricSpec& metric);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
