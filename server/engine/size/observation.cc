#include "server/engine/size/observation.h"

#include <algorithm>

#include "cpsizer/limits.h"
#include "server/engine/base/read_time.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kContainer = "kube-apiserver";
constexpr absl::string_view kAnyContainer = "*";
constexpr absl::string_view kReadyCondition = "RecommendationProvided";
constexpr absl::string_view kNoPods = "NoPodsMatched";
constexpr absl::string_view kUnsupported = "ConfigUnsupported";
constexpr absl::string_view kPoliciesPath = "vpaResourcePolicy.containerPolicies";

// Returns the index of the first recommendation for the kube-apiserver from index `first`, or -1.
int FindContainer(const v1::RecommendedPodResources& recommendation, int first) {
  for (int i = first; i < recommendation.container_recommendations_size(); ++i) {
    if (recommendation.container_recommendations(i).container_name() == kContainer) return i;
  }
  return -1;
}

v1::SizeNoRecommendationReason WhyNotReady(const v1::VerticalPodAutoscalerStatus& status, int container) {
  if (!status.has_recommendation()) return v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING;
  const v1::Condition* ready = nullptr;
  for (const v1::Condition& condition : status.conditions()) {
    if (ready == nullptr && condition.type() == kReadyCondition) ready = &condition;
  }
  if (ready == nullptr) return v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_MISSING;
  if (ready->status() != "True") return v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE;
  if (status.recommendation().container_recommendations().empty()) {
    return v1::SIZE_NO_RECOMMENDATION_REASON_NO_CONTAINER_RECOMMENDATIONS;
  }
  if (container < 0) return v1::SIZE_NO_RECOMMENDATION_REASON_KUBE_APISERVER_CONTAINER_MISSING;
  return v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED;
}

// Source: the recommender sets NoPodsMatched if no pod has the labels of the target, and ConfigUnsupported if it cannot
// read the target. In both cases, it keeps the recommendation that it made before.
void ReadStaleCondition(const v1::VerticalPodAutoscalerStatus& status, Observation& observation) {
  for (int i = 0; i < status.conditions_size() && observation.stale_condition < 0; ++i) {
    const v1::Condition& condition = status.conditions(i);
    if (condition.status() != "True" || (condition.type() != kNoPods && condition.type() != kUnsupported)) continue;
    observation.stale_condition = i;
    observation.stale_type = condition.type();
  }
}

// A recommendation that is too large for a quantity is read as the largest quantity, so that Hygiene reports an
// overflow.
absl::optional<Quantity> ReadRecommendation(const std::string& text, const FieldPath& path, Findings& findings) {
  Quantity quantity;
  if (ParseQuantity(text, quantity) == QuantityError::kOutOfRange && quantity.nanos > 0) return quantity;
  return ReadQuantityFrom(0, text, path, Rule::kValueNegative, "is negative", findings);
}

void ReadUncappedTarget(const v1::ResourceList& target, Observation& observation, Findings& findings) {
  for (const Resource resource : kResources) {
    const std::string* text = AmountText(target, resource);
    if (text == nullptr) continue;
    observation.demand[resource] = ReadRecommendation(*text, observation.PathOf(resource), findings);
    if (observation.demand[resource] != Quantity{}) continue;
    observation.demand[resource].reset();
    observation.vpa_zero[resource] = true;
  }
}

// Returns the policy for the kube-apiserver; null if there is no policy. Source: GetContainerResourcePolicy in
// kubernetes/autoscaler, vertical-pod-autoscaler/pkg/utils/vpa/api.go.
const v1::ContainerResourcePolicy* FindPolicy(const v1::PodResourcePolicy& policy) {
  const v1::ContainerResourcePolicy* any = nullptr;
  for (const v1::ContainerResourcePolicy& container : policy.container_policies()) {
    if (container.container_name() == kContainer) return &container;
    if (container.container_name() == kAnyContainer) any = &container;
  }
  return any;
}

// Returns whether the policy omits CPU on purpose. Without `memory` in the list, the recommender would not recommend
// memory either. Such a list is a mistake or is newer than the status, so it does not count.
bool OmitsCpu(const v1::PodResourcePolicy& policy) {
  const v1::ContainerResourcePolicy* container = FindPolicy(policy);
  if (container == nullptr) return false;
  const auto controls = [&](Resource resource) {
    const auto& names = container->controlled_resources();
    return std::find(names.begin(), names.end(), NamesOf(resource).word) != names.end();
  };
  return controls(Resource::kMemory) && !controls(Resource::kCpu);
}

void ReadVpaStatus(const v1::VerticalPodAutoscalerStatus& status, Observation& observation, Findings& findings) {
  observation.from_vpa = true;
  const v1::RecommendedPodResources& recommendation = status.recommendation();
  CheckCount(recommendation.container_recommendations_size(), kMaxContainerRecommendations, kContainersPath, findings);
  const int container = FindContainer(recommendation, 0);
  if (container >= 0) {
    observation.vpa_container = container;
    observation.container = &recommendation.container_recommendations(container);
    observation.repeated_container = FindContainer(recommendation, container + 1);
    ReadUncappedTarget(observation.container->uncapped_target(), observation, findings);
  }
  observation.missing = WhyNotReady(status, container);
  ReadStaleCondition(status, observation);
}

void ReadAge(const v1::RecommendSizeRequest& request, Observation& observation, Findings& findings) {
  const absl::optional<Instant> created =
      ReadInstantIfThere(request.vpa_creation_timestamp(), FieldPath{"vpaCreationTimestamp", -1, ""}, findings);
  const absl::optional<Instant> now = ReadInstantIfThere(request.now(), FieldPath{"now", -1, ""}, findings);
  if (created.has_value() && now.has_value()) observation.vpa_age = *now - *created;
}

void ReadDemand(const v1::SizeDemand& message, Observation& observation, Findings& findings) {
  for (const Resource resource : kResources) {
    const std::string* text = AmountText(message, resource);
    if (text == nullptr) continue;
    observation.demand[resource] =
        ReadQuantityFrom(0, *text, observation.PathOf(resource), Rule::kValueNegative, "is negative", findings);
  }
}

}  // namespace

FieldPath Observation::PathOf(Resource resource) const {
  if (!from_vpa) return {"demand", -1, NamesOf(resource).word};
  return {kContainersPath, vpa_container,
          resource == Resource::kMemory ? "uncappedTarget.memory" : "uncappedTarget.cpu"};
}

Observation ReadObservation(const v1::RecommendSizeRequest& request, Findings& findings) {
  Observation observation;
  switch (request.observation_case()) {
    case v1::RecommendSizeRequest::kVpaStatus:
      ReadVpaStatus(request.vpa_status(), observation, findings);
      ReadAge(request, observation, findings);
      CheckCount(request.vpa_resource_policy().container_policies_size(), kMaxContainerPolicies, kPoliciesPath,
                 findings);
      observation.vpa_omits_cpu = OmitsCpu(request.vpa_resource_policy());
      break;
    case v1::RecommendSizeRequest::kDemand:
      ReadDemand(request.demand(), observation, findings);
      break;
    case v1::RecommendSizeRequest::OBSERVATION_NOT_SET:
      observation.missing = v1::SIZE_NO_RECOMMENDATION_REASON_DEMAND_MISSING;
      if (request.has_node_count()) break;
      findings.Add(Rule::kObservationMissing, "observation", "",
                   "the request has neither vpaStatus nor demand nor nodeCount");
      break;
  }
  return observation;
}

}  // namespace cpsizer
