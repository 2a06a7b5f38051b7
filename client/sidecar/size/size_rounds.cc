#include <algorithm>
#include <utility>

#include "client/objects/hypershift.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {
namespace {

// The largest number of full reasons that one call requests.
constexpr size_t kReasonsAtOnce = 200;

}  // namespace

// The clusters of a round.

SizeController::RoundPtr SizeController::NextRound() {
  if (validator_.state() == ConfigurationState::kUnknown) return nullptr;
  // All sizes are decided before the reasons are requested. However, a few later changes must not delay the reasons
  // without limit.
  const bool for_reasons =
      WantsReasons() && (queue_.NextDue() > now() || (reasons_come_next_ && queue_.size() < MostItems()));
  reasons_come_next_ = !for_reasons;
  auto round = std::make_shared<Round>();
  round->clusters = for_reasons ? TakeForFullDetail() : Consider(TakeKeys());
  if (round->clusters.empty()) return nullptr;
  const bool in_full = for_reasons || round->clusters.size() == 1 || options().keep_cluster_statuses;
  round->detail = in_full ? v1::DETAIL_FULL : v1::DETAIL_BRIEF;
  return round;
}

size_t SizeController::MostItems() const {
  return BatchClient::MostItems(validator_.inputs().cluster_sizing_configuration().spec().sizes_size());
}

size_t SizeController::ObservationBytes(const std::string& key) const {
  const HostedCluster* cluster = dependencies().cache.FindCluster(key);
  const Vpa* vpa = cluster == nullptr ? nullptr : dependencies().cache.FindVpa(*cluster).vpa;
  return vpa == nullptr ? 0 : vpa->status.size();
}

std::vector<std::string> SizeController::TakeKeys() {
  std::vector<std::string> keys;
  for (CallLoad load(MostItems()); !load.full(); load.Add(ObservationBytes(keys.back()))) {
    absl::optional<std::string> key = queue_.Take(now());
    if (!key.has_value()) break;
    keys.push_back(*std::move(key));
  }
  return keys;
}

std::vector<RequestedCluster> SizeController::TakeForFullDetail() {
  std::vector<RequestedCluster> clusters;
  CallLoad load(std::min(MostItems(), kReasonsAtOnce));
  while (!load.full()) {
    absl::optional<RequestedCluster> requested = full_detail_queue_.Take();
    if (!requested.has_value()) break;
    if (!HasSameVersions(*requested)) {
      DecideAgain(*requested);
      continue;
    }
    load.Add(ObservationBytes(requested->key));
    clusters.push_back(*std::move(requested));
  }
  return clusters;
}

// Returns the clusters that need a response of the service. Processes the other clusters immediately.
std::vector<RequestedCluster> SizeController::Consider(const std::vector<std::string>& keys) {
  std::vector<RequestedCluster> clusters;
  for (const std::string& key : keys) {
    absl::optional<CachedCluster> cached = FindCached(key);
    if (!cached.has_value()) {
      queue_.Forget(key);
      queue_.Done(key);
      continue;
    }
    const HostedCluster& cluster = *cached->cluster;
    if (!IsEligible(cluster, options().policy)) {
      reverted_writes_.NotSized(cluster);
    } else if (reverted_writes_.SizeReverted(cluster, now())) {
      reporter_.ContentionBegins(cluster, objects::kRecommendedSize, cluster.recommended_by);
    }
    RequestedCluster requested{key, std::move(cached->versions), PlanVpaOf(cluster, cached->vpa)};
    absl::optional<SizePlan> plan = PlanWithoutRequest(cluster, cached->vpa);
    if (plan.has_value()) {
      Proceed(requested, *std::move(plan));
    } else {
      clusters.push_back(std::move(requested));
    }
  }
  return clusters;
}

VpaAction SizeController::PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa) {
  const VpaAction action = PlanVpa(cluster, vpa, options().policy);
  if (action == VpaAction::kNone || !IsEligible(cluster, options().policy)) return action;
  const std::string key = KeyOf(cluster);
  if (reverted_writes_.VpaReverted(cluster, now())) {
    reporter_.ContentionBegins(cluster, "its VPA", "");
  }
  const absl::Time paused_until = reverted_writes_.VpaPausedUntil(key);
  if (paused_until <= now()) return action;
  queue_.AddAt(key, paused_until);
  return VpaAction::kNone;
}

absl::optional<SizePlan> SizeController::PlanWithoutRequest(const HostedCluster& cluster,
                                                            const VpaOfCluster& vpa) const {
  if (!IsEligible(cluster, options().policy)) return SizePlan();
  if (!CanDecide(validator_.state())) {
    return SizePlan{SizeState::kHeld, "", kConfigurationUnusable, validator_.problem(), false, kUnusableConfiguration};
  }
  return HoldWithoutRequest(cluster, vpa);
}

}  // namespace cpsizer::sidecar
