#ifndef CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/cli/replicas/label_index.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// Which values of files are what a metrics API would answer about a metric.
namespace cpsizer::cli {

// The names of pods, as those of samples are compared with them.
class PodNames {
 public:
  // `all` are the pods of the files by name; must outlive this.
  explicit PodNames(const NamedIds& all) : all_(all) {}

  // Adds a pod that the target selects. Pods of several namespaces may have one name.
  void AddSelected(absl::string_view name) { selected_.emplace(name); }
  const absl::flat_hash_set<std::string>& selected() const { return selected_; }

  // Whether a sample of the pod `name` is one of the target: it is selected, or no file has it and `others` does not
  // say that it is of another target.
  bool MayBelong(absl::string_view name, bool others) const {
    return selected_.contains(name) || (!all_.Has(name) && !others);
  }

 private:
  const NamedIds& all_;
  absl::flat_hash_set<std::string> selected_;
};

// By name, by selector where the value has one, and by what the value describes: a pod of the target for a Pods metric,
// the described object for an Object metric.
bool Belongs(const objects::FoundMetricValue& value, const v1::MetricSpec& metric, const PodNames& pods);

// By name, and by the labels of the value where it has some.
bool Belongs(const objects::FoundExternalValue& value, const v1::MetricSpec& metric);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
