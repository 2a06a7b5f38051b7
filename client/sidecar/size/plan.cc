#include "client/sidecar/size/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/kube/quoted.h"
#include "client/objects/hypershift.h"
#include "client/service/call_failure.h"
#include "server/process/enum_word.h"
#include "server/process/show_time.h"

namespace cpsizer::sidecar {
namespace {

constexpr size_t kMaxNamespaceBytes = 63;
constexpr size_t kMaxErrorBytes = 300;

SizePlan Held(absl::string_view reason, absl::string_view note, bool ask_again) {
  return {SizeState::kHeld, "", std::string(reason), std::string(note), ask_again};
}

bool HasPossibleNamespace(const HostedCluster& cluster) {
  return objects::ControlPlaneNamespace(cluster.name_space, cluster.name).size() <= kMaxNamespaceBytes;
}

// Returns the reason of a hold. Rules about capacities are reasons themselves; the other rules are about the
// recommendation.
absl::string_view HoldReasonOf(v1::SizeHoldRule rule) {
  switch (rule) {
    case v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT:
      return kCapacitySuspect;
    case v1::SIZE_HOLD_RULE_CPU_CAPACITY_MISSING:
      return kCpuCapacityMissing;
    case v1::SIZE_HOLD_RULE_FIELDS_NOT_STORED:
      return kFieldsNotStored;
    default:
      return kRecommendationSuspect;
  }
}

SizePlan HeldWithoutSize(const HostedCluster& cluster, const Vpa* vpa, const v1::RecommendSizeResponse& response) {
  if (response.outcome() == v1::SIZE_OUTCOME_HELD) {
    SizePlan plan = Held(HoldReasonOf(response.held_by()), response.summary(), false);
    // Empty if the service has an older version without this field.
    plan.held_by = std::string(server::EnumWord(v1::SizeHoldRule_Name(response.held_by()), "SIZE_HOLD_RULE_"));
    return plan;
  }
  const v1::SizeNoRecommendationReason reason = response.no_recommendation_reason();
  // The service does not distinguish a VPA without a recommendation from a missing VPA.
  const bool no_vpa = vpa == nullptr && reason == v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING;
  return Held(absl::StripPrefix(v1::SizeNoRecommendationReason_Name(reason), "SIZE_NO_RECOMMENDATION_REASON_"),
              no_vpa
                  ? absl::StrCat("there is no VPA ", objects::ControlPlaneNamespace(cluster.name_space, cluster.name),
                                 "/", objects::kVpaName, " yet")
                  : response.summary(),
              false);
}

DecisionInputs DecisionInputsOf(const v1::RecommendSizeResponse& response) {
  return {std::string(server::EnumWord(v1::SizeDriver_Name(response.driver()), "SIZE_DRIVER_")),
          response.memory().demand(), response.cpu().demand(), response.memory().fraction(), response.cpu().fraction()};
}

absl::optional<double> HeadroomOf(const v1::SizeAssessment& assessment) {
  if (!assessment.has_headroom_ratio()) return absl::nullopt;
  return assessment.headroom_ratio();
}

SizePlan InvalidResponse(absl::string_view what) {
  return Held(kInvalidResponse, absl::StrCat("the service returned ", what, "; nothing is written"), true);
}

// Returns the hold for the error of one cluster in a batch. Not used if the whole call fails, because such a call has
// no responses.
SizePlan HeldByError(const absl::Status& status) {
  if (IsRefusal(status)) {
    SizePlan plan = Held(kInputRefused, status.message(), false);
    // The error means that the configuration does not have the capacities that every decision requires.
    if (absl::IsFailedPrecondition(status)) plan.shared = kConfigurationCause;
    return plan;
  }
  return InvalidResponse(absl::StrCat("an error, ", kube::OneLine(status.ToString(), kMaxErrorBytes)));
}

}  // namespace

std::string OutcomeName(SizeState state) {
  switch (state) {
    case SizeState::kNotEligible:
      return "not_eligible";
    case SizeState::kSized:
      return "sized";
    case SizeState::kNoSizeFits:
      return "no_size_fits";
    case SizeState::kHeld:
      break;
  }
  return "held";
}

const std::string& CurrentSize(const HostedCluster& cluster) {
  return cluster.recommended_size.empty() ? cluster.size_in_force : cluster.recommended_size;
}

bool HasSize(const v1::ClusterSizingConfiguration& config, const std::string& name) {
  const auto& sizes = config.spec().sizes();
  return std::any_of(sizes.begin(), sizes.end(),
                     [&](const v1::SizeConfiguration& size) { return size.name() == name; });
}

bool IsEligible(const HostedCluster& cluster, const Policy& policy) {
  return !cluster.deleting && cluster.opted_in && (cluster.dedicated_topology || !policy.require_topology);
}

VpaAction PlanVpa(const HostedCluster& cluster, const VpaOfCluster& vpa, const Policy& policy) {
  if (!policy.manage_vpa || cluster.deleting || !vpa.conflict.empty()) return VpaAction::kNone;
  if (vpa.vpa == nullptr) {
    return IsEligible(cluster, policy) && HasPossibleNamespace(cluster) ? VpaAction::kCreate : VpaAction::kNone;
  }
  if (vpa.vpa->deleting) return VpaAction::kNone;
  const bool names_cluster = vpa.vpa->cluster_namespace == cluster.name_space && vpa.vpa->cluster_name == cluster.name;
  // A VPA without the name of this cluster in its annotations was not created for this cluster.
  if (!IsEligible(cluster, policy)) return names_cluster ? VpaAction::kDelete : VpaAction::kNone;
  // Deletes the VPA, because a VPA with a repaired target keeps the recommendation for the old target. The next VPA
  // begins without a recommendation.
  if (vpa.vpa->other_target) return VpaAction::kDelete;
  return names_cluster && vpa.vpa->as_kept ? VpaAction::kNone : VpaAction::kRepair;
}

SizePlan PlanSize(const HostedCluster& cluster, const Vpa* vpa, const v1::ClusterSizingConfiguration& config,
                  const absl::StatusOr<v1::RecommendSizeResponse>& answer) {
  if (!answer.ok()) return HeldByError(answer.status());
  // A brief response has no generation.
  if (answer->config_generation() != 0 && answer->config_generation() != config.metadata().generation()) {
    return InvalidResponse("a decision about another configuration");
  }
  const bool best_effort = answer->outcome() == v1::SIZE_OUTCOME_BEST_EFFORT;
  if (answer->outcome() == v1::SIZE_OUTCOME_HELD || answer->outcome() == v1::SIZE_OUTCOME_NO_RECOMMENDATION) {
    return HeldWithoutSize(cluster, vpa, *answer);
  }
  if (answer->outcome() != v1::SIZE_OUTCOME_RECOMMENDED && !best_effort) return InvalidResponse("an unknown outcome");
  const std::string& size = answer->recommended_size();
  if (!HasSize(config, size)) {
    return InvalidResponse(absl::StrCat("the size ", kube::Quoted(size), ", which the configuration does not have"));
  }
  SizePlan plan;
  plan.state = best_effort ? SizeState::kNoSizeFits : SizeState::kSized;
  plan.note = answer->summary();
  if (!plan.note.empty()) plan.inputs = DecisionInputsOf(*answer);
  plan.headroom = {HeadroomOf(answer->memory()), HeadroomOf(answer->cpu())};
  if (size != cluster.recommended_size) plan.write = size;
  return plan;
}

absl::optional<SizePlan> HoldWithoutRequest(const HostedCluster& cluster, const VpaOfCluster& vpa) {
  if (!HasPossibleNamespace(cluster)) {
    return Held(kNamespaceImpossible,
                absl::StrCat("the control plane namespace of ", KeyOf(cluster), " would have more than ",
                             kMaxNamespaceBytes, " characters, so it cannot exist"),
                false);
  }
  if (!vpa.conflict.empty()) return Held(kVpaOfAnotherCluster, vpa.conflict, false);
  if (vpa.vpa != nullptr && !vpa.vpa->problem.empty()) {
    return Held(kVpaUnreadable, absl::StrCat("the VPA in ", vpa.vpa->name_space, ": ", vpa.vpa->problem), false);
  }
  return absl::nullopt;
}

v1::RecommendSizeRequest RequestAbout(const HostedCluster& cluster, const Vpa* vpa, absl::Time now) {
  v1::RecommendSizeRequest request;
  request.mutable_vpa_status();
  // These bytes can be parsed, because the sidecar serialized them itself.
  if (vpa != nullptr) {
    request.mutable_vpa_status()->ParseFromString(vpa->status);
    if (!vpa->resource_policy.empty()) request.mutable_vpa_resource_policy()->ParseFromString(vpa->resource_policy);
    request.set_vpa_creation_timestamp(vpa->created);
    request.set_now(server::ShowTime(now));
  }
  request.set_current_size(CurrentSize(cluster));
  request.mutable_cluster()->set_namespace_(cluster.name_space);
  request.mutable_cluster()->set_name(cluster.name);
  return request;
}

}  // namespace cpsizer::sidecar
