#ifndef CPSIZER_CLIENT_REPLICAS_READ_ANSWER_H_
#define CPSIZER_CLIENT_REPLICAS_READ_ANSWER_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "google/protobuf/message.h"

// Converts responses of the API server and of metrics APIs to messages. Errors: InvalidArgument, a sentence about the
// malformed part; no other effect, whatever a metrics API returns.
namespace cpsizer::replicas {

// Reads an autoscaler of autoscaling/v2, without fields that are large and not used.
absl::StatusOr<v1::HorizontalPodAutoscaler> ReadAutoscaler(const tree::Node& object);

absl::StatusOr<v1::Scale> ReadScale(const tree::Node& answer);

// Returns the number of replicas in the manifest of a target that kubectl applied last, if known. Never fails.
absl::optional<int32_t> ReadManifestReplicas(const tree::Node& target);

// Reads the fields of a pod that the decision uses, and its labels.
absl::Status ReadPod(const tree::Node& object, objects::FoundPod& found);

// Returns approximately the memory that a message and the labels of its object take.
size_t KeptBytes(const google::protobuf::Message& message, const objects::Labels& labels);

// The following functions read the bytes of a response item by item. Errors in addition to InvalidArgument:
// ResourceExhausted for an item of more than tree::kMaxNodes nodes, and for more than kMaxKeptMetricsBytes.

// Adds a PodMetricsList of metrics.k8s.io to `request`.
absl::Status ReadPodMetrics(absl::string_view answer, v1::RecommendReplicasRequest& request);

// The same in two steps, for several autoscalers: reads all of them without the values; and adds those that `selects`
// names to `request`, as long as their values can be read.
absl::StatusOr<std::vector<objects::FoundPodMetrics>> ReadPodMetricsList(absl::string_view answer);
absl::Status AddPodMetrics(const std::vector<objects::FoundPodMetrics>& list,
                           const std::function<bool(const objects::FoundPodMetrics&)>& selects,
                           v1::RecommendReplicasRequest& request);

// Reads a MetricValueList of custom.metrics.k8s.io.
absl::Status ReadMetricValues(absl::string_view answer, v1::ReplicasReading& reading);

// Reads an ExternalMetricValueList of external.metrics.k8s.io.
absl::Status ReadExternalValues(absl::string_view answer, v1::ReplicasReading& reading);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_READ_ANSWER_H_
