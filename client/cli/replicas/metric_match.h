#ifndef CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/cli/replicas/label_index.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// Decides which values of files a metrics API would return for a metric.
namespace cpsizer::cli {

// The names of pods, to compare them with those of samples.
class PodNames {
 public:
  // `all` are the pods of the files by name; must outlive this.
  explicit PodNames(const NamedIds& all) : all_(all) {}

  // Adds a pod that the target selects. Pods of several namespaces may have one name.
  void AddSelected(absl::string_view name) { selected_.emplace(name); }
  const absl::flat_hash_set<std::string>& selected() const { return selected_; }

  // Returns whether a sample of the pod `name` belongs to the target: the pod is selected, or is in no file and does
  // not belong to another target by `others`.
  bool MayBelong(absl::string_view name, bool others) const {
    return selected_.contains(name) || (!all_.Has(name) && !others);
  }

 private:
  const NamedIds& all_;
  absl::flat_hash_set<std::string> selected_;
};

// Matches by name, by selector if the value has one, and by the described object: a pod of the target for a Pods
// metric, the described object for an Object metric.
bool Belongs(const objects::FoundMetricValue& value, const v1::MetricSpec& metric, const PodNames& pods);

// Matches by name, and by the labels of the value if it has some.
bool Belongs(const objects::FoundExternalValue& value, const v1::MetricSpec& metric);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
