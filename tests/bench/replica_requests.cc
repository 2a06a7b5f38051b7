#include "tests/bench/replica_requests.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::bench {
namespace {

constexpr char kNow[] = "2026-02-23T09:14:52Z";

std::string PodName(int pod) {
  return absl::StrCat("web-6d4f9c7b8d-", pod);
}
std::string ContainerName(int container) {
  return absl::StrCat("app-", container);
}

// Returns a request with the autoscaler and its scale, without pods and metrics.
v1::RecommendReplicasRequest BaseReplicasRequest(int replicas) {
  v1::RecommendReplicasRequest request;
  v1::HorizontalPodAutoscaler& autoscaler = *request.mutable_horizontal_pod_autoscaler();
  autoscaler.mutable_metadata()->set_name("web");
  autoscaler.mutable_metadata()->set_namespace_("prod");
  v1::CrossVersionObjectReference& target = *autoscaler.mutable_spec()->mutable_scale_target_ref();
  target.set_api_version("apps/v1");
  target.set_kind("Deployment");
  target.set_name("web");
  autoscaler.mutable_spec()->set_max_replicas(2 * replicas);
  request.mutable_scale()->mutable_spec()->set_replicas(replicas);
  request.mutable_scale()->mutable_status()->set_replicas(replicas);
  request.mutable_scale()->mutable_status()->set_selector("app=web");
  request.mutable_history();
  request.set_now(kNow);
  return request;
}

void AddPod(int number, int containers, v1::RecommendReplicasRequest& request) {
  v1::Pod& pod = *request.add_pods();
  pod.mutable_metadata()->set_name(PodName(number));
  for (int i = 0; i < containers; ++i) {
    v1::Container& container = *pod.mutable_spec()->add_containers();
    container.set_name(ContainerName(i));
    auto& requests = *container.mutable_resources()->mutable_requests();
    requests["cpu"] = "250m";
    requests["memory"] = "256Mi";
  }
  pod.mutable_status()->set_phase("Running");
  pod.mutable_status()->set_start_time("2026-02-23T07:00:00Z");
  v1::Condition& ready = *pod.mutable_status()->add_conditions();
  ready.set_type("Ready");
  ready.set_status("True");
  ready.set_last_transition_time("2026-02-23T07:00:09Z");
}

// Adds the metrics of one pod in the form of metrics-server.
void AddPodMetrics(int number, int containers, v1::RecommendReplicasRequest& request) {
  v1::PodMetrics& metrics = *request.add_pod_metrics();
  metrics.mutable_metadata()->set_name(PodName(number));
  metrics.set_timestamp("2026-02-23T09:14:43Z");
  metrics.set_window("15.038s");
  for (int i = 0; i < containers; ++i) {
    v1::ContainerMetrics& container = *metrics.add_containers();
    container.set_name(ContainerName(i));
    (*container.mutable_usage())["cpu"] = absl::StrCat(240'123'456 + number, "n");
    (*container.mutable_usage())["memory"] = absl::StrCat(234'567 + number, "Ki");
  }
}

v1::MetricSpec& AddMetric(Measured measured, v1::RecommendReplicasRequest& request) {
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
  metric.set_type(NameOf(measured));
  request.add_readings();
  return metric;
}

v1::ReplicasReading& LastReading(v1::RecommendReplicasRequest& request) {
  return *request.mutable_readings(request.readings_size() - 1);
}

void SetUtilization(v1::MetricTarget& target) {
  target.set_type("Utilization");
  target.set_average_utilization(60);
}

void SetAverage(const char* amount, v1::MetricTarget& target) {
  target.set_type("AverageValue");
  target.set_average_value(amount);
}

void AddResource(int number, v1::RecommendReplicasRequest& request) {
  v1::ResourceMetricSource& source = *AddMetric(Measured::kResource, request).mutable_resource();
  if (number % 2 == 0) {
    source.set_name("cpu");
    SetUtilization(*source.mutable_target());
  } else {
    source.set_name("memory");
    SetAverage("200Mi", *source.mutable_target());
  }
}

void AddContainerResource(int number, v1::RecommendReplicasRequest& request) {
  v1::ContainerResourceMetricSource& source =
      *AddMetric(Measured::kContainerResource, request).mutable_container_resource();
  source.set_name("cpu");
  source.set_container(ContainerName(number));
  SetUtilization(*source.mutable_target());
}

void AddPodsMetric(int number, int pods, v1::RecommendReplicasRequest& request) {
  v1::PodsMetricSource& source = *AddMetric(Measured::kPods, request).mutable_pods();
  source.mutable_metric()->set_name(absl::StrCat("requests_per_second_", number));
  SetAverage("100", *source.mutable_target());
  for (int pod = 0; pod < pods; ++pod) {
    v1::MetricValue& value = *LastReading(request).add_values();
    value.mutable_described_object()->set_kind("Pod");
    value.mutable_described_object()->set_name(PodName(pod));
    value.mutable_described_object()->set_api_version("v1");
    value.set_timestamp(kNow);
    value.set_value(absl::StrCat(123'456 + pod, "m"));
  }
}

void AddObject(int number, v1::RecommendReplicasRequest& request) {
  v1::ObjectMetricSource& source = *AddMetric(Measured::kObject, request).mutable_object();
  source.mutable_metric()->set_name(absl::StrCat("requests_per_second_", number));
  source.mutable_described_object()->set_kind("Ingress");
  source.mutable_described_object()->set_name("front");
  source.mutable_target()->set_type("Value");
  source.mutable_target()->set_value("100");
  LastReading(request).add_values()->set_value("234567m");
}

void AddExternal(int number, int values, v1::RecommendReplicasRequest& request) {
  v1::ExternalMetricSource& source = *AddMetric(Measured::kExternal, request).mutable_external();
  source.mutable_metric()->set_name(absl::StrCat("queue_length_", number));
  SetAverage("100", *source.mutable_target());
  for (int i = 0; i < values; ++i) LastReading(request).add_external_values()->set_value(absl::StrCat(100 + i));
}

}  // namespace

const char* NameOf(Measured measured) {
  constexpr const char* kNames[] = {"Resource", "ContainerResource", "Pods", "Object", "External"};
  return kNames[static_cast<int>(measured)];
}

v1::RecommendReplicasRequest MakeReplicasRequest(Measured measured, int pods, int metrics) {
  v1::RecommendReplicasRequest request = BaseReplicasRequest(pods);
  const int containers = measured == Measured::kContainerResource ? metrics : 1;
  for (int pod = 0; pod < pods; ++pod) {
    AddPod(pod, containers, request);
    AddPodMetrics(pod, containers, request);
  }
  for (int i = 0; i < metrics; ++i) {
    if (measured == Measured::kResource) AddResource(i, request);
    if (measured == Measured::kContainerResource) AddContainerResource(i, request);
    if (measured == Measured::kPods) AddPodsMetric(i, pods, request);
    if (measured == Measured::kObject) AddObject(i, request);
    if (measured == Measured::kExternal) AddExternal(i, pods, request);
  }
  return request;
}

}  // namespace cpsizer::bench
