#include "client/sidecar/replicas/replica_comparator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/replicas/autoscaler.h"

namespace cpsizer::sidecar {
namespace {

using Conditions = google::protobuf::RepeatedPtrField<v1::Condition>;

std::string StateOf(const Conditions& conditions, const std::string& type) {
  const v1::Condition* const condition = FindCondition(conditions, type);
  return condition == nullptr ? "nothing" : absl::StrCat(condition->status(), " ", condition->reason());
}

void CompareCondition(const std::string& type, const Conditions& ours, const Conditions& real,
                      std::vector<std::string>& differences) {
  const std::string here = StateOf(ours, type);
  const std::string there = StateOf(real, type);
  if (here == there) return;
  differences.push_back(absl::StrCat(type, " ", here, " in cpsizer, ", there, " in kube-controller-manager"));
}

absl::Duration LongestLookbackOf(const v1::HPAScalingRules& rules) {
  int32_t longest = rules.stabilization_window_seconds();
  for (const v1::HPAScalingPolicy& policy : rules.policies()) longest = std::max(longest, policy.period_seconds());
  return absl::Seconds(longest);
}

}  // namespace

std::vector<std::string> Differences(const v1::ReplicasStatus& ours, const v1::HorizontalPodAutoscalerStatus& real) {
  std::vector<std::string> differences;
  if (ours.desired_replicas() != real.desired_replicas()) {
    differences.push_back(absl::StrCat("desiredReplicas ", ours.desired_replicas(), " in cpsizer, ",
                                       real.desired_replicas(), " in kube-controller-manager"));
  }
  for (const v1::Condition& condition : ours.conditions()) {
    CompareCondition(condition.type(), ours.conditions(), real.conditions(), differences);
  }
  for (const v1::Condition& condition : real.conditions()) {
    if (StateOf(ours.conditions(), condition.type()) != "nothing") continue;
    CompareCondition(condition.type(), ours.conditions(), real.conditions(), differences);
  }
  return differences;
}

absl::optional<ReplicaComparator::Comparison> ReplicaComparator::Compare(const v1::HorizontalPodAutoscalerStatus& real,
                                                                         const v1::ReplicasStatus& ours, bool warm) {
  const absl::optional<v1::ReplicasStatus> before = std::exchange(before_, ours);
  if (!before.has_value()) return absl::nullopt;
  Comparison comparison;
  if (real.conditions().empty()) {
    comparison.agreement = Agreement::kAbsent;
    return comparison;
  }
  comparison.differences = Differences(*before, real);
  if (comparison.differences.empty() || Differences(ours, real).empty()) {
    comparison.differences.clear();
    differed_ = false;
    comparison.news = !std::exchange(reported_, "").empty();
    return comparison;
  }
  const bool lasts = std::exchange(differed_, true);
  comparison.agreement = !lasts ? Agreement::kPending : warm ? Agreement::kDisagree : Agreement::kWarmingUp;
  if (comparison.agreement == Agreement::kDisagree) {
    std::string differences = absl::StrJoin(comparison.differences, "; ");
    comparison.news = differences != reported_;
    reported_ = std::move(differences);
  }
  return comparison;
}

absl::string_view AgreementName(ReplicaComparator::Agreement agreement) {
  switch (agreement) {
    case ReplicaComparator::Agreement::kAgree:
      return "agree";
    case ReplicaComparator::Agreement::kPending:
      return "pending";
    case ReplicaComparator::Agreement::kWarmingUp:
      return "warming_up";
    case ReplicaComparator::Agreement::kDisagree:
      return "disagree";
    case ReplicaComparator::Agreement::kAbsent:
      break;
  }
  return "absent";
}

absl::Duration LongestLookback(const v1::HorizontalPodAutoscalerSpec& spec, absl::Duration downscale_stabilization) {
  if (!spec.has_behavior()) return downscale_stabilization;
  const v1::HorizontalPodAutoscalerBehavior& behavior = spec.behavior();
  const absl::Duration longest =
      std::max(LongestLookbackOf(behavior.scale_up()), LongestLookbackOf(behavior.scale_down()));
  return behavior.scale_down().has_stabilization_window_seconds() ? longest
                                                                  : std::max(longest, downscale_stabilization);
}

}  // namespace cpsizer::sidecar
