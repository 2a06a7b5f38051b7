#include "client/sidecar/replicas/autoscaler_status.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/sidecar/control/status_fields.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "server/process/show_time.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kAbleToScale[] = "AbleToScale";
constexpr char kScaledToZero[] = "ScaledToZero";

// Removes the fraction of the second, because the API server stores whole seconds.
std::string WholeSeconds(const std::string& text) {
  absl::Time time;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, nullptr)) return text;
  return server::ShowTime(time);
}

v1::MetricStatus MetricAfter(const v1::MetricSpec& spec, const v1::MetricValueStatus& value) {
  v1::MetricStatus metric;
  if (value.ByteSizeLong() == 0) return metric;
  metric.set_type(spec.type());
  if (spec.has_resource()) {
    metric.mutable_resource()->set_name(spec.resource().name());
    *metric.mutable_resource()->mutable_current() = value;
  } else if (spec.has_container_resource()) {
    metric.mutable_container_resource()->set_name(spec.container_resource().name());
    metric.mutable_container_resource()->set_container(spec.container_resource().container());
    *metric.mutable_container_resource()->mutable_current() = value;
  } else if (spec.has_pods()) {
    *metric.mutable_pods()->mutable_metric() = spec.pods().metric();
    *metric.mutable_pods()->mutable_current() = value;
  } else if (spec.has_object()) {
    *metric.mutable_object()->mutable_metric() = spec.object().metric();
    *metric.mutable_object()->mutable_described_object() = spec.object().described_object();
    *metric.mutable_object()->mutable_current() = value;
  } else if (spec.has_external()) {
    *metric.mutable_external()->mutable_metric() = spec.external().metric();
    *metric.mutable_external()->mutable_current() = value;
  }
  return metric;
}

kube::Json MetricJson(const v1::MetricStatus& metric) {
  std::string text;
  // Fails only for `Any` and for text that is not UTF-8. The API server cannot return such values.
  const bool printed = google::protobuf::util::MessageToJsonString(metric, &text).ok();
  kube::Json json = printed ? kube::Json::parse(text) : kube::Json::object();
  json["type"] = metric.type();  // the field is required, even if it is empty
  return json;
}

}  // namespace

v1::HorizontalPodAutoscalerStatus StatusAfter(const v1::HorizontalPodAutoscaler& autoscaler,
                                              v1::ReplicasOutcome outcome, const v1::ReplicasStatus& decided,
                                              bool writes_generation) {
  v1::HorizontalPodAutoscalerStatus status = autoscaler.status();
  status.set_last_scale_time(WholeSeconds(decided.last_scale_time()));
  status.set_current_replicas(decided.current_replicas());
  status.set_desired_replicas(decided.desired_replicas());
  if (outcome != v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) {
    status.clear_observed_generation();
    if (writes_generation) status.set_observed_generation(autoscaler.metadata().generation());
    status.clear_current_metrics();
    const int metrics = std::min(decided.current_metrics_size(), autoscaler.spec().metrics_size());
    for (int i = 0; i < metrics; ++i) {
      *status.add_current_metrics() = MetricAfter(autoscaler.spec().metrics(i), decided.current_metrics(i));
    }
  }
  *status.mutable_conditions() = decided.conditions();
  for (v1::Condition& condition : *status.mutable_conditions()) {
    condition.set_last_transition_time(WholeSeconds(condition.last_transition_time()));
  }
  return status;
}

v1::ReplicasStatus WithoutRescale(const v1::HorizontalPodAutoscaler& autoscaler, v1::ReplicasStatus decided,
                                  absl::string_view error, const std::string& now) {
  const v1::HorizontalPodAutoscalerStatus& before = autoscaler.status();
  decided.set_last_scale_time(before.last_scale_time());
  decided.set_desired_replicas(before.desired_replicas());
  const v1::Condition* const old_able = FindCondition(before.conditions(), kAbleToScale);
  const v1::Condition* const old_zero = FindCondition(before.conditions(), kScaledToZero);
  v1::ReplicasStatus status = decided;
  status.clear_conditions();
  for (v1::Condition condition : decided.conditions()) {
    if (condition.type() == kScaledToZero) {
      if (old_zero == nullptr) continue;
      condition = *old_zero;
    }
    if (condition.type() == kAbleToScale) {
      const bool was_false = old_able != nullptr && old_able->status() == "False";
      condition.set_last_transition_time(was_false ? old_able->last_transition_time() : now);
      condition.set_status("False");
      condition.set_reason("FailedUpdateScale");
      condition.set_message(absl::StrCat("the HPA controller was unable to update the target scale: ", error));
    }
    *status.add_conditions() = std::move(condition);
  }
  return status;
}

kube::Json StatusJson(const v1::HorizontalPodAutoscalerStatus& status) {
  kube::Json metrics, conditions = kube::Json::array();  // a null value removes the metrics
  for (const v1::MetricStatus& metric : status.current_metrics()) metrics.push_back(MetricJson(metric));
  for (const v1::Condition& condition : status.conditions()) conditions.push_back(ConditionJson(condition));
  kube::Json json = {{"currentReplicas", status.current_replicas()},
                     {"desiredReplicas", status.desired_replicas()},
                     {"lastScaleTime", nullptr},
                     {"observedGeneration", nullptr},
                     {"currentMetrics", metrics},
                     {"conditions", conditions}};
  if (status.has_observed_generation()) json["observedGeneration"] = status.observed_generation();
  if (!status.last_scale_time().empty()) json["lastScaleTime"] = status.last_scale_time();
  return json;
}

}  // namespace cpsizer::sidecar
