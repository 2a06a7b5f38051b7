#ifndef CPSIZER_CLIENT_CLI_SIZE_POLICY_NOTE_H_
#define CPSIZER_CLIENT_CLI_SIZE_POLICY_NOTE_H_

#include <vector>

#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/fleet.h"
#include "client/service/blocking_service.h"

// Finds decisions from files that depend on the CPU policy: an installed sidecar uses when-fraction-configured, and the
// default of the command is when-capacity-configured.
namespace cpsizer::cli {

// Returns whether the two policies can have different results. The result is true only if files are read, no policy is
// requested, and the configuration has a CPU capacity and no CPU fraction.
bool PolicyMayMatter(const SourceFlags& source, v1::SizeCpuPolicy policy, const v1::ClusterSizingConfiguration& config);

// Marks the clusters of `input` whose result with the other policy differs from `results`. Marks nothing if a call
// fails.
void MarkPolicyDependent(const FleetInput& input, const std::vector<v1::BatchRecommendSizeResult>& results,
                         BlockingService& client, std::vector<bool>& marks);

// Returns whether the result with the other policy differs from `response`. `request` must have the configuration.
bool DependsOnPolicy(v1::RecommendSizeRequest request, const v1::RecommendSizeResponse& response,
                     BlockingService& client);

// Prints one line with the number of marked results, which depend on the policy. Prints nothing if there are none.
void NotePolicy(const std::vector<bool>& marks, Screen& err);

// Prints one line that says that results depend on the policy, for a configuration without clusters.
void NotePolicyWithoutClusters(Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_POLICY_NOTE_H_
