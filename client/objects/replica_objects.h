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

// The objects that decisions about replicas use, from files and API servers.
//
// Each function reads one object of its kind from a document of a file or from the JSON of an API server. The function
// accepts the same content as the API server, including unknown fields and numbers as quantities (`averageValue: 0.5`).
// If the object is invalid, the function adds a problem and returns false. An invalid object must not be used.
// Quantities, times and selectors are not checked, because the decision reports errors in them. An item of a list may
// have no apiVersion and kind.
namespace cpsizer::objects {

struct FoundAutoscaler : CheckedObject {
  v1::HorizontalPodAutoscaler autoscaler;
  // The names of annotations of an autoscaling/v1 object that cannot be read. The API server ignores such annotations
  // without a message.
  std::vector<std::string> unreadable_annotations;
};

// Converts an autoscaler of autoscaling/v1, including its annotations, as the API server does. The position of a
// converted field is the position of its source.
bool ReadAutoscaler(const Node& object, absl::string_view api_version, ProblemList& problems, FoundAutoscaler& found);

// An object with a namespace. The namespace is empty for a manifest that does not set it.
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
  // The scale subresource of the workload, with the selector as text. The default is one replica. Without a status, the
  // number of current replicas is the number of desired replicas.
  v1::Scale scale;
  // The replicas in the manifest that was applied last. For an object of a cluster, the number comes from the
  // annotation of kubectl, because the spec has the number that scaling has set. Absent if the manifest is unknown or
  // does not set replicas. The manifest of a target of an autoscaler should not set replicas.
  absl::optional<int32_t> manifest_replicas;
  // The pod template. Missing requests are set from the limits, as in the API server.
  v1::PodSpec pod;
  Labels pod_labels;
};
// Returns the replicas of the manifest in the annotation of kubectl. Returns nothing if the annotation is absent, is
// malformed, or does not set replicas.
absl::optional<int32_t> AppliedReplicas(const google::protobuf::Map<std::string, std::string>& annotations);
bool ReadWorkload(const Node& object, absl::string_view api_version, absl::string_view kind, ProblemList& problems,
                  FoundWorkload& found);

// The object that runs a pod: its controller in `metadata.ownerReferences`.
struct PodOwner {
  std::string kind;
  std::string name;

  bool operator==(const PodOwner&) const = default;
  auto operator<=>(const PodOwner&) const = default;
};

// A pod. Missing requests are set from the limits, as in the API server.
struct FoundPod : FoundInNamespace {
  Labels labels;
  PodOwner owner;  // empty if the pod has no controller
  // True if no workload of the API runs the pod; see IsStaticPod().
  bool is_static = false;
  v1::Pod pod;
};
bool ReadPod(const Node& object, ProblemList& problems, FoundPod& found);

// A PodMetrics object of metrics.k8s.io/v1beta1. Some servers include the labels of the pod.
struct FoundPodMetrics : FoundInNamespace {
  Labels labels;
  v1::PodMetrics metrics;
};
bool ReadPodMetrics(const Node& object, ProblemList& problems, FoundPodMetrics& found);

// An item of a MetricValueList of custom.metrics.k8s.io/v1beta2 or v1beta1. The namespace is the namespace of the
// described object. It is empty for a cluster-scoped object.
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

// All objects of these kinds from files, in the order of the files.
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
