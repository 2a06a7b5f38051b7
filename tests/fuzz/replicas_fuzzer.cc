#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/instant.h"

// Converts bytes to valid requests with several decisions in sequence, because parsers would reject most bytes.
namespace cpsizer {
namespace {

constexpr int kMostPods = 4;
constexpr int kMostDecisions = 2;

void Require(bool holds) {
  if (!holds) std::abort();
}

class RequestMaker {
 public:
  explicit RequestMaker(FuzzedDataProvider& data) : data_(data) {}

  v1::RecommendReplicasRequest Make() {
    v1::HorizontalPodAutoscalerSpec& spec = *request_.mutable_horizontal_pod_autoscaler()->mutable_spec();
    spec.mutable_scale_target_ref()->set_api_version("apps/v1");
    spec.mutable_scale_target_ref()->set_kind("Deployment");
    spec.mutable_scale_target_ref()->set_name("web");
    spec.set_min_replicas(Between(1, 50));
    spec.set_max_replicas(spec.min_replicas() + Between(0, 1'000));
    request_.mutable_scale()->mutable_status()->set_selector("app=web");
    SetScale(Between(0, 2'000), Between(0, 2'000));
    if (Maybe()) MakeBehavior(*spec.mutable_behavior());
    for (int i = Between(0, kMostPods); i > 0; --i) AddPod();
    for (int i = Between(1, 3); i > 0; --i) AddMetric(*spec.add_metrics(), *request_.add_readings());
    if (Maybe()) request_.mutable_options()->set_tolerance(absl::StrCat(Between(0, 2'000), "m"));
    request_.mutable_options()->set_scale_to_zero(Maybe());
    request_.mutable_options()->set_pod_level_resources(Maybe());
    for (int i = Between(0, 3); i > 0; --i) AddRescale();
    request_.set_observe_only(Maybe());
    return request_;
  }

 private:
  bool Maybe() { return data_.ConsumeBool(); }
  int Between(int least, int most) { return data_.ConsumeIntegralInRange<int>(least, most); }

  // Returns any valid amount; often the amount is small.
  std::string Amount() {
    constexpr const char* kSuffixes[] = {"", "m", "u", "n", "k", "M", "Mi", "Gi", "Ei", "e3"};
    const auto number = Maybe() ? data_.ConsumeIntegralInRange<int64_t>(0, 500)
                                : data_.ConsumeIntegralInRange<int64_t>(0, INT64_MAX / 1024);
    return absl::StrCat(number, data_.PickValueInArray(kSuffixes));
  }
  // Returns an amount above zero.
  std::string Target() { return absl::StrCat(Between(1, INT32_MAX), Maybe() ? "m" : ""); }

  std::string Time() {
    const Instant now = *ParseInstant("2026-01-02T03:00:00Z");
    return FormatInstant(now - Instant{Between(-10, 1'000)} * kSecond);
  }

  void SetScale(int replicas, int status_replicas) {
    request_.mutable_scale()->mutable_spec()->set_replicas(replicas);
    request_.mutable_scale()->mutable_status()->set_replicas(status_replicas);
  }

  void MakeBehavior(v1::HorizontalPodAutoscalerBehavior& behavior) {
    for (v1::HPAScalingRules* rules : {behavior.mutable_scale_up(), behavior.mutable_scale_down()}) {
      constexpr const char* kSelect[] = {"Max", "Min", "Disabled"};
      if (Maybe()) rules->set_select_policy(data_.PickValueInArray(kSelect));
      if (Maybe()) rules->set_stabilization_window_seconds(Between(0, 3'600));
      for (int i = Between(0, 2); i > 0; --i) {
        v1::HPAScalingPolicy& policy = *rules->add_policies();
        policy.set_type(Maybe() ? "Pods" : "Percent");
        policy.set_value(Between(1, Maybe() ? 200 : INT32_MAX));
        policy.set_period_seconds(Between(1, 1'800));
      }
    }
  }

  void AddPod() {
    constexpr const char* kPhases[] = {"Running", "Pending", "Failed", "Succeeded", ""};
    constexpr const char* kStatuses[] = {"True", "False", "Unknown"};
    v1::Pod& pod = *request_.add_pods();
    const std::string name = absl::StrCat("p", request_.pods_size());
    pod.mutable_metadata()->set_name(name);
    if (Maybe()) pod.mutable_metadata()->set_deletion_timestamp(Time());
    pod.mutable_status()->set_phase(data_.PickValueInArray(kPhases));
    if (Maybe()) pod.mutable_status()->set_start_time(Time());
    v1::Condition& ready = *pod.mutable_status()->add_conditions();
    ready.set_type("Ready");
    ready.set_status(data_.PickValueInArray(kStatuses));
    ready.set_last_transition_time(Time());
    v1::Container& container =
        *(Maybe() ? pod.mutable_spec()->add_containers() : pod.mutable_spec()->add_init_containers());
    container.set_name("app");
    if (Maybe()) container.set_restart_policy("Always");
    if (Maybe()) (*container.mutable_resources()->mutable_requests())["cpu"] = Amount();
    if (Maybe()) (*pod.mutable_spec()->mutable_resources()->mutable_requests())["memory"] = Amount();
    if (Maybe()) (*pod.mutable_spec()->mutable_overhead())["cpu"] = Amount();
    if (Maybe()) return;
    v1::PodMetrics& metrics = *request_.add_pod_metrics();
    metrics.mutable_metadata()->set_name(Maybe() ? name : absl::StrCat("x", name));
    metrics.set_timestamp(Time());
    metrics.set_window("30s");
    v1::ContainerMetrics& measured = *metrics.add_containers();
    measured.set_name("app");
    (*measured.mutable_usage())["cpu"] = Amount();
  }

  void SetTarget(v1::MetricTarget& target, absl::string_view type) {
    target.set_type(std::string(type));
    if (type == "Utilization") target.set_average_utilization(Between(1, 500));
    if (type == "AverageValue") target.set_average_value(Target());
    if (type == "Value") target.set_value(Target());
  }

  void AddMetric(v1::MetricSpec& metric, v1::ReplicasReading& reading) {
    constexpr const char* kTypes[] = {"Resource", "ContainerResource", "Pods", "Object", "External"};
    metric.set_type(data_.PickValueInArray(kTypes));
    const bool fails = Maybe() && Maybe();
    if (metric.type() == "Resource") {
      metric.mutable_resource()->set_name("cpu");
      SetTarget(*metric.mutable_resource()->mutable_target(), Maybe() ? "Utilization" : "AverageValue");
      if (Maybe()) AddUsages(reading);
    } else if (metric.type() == "ContainerResource") {
      metric.mutable_container_resource()->set_name("cpu");
      metric.mutable_container_resource()->set_container(Maybe() ? "app" : "other");
      SetTarget(*metric.mutable_container_resource()->mutable_target(), Maybe() ? "Utilization" : "AverageValue");
    } else if (metric.type() == "Pods") {
      metric.mutable_pods()->mutable_metric()->set_name("rps");
      SetTarget(*metric.mutable_pods()->mutable_target(), "AverageValue");
      AddUsages(reading);
    } else if (metric.type() == "Object") {
      metric.mutable_object()->mutable_metric()->set_name("hits");
      metric.mutable_object()->mutable_described_object()->set_kind("Ingress");
      metric.mutable_object()->mutable_described_object()->set_name("front");
      SetTarget(*metric.mutable_object()->mutable_target(), Maybe() ? "Value" : "AverageValue");
      reading.add_values()->set_value(Amount());
    } else {
      metric.mutable_external()->mutable_metric()->set_name("queue");
      SetTarget(*metric.mutable_external()->mutable_target(), Maybe() ? "Value" : "AverageValue");
      for (int i = Between(0, 3); i > 0; --i) reading.add_external_values()->set_value(Amount());
    }
    if (!fails) return;
    reading.Clear();
    reading.set_error("boom");
  }

  void AddUsages(v1::ReplicasReading& reading) {
    for (int i = Between(0, kMostPods); i > 0; --i) {
      v1::MetricValue& value = *reading.add_values();
      value.mutable_described_object()->set_name(absl::StrCat("p", i));
      value.set_timestamp(Time());
      value.set_window_seconds(Between(0, INT32_MAX));
      value.set_value(Amount());
    }
  }

  void AddRescale() {
    v1::ReplicasRescale& rescale = *request_.add_observed_rescales();
    rescale.set_from_replicas(Between(0, INT32_MAX));
    rescale.set_to_replicas(Between(0, INT32_MAX));
    rescale.set_time(Time());
  }

  FuzzedDataProvider& data_;
  v1::RecommendReplicasRequest request_;
};

v1::RecommendReplicasResponse Decide(const v1::RecommendReplicasRequest& request) {
  v1::RecommendReplicasResponse response;
  Require(RecommendReplicas(request, response).ok());
  return response;
}

// Requires the properties that every response must have.
void Check(const v1::RecommendReplicasRequest& request, const v1::RecommendReplicasResponse& response) {
  const v1::HorizontalPodAutoscalerSpec& spec = request.horizontal_pod_autoscaler().spec();
  const int current = request.scale().spec().replicas();
  const int desired = response.desired_replicas();
  Require(response.outcome() != v1::REPLICAS_OUTCOME_UNSPECIFIED);
  if (response.outcome() == v1::REPLICAS_OUTCOME_RESCALE) {
    Require(desired != current && desired >= spec.min_replicas() && desired <= spec.max_replicas());
  } else {
    Require(desired == current);
  }
  Require(!response.summary().empty());
  Require(response.history().recommendations_size() <= request.history().recommendations_size() + 2);
  int winners = 0;
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    winners += metric.wins() ? 1 : 0;
    Require(metric.error().empty() == metric.has_replicas());
    Require(metric.error().empty() == metric.has_flips());
  }
  Require(winners <= 1);
}

// Requires that the same request with brief detail gives the same decision.
void CheckBrief(v1::RecommendReplicasRequest request, const v1::RecommendReplicasResponse& full) {
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const v1::RecommendReplicasResponse brief = Decide(request);
  Require(brief.desired_replicas() == full.desired_replicas());
  Require(brief.status().SerializeAsString() == full.status().SerializeAsString());
  Require(brief.history().SerializeAsString() == full.history().SerializeAsString());
}

void Follow(FuzzedDataProvider& data) {
  v1::RecommendReplicasRequest request = RequestMaker(data).Make();
  Instant now = *ParseInstant("2026-01-02T03:00:00Z");
  for (int i = 0; i < kMostDecisions; ++i) {
    request.set_now(FormatInstant(now));
    const v1::RecommendReplicasResponse response = Decide(request);
    Check(request, response);
    if (i == 0) CheckBrief(request, response);
    // The history in a response must be valid in the next request.
    *request.mutable_history() = response.history();
    *request.mutable_horizontal_pod_autoscaler()->mutable_status()->mutable_conditions() =
        response.status().conditions();
    request.mutable_scale()->mutable_spec()->set_replicas(response.desired_replicas());
    if (data.ConsumeBool()) request.mutable_scale()->mutable_status()->set_replicas(response.desired_replicas());
    now += Instant{data.ConsumeIntegralInRange<int>(0, 600)} * kSecond;
  }
}

}  // namespace
}  // namespace cpsizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  cpsizer::Follow(provider);
  return 0;
}
