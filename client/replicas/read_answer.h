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

// Converts responses of the API server and of metrics APIs to messages. A response may have any content. Errors:
// InvalidArgument with a sentence about the malformed part.
namespace cpsizer::replicas {

// Checks a quantity, and the quantities of a sample. One malformed value makes the whole list invalid, as in the client
// of the HorizontalPodAutoscaler controller. `path` is named in the error.
absl::Status CheckQuantity(absl::string_view text, absl::string_view path);
absl::Status CheckUsage(const v1::PodMetrics& metrics);

// Reads an autoscaler of autoscaling/v2. Leaves out large fields that are not used.
absl::StatusOr<v1::HorizontalPodAutoscaler> ReadAutoscaler(const tree::Node& object);

absl::StatusOr<v1::Scale> ReadScale(const tree::Node& answer);

// Returns the number of replicas in the manifest that kubectl last applied to the target. Returns nothing if the number
// is unknown.
absl::optional<int32_t> ReadManifestReplicas(const tree::Node& target);

// Reads the labels of a pod, and the fields that decisions use.
absl::Status ReadPod(const tree::Node& object, objects::FoundPod& found);

// Returns the approximate number of bytes of memory for a message and the labels of its object.
size_t KeptBytes(const google::protobuf::Message& message, const objects::Labels& labels);

// The following functions read the bytes of a response item by item. Additional errors: ResourceExhausted for an item
// with more than tree::kMaxNodes keys and values, and if all items together take more than kMaxKeptMetricsBytes.

// Adds a PodMetricsList of metrics.k8s.io to `request`.
absl::Status ReadPodMetrics(absl::string_view answer, v1::RecommendReplicasRequest& request);

// These two functions together do the same as ReadPodMetrics(), for several autoscalers. ReadPodMetricsList() reads all
// items, but does not parse their values. AddPodMetrics() parses the values of the items that `selects` accepts, and
// adds these items to `request`. A malformed value is an error.
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
