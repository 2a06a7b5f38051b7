#ifndef CPSIZER_TESTS_ENGINE_REPLICAS_QUESTIONS_H_
#define CPSIZER_TESTS_ENGINE_REPLICAS_QUESTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Short ways to ask how many replicas.
namespace cpsizer::testing {

// The time of every question, moved by so many seconds.
std::string At(double seconds);

// An autoscaler prod/web without behavior, its readable scale with that many replicas desired for and there, no pods, no
// metrics, and a history that is there and empty, so that nothing is held back.
v1::RecommendReplicasRequest Question(int current, int min = 1, int max = 100);

// A pod with one container `app` that asks for a core and 1Gi; it has been ready for an hour.
struct PodText {
  absl::string_view phase = "Running";
  absl::string_view ready = "True";  // status of the condition; `-` for no condition
  double start = -3'660;             // seconds from now; 1 for no time
  double ready_since = -3'600;       // seconds from now
  bool deleted = false;
};
v1::Pod& AddPod(v1::RecommendReplicasRequest& request, absl::string_view name, const PodText& text = {});

// What the container `app` of a pod used, over 30 seconds that ended `seconds` from now.
v1::PodMetrics& AddSample(v1::RecommendReplicasRequest& request, absl::string_view pod, absl::string_view resource,
                          absl::string_view value, double seconds = -10);

// Pods p0, p1 ... that use so much CPU; `-` is a pod without a sample.
void AddCpuPods(v1::RecommendReplicasRequest& request, const std::vector<absl::string_view>& usages);

// Metrics, each with what was measured, where that is not in podMetrics.
void AddUtilization(v1::RecommendReplicasRequest& request, absl::string_view resource, int percent);
void AddAverageValue(v1::RecommendReplicasRequest& request, absl::string_view resource, absl::string_view target);
v1::ReplicasReading& AddPodsMetric(v1::RecommendReplicasRequest& request, absl::string_view target);
void AddPodsValue(v1::ReplicasReading& reading, absl::string_view pod, absl::string_view value);
// `type` is Value or AverageValue.
v1::ReplicasReading& AddObject(v1::RecommendReplicasRequest& request, absl::string_view type, absl::string_view target,
                               absl::string_view value);
v1::ReplicasReading& AddExternal(v1::RecommendReplicasRequest& request, absl::string_view type,
                                 absl::string_view target, const std::vector<absl::string_view>& values);

// The metrics API of a metric fails instead.
void FailReading(v1::ReplicasReading& reading, absl::string_view error);

// A question whose one metric proposes this many, whatever pods there are.
v1::RecommendReplicasRequest Desiring(int current, int desired, int min = 1, int max = 100);

void AddRecommendation(v1::RecommendReplicasRequest& request, int replicas, double seconds);
void AddUpEvent(v1::RecommendReplicasRequest& request, int change, double seconds);
void AddDownEvent(v1::RecommendReplicasRequest& request, int change, double seconds);

// Calls the library and fails the test on an error.
v1::RecommendReplicasResponse Decide(const v1::RecommendReplicasRequest& request);

// "ScalingActive=True ValidMetricFound"; empty without such a condition.
std::string ConditionOf(const v1::RecommendReplicasResponse& response, absl::string_view type);
// "Normal SuccessfulRescale New size: 5; reason: ..." for each event.
std::vector<std::string> EventsOf(const v1::RecommendReplicasResponse& response);
// "RATE 3 8": kind, before, after of each step.
std::vector<std::string> StepsOf(const v1::RecommendReplicasResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_REPLICAS_QUESTIONS_H_
