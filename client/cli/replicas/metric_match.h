#ifndef CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// Which values of files are what a metrics API would answer about a metric.
namespace cpsizer::cli {

// The pods of the files by name, and whether a target selects them.
class PodNames {
 public:
  static PodNames Of(const std::vector<objects::FoundPod>& pods,
                     absl::FunctionRef<bool(const objects::FoundPod&)> selects);

  // Whether a sample of the pod `name` is one of the target: it is selected, or no file has it and `others` does not
  // say that it is of another target.
  bool MayBelong(absl::string_view name, bool others) const;

 private:
  absl::flat_hash_map<std::string, bool> selected_;
};

// By name, by selector where the value has one, and by what the value describes: a pod of the target for a Pods metric,
// the described object for an Object metric.
bool Belongs(const objects::FoundMetricValue& value, const v1::MetricSpec& metric, const PodNames& pods);

// By name, and by the labels of the value where it has some.
bool Belongs(const objects::FoundExternalValue& value, const v1::MetricSpec& metric);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_METRIC_MATCH_H_
