#include "server/engine/cluster_autoscaler/release_facts.h"

#include <cstddef>
#include <iterator>

namespace cpsizer {
namespace {

// The releases for which a fact is true.
struct FactRow {
  ReleaseFact fact;
  ReleaseVersion first;
  ReleaseVersion last;
};

constexpr ReleaseVersion kOldest = {4, 12};

constexpr FactRow kFacts[] = {
    {ReleaseFact::kOpenShiftProvider, {4, 23}, kNewestRelease},
    {ReleaseFact::kCapiVariables, kOldest, {4, 22}},
    {ReleaseFact::kArchitectureArgument, {4, 14}, {4, 15}},
    {ReleaseFact::kArchitectureVariable, {4, 16}, kNewestRelease},
    {ReleaseFact::kBulkTaintArgument, {4, 16}, kNewestRelease},
    {ReleaseFact::kContentTypeArgument, {4, 22}, kNewestRelease},
    {ReleaseFact::kProvisioningRequests, {4, 21}, kNewestRelease},
    {ReleaseFact::kPlatformLabels, {4, 13}, kNewestRelease},
    {ReleaseFact::kAlibabaLabel, {4, 13}, {4, 17}},
    {ReleaseFact::kAwsZoneIdLabel, {4, 17}, kNewestRelease},
    {ReleaseFact::kExpanders, {4, 16}, kNewestRelease},
    {ReleaseFact::kScaleUp, {4, 20}, kNewestRelease},
    {ReleaseFact::kCordonNodes, {4, 21}, kNewestRelease},
    {ReleaseFact::kEnforceMinSize, {4, 23}, kNewestRelease},
    {ReleaseFact::kStartupTaints, {5, 1}, kNewestRelease},
    {ReleaseFact::kNetworkPolicies, {4, 21}, kNewestRelease},
    {ReleaseFact::kUpperCaseScheme, {4, 22}, kNewestRelease},
    {ReleaseFact::kCapacityTranslation, {4, 16}, kNewestRelease},
    {ReleaseFact::kKubernetesCapacities, {4, 19}, kNewestRelease},
    {ReleaseFact::kDelayedDegraded, {4, 20}, kNewestRelease},
    {ReleaseFact::kVersionProgress, {4, 22}, kNewestRelease},
    {ReleaseFact::kRelatedRoles, {4, 22}, kNewestRelease},
    {ReleaseFact::kRelatedMachines, {4, 23}, kNewestRelease},
};

constexpr bool EachFactIsAtItsIndex() {
  for (size_t i = 0; i < std::size(kFacts); ++i) {
    if (static_cast<size_t>(kFacts[i].fact) != i) return false;
  }
  return std::size(kFacts) == static_cast<size_t>(ReleaseFact::kRelatedMachines) + 1;
}
static_assert(EachFactIsAtItsIndex(), "each fact has one row, in the order of ReleaseFact");

}  // namespace

bool HoldsIn(const ReleaseVersion& release, ReleaseFact fact) {
  const FactRow& row = kFacts[static_cast<size_t>(fact)];
  return !(release < row.first) && !(row.last < release);
}

}  // namespace cpsizer
