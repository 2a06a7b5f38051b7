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

// Answers of the API server and of metrics APIs as messages. Errors: InvalidArgument, a sentence about what cannot be
// used; whatever a metrics API makes of its answer, nothing else happens.
namespace cpsizer::replicas {

// An autoscaler of autoscaling/v2, without what only takes room.
absl::StatusOr<v1::HorizontalPodAutoscaler> ReadAutoscaler(const tree::Node& object);

absl::StatusOr<v1::Scale> ReadScale(const tree::Node& answer);

// How many replicas the manifest of a target asks for, as kubectl applied it last, where that is known. Never fails.
absl::optional<int32_t> ReadManifestReplicas(const tree::Node& target);

// A pod as far as the decision looks at it, with its labels.
absl::Status ReadPod(const tree::Node& object, objects::FoundPod& found);

// The memory that a message and the labels of its object take, roughly.
size_t KeptBytes(const google::protobuf::Message& message, const objects::Labels& labels);

// The following functions read the bytes of an answer item by item. Errors, beside InvalidArgument: ResourceExhausted
// for an item of more than tree::kMaxNodes nodes, and for more than kMaxKeptMetricsBytes.

// A PodMetricsList of metrics.k8s.io, added to `request`.
absl::Status ReadPodMetrics(absl::string_view answer, v1::RecommendReplicasRequest& request);

// The same in two steps, for several autoscalers: reads all of them, but not the values; and adds those that `selects`
// names to `request`, as long as their values can be read.
absl::StatusOr<std::vector<objects::FoundPodMetrics>> ReadPodMetricsList(absl::string_view answer);
absl::Status AddPodMetrics(const std::vector<objects::FoundPodMetrics>& list,
                           const std::function<bool(const objects::FoundPodMetrics&)>& selects,
                           v1::RecommendReplicasRequest& request);

// A MetricValueList of custom.metrics.k8s.io.
absl::Status ReadMetricValues(absl::string_view answer, v1::ReplicasReading& reading);

// An ExternalMetricValueList of external.metrics.k8s.io.
absl::Status ReadExternalValues(absl::string_view answer, v1::ReplicasReading& reading);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_READ_ANSWER_H_
