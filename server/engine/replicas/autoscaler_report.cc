#include "server/engine/replicas/autoscaler_report.h"

#include <string>

#include "cpsizer/limits.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

template <typename Conditions>
auto* FindCondition(Conditions& conditions, absl::string_view type) {
  for (auto& condition : conditions) {
    if (condition.type() == type) return &condition;
  }
  return static_cast<decltype(&*conditions.begin())>(nullptr);
}

}  // namespace

AutoscalerReport::AutoscalerReport(const v1::HorizontalPodAutoscaler& autoscaler, Instant now,
                                   v1::RecommendReplicasResponse& response)
    : response_(response), conditions_(*response.mutable_status()->mutable_conditions()), now_(FormatSeconds(now)) {
  conditions_ = autoscaler.status().conditions();
}

void AutoscalerReport::SetCondition(absl::string_view type, bool status, absl::string_view reason,
                                    absl::string_view message) {
  v1::Condition* condition = FindCondition(conditions_, type);
  if (condition == nullptr) {
    condition = conditions_.Add();
    condition->set_type(std::string(type));
  }
  const absl::string_view status_text = status ? "True" : "False";
  if (condition->status() != status_text) condition->set_last_transition_time(now_);
  condition->set_status(std::string(status_text));
  condition->set_reason(std::string(reason));
  condition->set_message(CutText(message, kMaxReportedTextBytes));
}

void AutoscalerReport::RemoveCondition(absl::string_view type) {
  for (int i = conditions_.size(); i-- > 0;) {
    if (conditions_[i].type() == type) conditions_.DeleteSubrange(i, 1);
  }
}

void AutoscalerReport::AddNormal(absl::string_view reason, absl::string_view message) {
  AddEvent("Normal", reason, message);
}

void AutoscalerReport::AddWarning(absl::string_view reason, absl::string_view message) {
  AddEvent("Warning", reason, message);
}

void AutoscalerReport::AddEvent(absl::string_view type, absl::string_view reason, absl::string_view message) {
  v1::ReplicasEvent& event = *response_.add_events();
  event.set_type(std::string(type));
  event.set_reason(std::string(reason));
  event.set_message(CutText(message, kMaxReportedTextBytes));
}

void AutoscalerReport::AddStep(v1::ReplicasStepKind kind, int32_t before, int32_t after, absl::string_view message) {
  if (before == after) return;
  v1::ReplicasStep& step = *response_.add_steps();
  step.set_kind(kind);
  step.set_before(before);
  step.set_after(after);
  step.set_message(std::string(message));
}

bool HasTrueCondition(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view type) {
  const v1::Condition* const condition = FindCondition(autoscaler.status().conditions(), type);
  return condition != nullptr && condition->status() == "True";
}

}  // namespace cpsizer
