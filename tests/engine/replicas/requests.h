#ifndef CPSIZER_TESTS_ENGINE_REPLICAS_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_REPLICAS_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Functions that make requests about replicas.
namespace cpsizer::testing {

// All requests have the same time. Returns this time plus `seconds`.
std::string At(double seconds);

// Returns a request with an autoscaler `prod/web` without behavior. The scale of its target can be read, and has
// `current` desired and existing replicas. There are no pods and no metrics. The history is present but empty, so that
// no earlier recommendation keeps the number of replicas.
v1::RecommendReplicasRequest ReplicasRequest(int current, int min = 1, int max = 100);

// A pod with one container `app`, which requests one core and 1Gi. By default, the pod has been ready for an hour.
struct PodText {
  absl::string_view phase = "Running";
  absl::string_view ready = "True";  // status of the condition Ready; `-`: no condition
  double start = -3'660;             // in seconds relative to now; 1: no time
  double ready_since = -3'600;       // in seconds relative to now
  bool deleted = false;
};
v1::Pod& AddPod(v1::RecommendReplicasRequest& request, absl::string_view name, const PodText& text = {});

// Adds the usage of the container `app` of a pod over 30 seconds. `seconds` is the end of this period relative to now.
v1::PodMetrics& AddSample(v1::RecommendReplicasRequest& request, absl::string_view pod, absl::string_view resource,
                          absl::string_view value, double seconds = -10);

// Adds pods p0, p1 and so on with these CPU usages; `-` is a pod without a sample.
void AddCpuPods(v1::RecommendReplicasRequest& request, const std::vector<absl::string_view>& usages);

// Each of these functions adds a metric. If the values of the metric are not in podMetrics, the function also adds a
// reading.
void AddUtilization(v1::RecommendReplicasRequest& request, absl::string_view resource, int percent);
void AddAverageValue(v1::RecommendReplicasRequest& request, absl::string_view resource, absl::string_view target);
v1::ReplicasReading& AddPodsMetric(v1::RecommendReplicasRequest& request, absl::string_view target);
void AddPodsValue(v1::ReplicasReading& reading, absl::string_view pod, absl::string_view value);
// `type` is Value or AverageValue.
v1::ReplicasReading& AddObject(v1::RecommendReplicasRequest& request, absl::string_view type, absl::string_view target,
                               absl::string_view value);
v1::ReplicasReading& AddExternal(v1::RecommendReplicasRequest& request, absl::string_view type,
                                 absl::string_view target, const std::vector<absl::string_view>& values);

// Makes the metrics API fail for the metric of this reading.
void FailReading(v1::ReplicasReading& reading, absl::string_view error);

// Returns a request with one metric that proposes `desired`. The pods do not affect this proposal.
v1::RecommendReplicasRequest Desiring(int current, int desired, int min = 1, int max = 100);

void AddRecommendation(v1::RecommendReplicasRequest& request, int replicas, double seconds);
void AddUpEvent(v1::RecommendReplicasRequest& request, int change, double seconds);
void AddDownEvent(v1::RecommendReplicasRequest& request, int change, double seconds);

// Calls the library and fails the test on an error.
v1::RecommendReplicasResponse Decide(const v1::RecommendReplicasRequest& request);

// Returns a text such as "ScalingActive=True ValidMetricFound"; empty if there is no condition of this type.
std::string ConditionOf(const v1::RecommendReplicasResponse& response, absl::string_view type);
// Returns a text such as "Normal SuccessfulRescale New size: 5; reason: ..." for each event.
std::vector<std::string> EventsOf(const v1::RecommendReplicasResponse& response);
// Returns the kind, the number before and the number after each step, such as "RATE 3 8".
std::vector<std::string> StepsOf(const v1::RecommendReplicasResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_REPLICAS_REQUESTS_H_
