#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_

#include "client/cli/replicas/label_index.h"
#include "client/objects/replica_objects.h"

namespace cpsizer::cli {

// Indexes of the objects in files, by the values that an autoscaler refers to. The ids are indexes in the lists of
// ReplicaObjects.
struct ReplicaIndex {
  explicit ReplicaIndex(const objects::ReplicaObjects& objects);

  NamedIds autoscalers_by_target;  // by the name of the target
  NamedIds scales;
  NamedIds workloads;
  LabelledObjects workload_pods;  // workloads, indexed by the labels of their pods
  NamedIds pods;
  LabelledObjects pod_labels;
  NamedIds pod_metrics;
  // The samples whose pod is in no file: `labelled_unmatched` has the samples with labels, and `other_unmatched` has
  // the samples without labels.
  LabelledObjects labelled_unmatched;
  NamespacedIds other_unmatched;
  // Values of custom metrics. `metric_values` are indexed by the name of the described object. `stray_values` describe
  // a pod that is in no file.
  NamedIds metric_values;
  NamespacedIds stray_values;
  NamedIds external_values;  // by the name of the metric; the namespace is not used
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_
