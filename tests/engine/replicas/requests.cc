#include "tests/engine/replicas/requests.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cpsizer/recommend_replicas.h"
#include "gtest/gtest.h"
#include "server/engine/base/instant.h"

namespace cpsizer::testing {
namespace {

void AddContainer(v1::PodSpec& spec) {
  v1::Container& container = *spec.add_containers();
  container.set_name("app");
  (*container.mutable_resources()->mutable_requests())["cpu"] = "1";
  (*container.mutable_resources()->mutable_requests())["memory"] = "1Gi";
}

v1::MetricSpec& AddMetric(v1::RecommendReplicasRequest& request, absl::string_view type) {
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
  metric.set_type(std::string(type));
  request.add_readings();
  return metric;
}

v1::ReplicasReading& LastReading(v1::RecommendReplicasRequest& request) {
  return *request.mutable_readings(request.readings_size() - 1);
}

void SetTarget(v1::MetricTarget& target, absl::string_view type, absl::string_view amount) {
  target.set_type(std::string(type));
  if (type == "Value") {
    target.set_value(std::string(amount));
  } else {
    target.set_average_value(std::string(amount));
  }
}

}  // namespace

std::string At(double seconds) {
  const Instant now = *ParseInstant("2026-01-02T03:00:00Z");
  return FormatInstant(now + static_cast<Nanos>(seconds * 1e9));
}

v1::RecommendReplicasRequest ReplicasRequest(int current, int min, int max) {
  v1::RecommendReplicasRequest request;
  v1::HorizontalPodAutoscaler& autoscaler = *request.mutable_horizontal_pod_autoscaler();
  autoscaler.mutable_metadata()->set_name("web");
  autoscaler.mutable_metadata()->set_namespace_("prod");
  v1::HorizontalPodAutoscalerSpec& spec = *autoscaler.mutable_spec();
  spec.mutable_scale_target_ref()->set_api_version("apps/v1");
  spec.mutable_scale_target_ref()->set_kind("Deployment");
  spec.mutable_scale_target_ref()->set_name("web");
  spec.set_min_replicas(min);
  spec.set_max_replicas(max);
  request.mutable_scale()->mutable_spec()->set_replicas(current);
  request.mutable_scale()->mutable_status()->set_replicas(current);
  request.mutable_scale()->mutable_status()->set_selector("app=web");
  request.mutable_history();
  request.set_now(At(0));
  return request;
}

v1::Pod& AddPod(v1::RecommendReplicasRequest& request, absl::string_view name, const PodText& text) {
  v1::Pod& pod = *request.add_pods();
  pod.mutable_metadata()->set_name(std::string(name));
  if (text.deleted) pod.mutable_metadata()->set_deletion_timestamp(At(20));
  AddContainer(*pod.mutable_spec());
  v1::PodStatus& status = *pod.mutable_status();
  status.set_phase(std::string(text.phase));
  if (text.start != 1) status.set_start_time(At(text.start));
  if (text.ready != "-") {
    v1::Condition& condition = *status.add_conditions();
    condition.set_type("Ready");
    condition.set_status(std::string(text.ready));
    condition.set_last_transition_time(At(text.ready_since));
  }
  return pod;
}

v1::PodMetrics& AddSample(v1::RecommendReplicasRequest& request, absl::string_view pod, absl::string_view resource,
                          absl::string_view value, double seconds) {
  v1::PodMetrics& metrics = *request.add_pod_metrics();
  metrics.mutable_metadata()->set_name(std::string(pod));
  metrics.set_timestamp(At(seconds));
  metrics.set_window("30s");
  v1::ContainerMetrics& container = *metrics.add_containers();
  container.set_name("app");
  (*container.mutable_usage())[std::string(resource)] = std::string(value);
  return metrics;
}

void AddCpuPods(v1::RecommendReplicasRequest& request, const std::vector<absl::string_view>& usages) {
  for (const absl::string_view usage : usages) {
    const std::string name = absl::StrCat("p", request.pods_size());
    AddPod(request, name);
    if (usage != "-") AddSample(request, name, "cpu", usage);
  }
}

void AddUtilization(v1::RecommendReplicasRequest& request, absl::string_view resource, int percent) {
  v1::ResourceMetricSource& source = *AddMetric(request, "Resource").mutable_resource();
  source.set_name(std::string(resource));
  source.mutable_target()->set_type("Utilization");
  source.mutable_target()->set_average_utilization(percent);
}

void AddAverageValue(v1::RecommendReplicasRequest& request, absl::string_view resource, absl::string_view target) {
  v1::ResourceMetricSource& source = *AddMetric(request, "Resource").mutable_resource();
  source.set_name(std::string(resource));
  SetTarget(*source.mutable_target(), "AverageValue", target);
}

v1::ReplicasReading& AddPodsMetric(v1::RecommendReplicasRequest& request, absl::string_view target) {
  v1::PodsMetricSource& source = *AddMetric(request, "Pods").mutable_pods();
  source.mutable_metric()->set_name("qps");
  SetTarget(*source.mutable_target(), "AverageValue", target);
  return LastReading(request);
}

void AddPodsValue(v1::ReplicasReading& reading, absl::string_view pod, absl::string_view value) {
  v1::MetricValue& entry = *reading.add_values();
  entry.mutable_described_object()->set_name(std::string(pod));
  entry.set_value(std::string(value));
}

v1::ReplicasReading& AddObject(v1::RecommendReplicasRequest& request, absl::string_view type, absl::string_view target,
                               absl::string_view value) {
  v1::ObjectMetricSource& source = *AddMetric(request, "Object").mutable_object();
  source.mutable_metric()->set_name("hits");
  source.mutable_described_object()->set_kind("Ingress");
  source.mutable_described_object()->set_name("front");
  SetTarget(*source.mutable_target(), type, target);
  LastReading(request).add_values()->set_value(std::string(value));
  return LastReading(request);
}

v1::ReplicasReading& AddExternal(v1::RecommendReplicasRequest& request, absl::string_view type,
                                 absl::string_view target, const std::vector<absl::string_view>& values) {
  v1::ExternalMetricSource& source = *AddMetric(request, "External").mutable_external();
  source.mutable_metric()->set_name("queue");
  SetTarget(*source.mutable_target(), type, target);
  for (const absl::string_view value : values) {
    LastReading(request).add_external_values()->set_value(std::string(value));
  }
  return LastReading(request);
}

void FailReading(v1::ReplicasReading& reading, absl::string_view error) {
  reading.Clear();
  reading.set_error(std::string(error));
}

v1::RecommendReplicasRequest Desiring(int current, int desired, int min, int max) {
  v1::RecommendReplicasRequest request = ReplicasRequest(current, min, max);
  AddExternal(request, "AverageValue", "1", {absl::StrCat(desired)});
  // With ten replicas and the default tolerance, one replica more or less would be within the tolerance.
  request.mutable_options()->set_tolerance("0");
  return request;
}

void AddRecommendation(v1::RecommendReplicasRequest& request, int replicas, double seconds) {
  v1::ReplicasRecommendation& entry = *request.mutable_history()->add_recommendations();
  entry.set_replicas(replicas);
  entry.set_time(At(seconds));
}

void AddUpEvent(v1::RecommendReplicasRequest& request, int change, double seconds) {
  v1::ReplicasScaleEvent& event = *request.mutable_history()->add_scale_up_events();
  event.set_change(change);
  event.set_time(At(seconds));
}

void AddDownEvent(v1::RecommendReplicasRequest& request, int change, double seconds) {
  v1::ReplicasScaleEvent& event = *request.mutable_history()->add_scale_down_events();
  event.set_change(change);
  event.set_time(At(seconds));
}

v1::RecommendReplicasResponse Decide(const v1::RecommendReplicasRequest& request) {
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

std::string ConditionOf(const v1::RecommendReplicasResponse& response, absl::string_view type) {
  for (const v1::Condition& condition : response.status().conditions()) {
    if (condition.type() == type) {
      return absl::StrCat(condition.type(), "=", condition.status(), " ", condition.reason());
    }
  }
  return "";
}

std::vector<std::string> EventsOf(const v1::RecommendReplicasResponse& response) {
  std::vector<std::string> events;
  for (const v1::ReplicasEvent& event : response.events()) {
    events.push_back(absl::StrCat(event.type(), " ", event.reason(), " ", event.message()));
  }
  return events;
}

std::vector<std::string> StepsOf(const v1::RecommendReplicasResponse& response) {
  std::vector<std::string> steps;
  for (const v1::ReplicasStep& step : response.steps()) {
    const std::string& name = v1::ReplicasStepKind_Name(step.kind());
    steps.push_back(
        absl::StrCat(absl::StripPrefix(name, "REPLICAS_STEP_KIND_"), " ", step.before(), " ", step.after()));
  }
  return steps;
}

}  // namespace cpsizer::testing
