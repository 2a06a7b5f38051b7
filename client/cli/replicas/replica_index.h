#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_

#include "client/cli/replicas/label_index.h"
#include "client/objects/replica_objects.h"

namespace cpsizer::cli {

// Indexes of the objects of files by the keys of autoscalers. The ids are indexes in the lists of ReplicaObjects.
struct ReplicaIndex {
  explicit ReplicaIndex(const objects::ReplicaObjects& objects);

  NamedIds autoscalers_by_target;  // by the name of the target
  NamedIds scales;
  NamedIds workloads;
  LabelledObjects workload_pods;  // workloads by the labels of their pods
  NamedIds pods;
  LabelledObjects pod_labels;
  NamedIds pod_metrics;
  // The samples of pods that are in no file: those with labels by label, and the others.
  LabelledObjects labelled_strays;
  NamespacedIds other_strays;
  // Values of custom metrics by the described object, and those that describe a pod that is in no file.
  NamedIds metric_values;
  NamespacedIds stray_values;
  NamedIds external_values;  // by the name of the metric, without a namespace
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INDEX_H_
