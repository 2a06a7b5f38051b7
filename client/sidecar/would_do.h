#ifndef CPSIZER_CLIENT_SIDECAR_WOULD_DO_H_
#define CPSIZER_CLIENT_SIDECAR_WOULD_DO_H_

#include <string>
#include <vector>

#include "client/sidecar/plan.h"

namespace cpsizer::sidecar {

// What the sidecar would do about a cluster, as sentences without the cluster's name; one at least.
std::vector<std::string> WouldDoSentences(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_WOULD_DO_H_
