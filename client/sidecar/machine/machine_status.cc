#include "client/sidecar/machine/machine_status.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/kube/json.h"
#include "client/kube/requests.h"
#include "client/machine/api_requests.h"
#include "client/objects/escape.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {
namespace {

// The API server accepts up to 32,768 bytes.
constexpr size_t kMaxMessageBytes = 4096;
constexpr char kDegraded[] = "Degraded";
constexpr char kScalingActive[] = "ScalingActive";

void SetCondition(const char* type, bool is_true, absl::string_view reason, absl::string_view message,
                  int64_t generation, const std::string& now, MachineStatus& status) {
  auto& conditions = *status.mutable_conditions();
  auto it = std::find_if(conditions.begin(), conditions.end(),
                         [&](const v1::Condition& condition) { return condition.type() == type; });
  v1::Condition& condition = it == conditions.end() ? *conditions.Add() : *it;
  const std::string value = is_true ? "True" : "False";
  if (condition.status() != value || condition.last_transition_time().empty()) {
    condition.set_last_transition_time(now);
  }
  condition.set_type(type);
  condition.set_status(value);
  condition.set_observed_generation(generation);
  condition.set_reason(std::string(reason));
  condition.set_message(objects::EscapeCut(message, kMaxMessageBytes));
}

// Returns whether a decision with this reason can change the size when its triggers are met.
bool IsActive(v1::MachineReason reason) {
  switch (reason) {
    case v1::MACHINE_REASON_SCALING_DISABLED:
    case v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER:
    case v1::MACHINE_REASON_METRICS_ERROR:
    case v1::MACHINE_REASON_MACHINE_SET_INACTIVE:
    case v1::MACHINE_REASON_MACHINE_SET_DELETING:
      return false;
    default:
      return true;
  }
}

kube::Json TextOrNull(const std::string& text) {
  return text.empty() ? kube::Json(nullptr) : kube::Json(text);
}

kube::Json StatusPatch(const MachineStatus& status) {
  kube::Json conditions = kube::Json::array();
  for (const v1::Condition& condition : status.conditions()) conditions.push_back(ConditionJson(condition));
  kube::Json json = {{"conditions", std::move(conditions)},
                     {"lastScaleUpTime", TextOrNull(status.last_scale_up_time())},
                     {"lastScaleDownTime", TextOrNull(status.last_scale_down_time())},
                     {"currentSize", TextOrNull(status.current_size())},
                     {"desiredSize", TextOrNull(status.desired_size())},
                     {"pendingScale", nullptr}};
  if (status.has_pending_scale()) {
    const v1::AutoscalerPendingScale& pending = status.pending_scale();
    json["pendingScale"] = {
        {"direction", pending.direction()}, {"from", pending.from()}, {"to", pending.to()}, {"time", pending.time()}};
  }
  return json;
}

}  // namespace

void SetDecision(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, const v1::RecommendMachineResponse& response,
                 const std::string& now, MachineStatus& status) {
  const int64_t generation = autoscaler.metadata().generation();
  SetCondition(kDegraded, response.degraded().degraded(), response.degraded().reason(), response.degraded().message(),
               generation, now, status);
  SetCondition(kScalingActive, IsActive(response.reason()), ReasonName(response.reason()), response.summary(),
               generation, now, status);
  status.set_current_size(response.current().name());
}

void SetNotActive(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, absl::string_view reason,
                  absl::string_view message, const std::string& now, MachineStatus& status) {
  SetCondition(kScalingActive, false, reason, message, autoscaler.metadata().generation(), now, status);
}

void SetPending(const v1::AutoscalerPendingScale& pending, MachineStatus& status) {
  *status.mutable_pending_scale() = pending;
  status.set_desired_size(pending.to());
}

void SetApplied(MachineStatus& status) {
  const v1::AutoscalerPendingScale pending = status.pending_scale();
  status.clear_pending_scale();
  status.set_current_size(pending.to());
  std::string& last =
      pending.direction() == "Up" ? *status.mutable_last_scale_up_time() : *status.mutable_last_scale_down_time();
  if (TimeOf(last) < TimeOf(pending.time())) last = pending.time();
}

absl::StatusOr<kube::HttpRequest> StatusWrite(const ControlPlaneAutoscaler& object, const MachineStatus& status) {
  const std::string path =
      absl::StrCat(machine::PathOf(machine::kAutoscalersResource, object.name_space, object.name), "/status");
  return kube::MergePatch({path, object.uid, object.resource_version}, {{"status", StatusPatch(status)}},
                          kFieldManager);
}

kube::HttpRequest SizeWrite(const std::string& name_space, const std::string& patch) {
  kube::HttpRequest request = kube::JsonPatch(
      machine::PathOf(machine::kMachineSetsResource, name_space, machine::kSingletonName), patch, kFieldManager);
  request.fresh_connection = true;
  return request;
}

}  // namespace cpsizer::sidecar
