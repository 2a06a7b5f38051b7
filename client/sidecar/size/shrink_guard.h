#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SHRINK_GUARD_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SHRINK_GUARD_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/plan.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

// Prevents smaller sizes while a capacity in a valid configuration is missing or probably wrong. See decision 0012 in
// docs/decisions. All functions are pure.
namespace cpsizer::sidecar {

// A ShrinkGuard exists only while clusters must not get a smaller size.
struct ShrinkGuard {
  struct Step {
    std::string size;
    std::string memory;           // equal capacities have equal texts
    bool suspect_memory = false;  // true if the unit of the memory capacity is probably wrong
  };
  std::vector<Step> ladder;  // all sizes, from the smallest to the largest
  // True if a size is known to have more memory but less CPU than another size.
  bool more_memory_less_cpu = false;
  std::string reason;   // one of control/hold_reasons.h
  std::string problem;  // a text with the capacity and a hint
};

// Returns the guard for a validated configuration; absent if sizes may become smaller. `config` is the configuration
// that `response` is about. A capacity with a wrong unit has precedence over a missing CPU capacity.
absl::optional<ShrinkGuard> ShrinkGuardOf(const v1::ClusterSizingConfiguration& config,
                                          const v1::ValidateConfigResponse& response);

// Returns `plan`, or a hold if the plan may make the cluster smaller. A size is certainly larger than the current size
// if it has more memory and the memory capacities of both sizes are plausible. If the current size is not in the
// ladder, only the last size is certainly larger, and only if no memory capacity is suspect. If a size of the ladder
// has more memory but less CPU than another size, no size is certainly larger.
SizePlan KeepFromShrinking(SizePlan plan, const HostedCluster& cluster, const ShrinkGuard& guard);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SHRINK_GUARD_H_
