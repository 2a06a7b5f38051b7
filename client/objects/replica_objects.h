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

// The objects that a decision about replicas is made from, as files and API servers write them.
//
// Each function reads one object of the kind that it names, a document of a file or JSON of an API server (FromJson),
// and takes what the API server takes: unknown fields, numbers as quantities (`averageValue: 0.5`). False after saying
// in `problems` what is wrong: then the object must not be used. Quantities, times and selectors are not looked at: the
// decision says what is wrong with them. An item of a list need not say its apiVersion and kind.
namespace cpsizer::objects {

struct FoundAutoscaler : CheckedObject {
  v1::HorizontalPodAutoscaler autoscaler;
  // Annotations of an autoscaling/v1 object that cannot be read: the API server passes over them without a word.
  std::vector<std::string> unreadable_annotations;
};

// One of autoscaling/v1 is converted as the API server does, annotations included; the path of a finding then leads to
// what the field was converted from.
bool ReadAutoscaler(const Node& object, absl::string_view api_version, ProblemList& problems, FoundAutoscaler& found);

// What belongs to the objects of one namespace: an empty name is that of a manifest which does not say it.
struct FoundInNamespace {
  std::string name_space;
  Place place;
};

// The scale subresource of a workload, whose name it has.
struct FoundScale : FoundInNamespace {
  std::string name;
  v1::Scale scale;
};
bool ReadScale(const Node& object, ProblemList& problems, FoundScale& found);

// A Deployment, StatefulSet, ReplicaSet or ReplicationController, as far as autoscaling looks at it.
struct FoundWorkload : FoundInNamespace {
  std::string api_version;
  std::string kind;
  std::string name;
  // As its scale subresource says it: one replica where the manifest says none; as many there are as asked for where it
  // has no status; the selector as text.
  v1::Scale scale;
  // How many replicas the manifest asks for, as it was applied last: an object of a cluster tells by an annotation of
  // kubectl's, where it has it, for its own number is that of whoever scaled it. Absent where the manifest leaves it
  // out, as that of an autoscaler's target should, or nobody knows.
  absl::optional<int32_t> manifest_replicas;
  // The template of its pods, with the requests that the API server fills in from limits.
  v1::PodSpec pod;
  Labels pod_labels;
};
// How many replicas the manifest in kubectl's annotation asks for, where one among `annotations` is and says it.
// Anybody may have written that: what cannot be used is not there.
absl::optional<int32_t> AppliedReplicas(const google::protobuf::Map<std::string, std::string>& annotations);
bool ReadWorkload(const Node& object, absl::string_view api_version, absl::string_view kind, ProblemList& problems,
                  FoundWorkload& found);

// With the requests that the API server fills in from limits.
struct FoundPod : FoundInNamespace {
  Labels labels;
  v1::Pod pod;
};
bool ReadPod(const Node& object, ProblemList& problems, FoundPod& found);

// PodMetrics of metrics.k8s.io/v1beta1. Some servers give the labels of the pod with it.
struct FoundPodMetrics : FoundInNamespace {
  Labels labels;
  v1::PodMetrics metrics;
};
bool ReadPodMetrics(const Node& object, ProblemList& problems, FoundPodMetrics& found);

// An item of a MetricValueList of custom.metrics.k8s.io/v1beta2, or v1beta1. The namespace is that of the object which
// is described, empty for one of the whole cluster.
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

// What files hold of all these, in their order.
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
