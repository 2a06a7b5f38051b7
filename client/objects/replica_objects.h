#ifndef CPSIZER_CLIENT_OBJECTS_REPLICA_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_REPLICA_OBJECTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/found_object.h"
#include "client/objects/label_selector.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/pod.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// The objects that replicas decisions use, from files and API servers.
//
// Each function reads one object of its kind, from a document of a file or from the JSON of an API server, and accepts
// the same as the API server: unknown fields, numbers as quantities (`averageValue: 0.5`). Returns false, with a
// problem, if the object is invalid: then it must not be used. Quantities, times and selectors are not checked: the
// decision reports errors in them. An item of a list may leave out apiVersion and kind.
namespace cpsizer::objects {

struct FoundAutoscaler : CheckedObject {
  v1::HorizontalPodAutoscaler autoscaler;
  // Annotations of an autoscaling/v1 object that cannot be read. The API server ignores them without a message.
  std::vector<std::string> unreadable_annotations;
};

// An autoscaler of autoscaling/v1 is converted as the API server does, annotations included; the position of a
// converted field is that of its source.
bool ReadAutoscaler(const Node& object, absl::string_view api_version, ProblemList& problems, FoundAutoscaler& found);

// An object with a namespace, which is empty for a manifest that does not set it.
struct FoundInNamespace {
  std::string name_space;
  Place place;
};

// The scale subresource of a workload, with the name of the workload.
struct FoundScale : FoundInNamespace {
  std::string name;
  v1::Scale scale;
};
bool ReadScale(const Node& object, ProblemList& problems, FoundScale& found);

// The fields of a Deployment, StatefulSet, ReplicaSet or ReplicationController that autoscaling uses.
struct FoundWorkload : FoundInNamespace {
  std::string api_version;
  std::string kind;
  std::string name;
  // The workload as its scale subresource: one replica by default; without a status, as many current replicas as
  // desired; the selector as text.
  v1::Scale scale;
  // The replicas in the manifest that was applied last: for an object of a cluster from the annotation of kubectl, if
  // it has one, because its spec has the replicas that were set by scaling. Absent if the manifest leaves replicas out,
  // as it should for the target of an autoscaler, or if it is unknown.
  absl::optional<int32_t> manifest_replicas;
  // The template of its pods, with the requests that the API server fills in from limits.
  v1::PodSpec pod;
  Labels pod_labels;
};
// Returns the replicas in the manifest in kubectl's annotation; absent if there is no such annotation, it is malformed,
// or it does not set replicas.
absl::optional<int32_t> AppliedReplicas(const google::protobuf::Map<std::string, std::string>& annotations);
bool ReadWorkload(const Node& object, absl::string_view api_version, absl::string_view kind, ProblemList& problems,
                  FoundWorkload& found);

// A pod with the requests that the API server defaults from limits.
struct FoundPod : FoundInNamespace {
  Labels labels;
  // True if no workload of the API runs it.
  bool is_static = false;
  v1::Pod pod;
};
bool ReadPod(const Node& object, ProblemList& problems, FoundPod& found);

// PodMetrics of metrics.k8s.io/v1beta1. Some servers include the labels of the pod.
struct FoundPodMetrics : FoundInNamespace {
  Labels labels;
  v1::PodMetrics metrics;
};
bool ReadPodMetrics(const Node& object, ProblemList& problems, FoundPodMetrics& found);

// An item of a MetricValueList of custom.metrics.k8s.io/v1beta2, or v1beta1. The namespace is that of the described
// object; empty for a cluster-scoped object.
struct FoundMetricValue : FoundInNamespace {
  v1::MetricIdentifier metric;
  v1::MetricValue value;
};
bool ReadMetricValue(const Node& object, ProblemList& problems, FoundMetricValue& found);

// An item of an ExternalMetricValueList of external.metrics.k8s.io/v1beta1.
struct FoundExternalValue {
  Place place;
  std::string metric;
  Labels labels;
  v1::ExternalMetricValue value;
};
bool ReadExternalValue(const Node& object, ProblemList& problems, FoundExternalValue& found);

// All these objects in files, in their order.
struct ReplicaObjects {
  std::vector<FoundAutoscaler> autoscalers;
  std::vector<FoundScale> scales;
  std::vector<FoundWorkload> workloads;
  std::vector<FoundPod> pods;
  std::vector<FoundPodMetrics> pod_metrics;
  std::vector<FoundMetricValue> metric_values;
  std::vector<FoundExternalValue> external_values;

  bool empty() const {
    return autoscalers.empty() && scales.empty() && workloads.empty() && pods.empty() && pod_metrics.empty() &&
           metric_values.empty() && external_values.empty();
  }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_REPLICA_OBJECTS_H_
