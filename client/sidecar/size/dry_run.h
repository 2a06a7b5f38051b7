#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// What the sidecar would do about a cluster, as sentences without the cluster's name; one at least.
std::vector<std::string> DryRunSentences(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);

// How the size that is there compares with the one decided: agree, disagree, absent (there is none), or held; empty for
// a cluster that is not sized.
absl::string_view AgreementOf(const HostedCluster& cluster, const SizePlan& size);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
