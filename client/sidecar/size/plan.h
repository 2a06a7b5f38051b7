#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/size/cluster_cache.h"
#include "client/sidecar/size/cluster_status.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

// Plans for a hosted cluster. Pure functions.
namespace cpsizer::sidecar {

// The choices of the operator about clusters.
struct Policy {
  bool require_topology = true;
  bool manage_vpa = true;
};

// Returns whether the sidecar sizes this cluster. Source: docs/sidecar.md.
bool IsEligible(const HostedCluster& cluster, const Policy& policy);

enum class VpaAction : uint8_t { kNone, kCreate, kRepair, kDelete };

// Returns the write that the VPA of a cluster needs.
VpaAction PlanVpa(const HostedCluster& cluster, const VpaOfCluster& vpa, const Policy& policy);

// The state of a cluster after a decision.
enum class SizeState : uint8_t {
  kNotEligible,
  kSized,       // it has, or gets, a size that fits the demand
  kNoSizeFits,  // no size fits it: it has, or gets, the last one
  kHeld,        // nothing changes, for a reason
};

// Returns the name of an outcome in metrics and logs, such as `no_size_fits`.
std::string OutcomeName(SizeState state);

// The inputs of a decision, for logs; empty if the response is brief.
struct DecisionInputs {
  std::string driver;
  std::string memory;  // of the demand
  std::string cpu;
  std::string memory_fraction;  // as it took effect
  std::string cpu_fraction;
};

struct SizePlan {
  SizeState state = SizeState::kNotEligible;
  std::string write;         // the size to be written; empty for nothing
  std::string reason;        // for kHeld: one of control/hold_reasons.h
  std::string note;          // a sentence for people; empty for brief responses
  bool ask_again = false;    // for kHeld: may succeed later without a change
  std::string shared = "";   // for kHeld: as HoldCause::shared
  std::string sort = "";     // for kHeld: as HoldCause::sort
  std::string held_by = "";  // for kRecommendationSuspect: the rule, such as VPA_AT_FLOOR; also in brief responses
  DecisionInputs inputs = {};
  Headroom headroom = {};
};

// Returns the plan for the size of an eligible cluster, from the service's response about it, its VPA (null if there is
// none) and `config`. An invalid response, such as a size that `config` does not have, changes nothing.
SizePlan PlanSize(const HostedCluster& cluster, const Vpa* vpa, const v1::ClusterSizingConfiguration& config,
                  const absl::StatusOr<v1::RecommendSizeResponse>& answer);

// The configuration has CPU settings, and decisions do not use CPU because the CPU capacity of some size is missing.
struct MissingCpu {
  struct Step {
    std::string size;
    std::string memory;  // the same text for the same capacity
  };
  std::vector<Step> ladder;           // all sizes, smallest first
  bool more_memory_less_cpu = false;  // some size has more memory but less CPU, if known
  std::string problem;                // which size, and a hint
};

// Returns the plan, or a hold if the plan may make the cluster smaller, because the unknown CPU may require its current
// size. A size is certainly larger if it has more memory; for a cluster whose size is not in the ladder, if it is the
// last one. In a ladder in which more memory can have less CPU, no size is certainly larger.
SizePlan KeepFromShrinking(SizePlan plan, const HostedCluster& cluster, const MissingCpu& missing_cpu);

// Returns whether `config` has a size of this name.
bool HasSize(const v1::ClusterSizingConfiguration& config, const std::string& name);

// Returns the hold of a cluster for which no request can be made; absent if one can.
absl::optional<SizePlan> HoldWithoutRequest(const HostedCluster& cluster, const VpaOfCluster& vpa);

// Returns the request for a cluster, without configuration.
v1::RecommendSizeRequest RequestAbout(const HostedCluster& cluster, const Vpa* vpa);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
