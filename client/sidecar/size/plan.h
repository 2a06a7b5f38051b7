#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/size/cluster_status.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/cluster_cache.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

// What to do about a hosted cluster, given what is known. Pure.
namespace cpsizer::sidecar {

// What a person can choose about clusters.
struct Policy {
  bool require_topology = true;
  bool manage_vpa = true;
};

// Whether the sidecar sizes this cluster. Source: docs/sidecar.md.
bool IsEligible(const HostedCluster& cluster, const Policy& policy);

enum class VpaAction : uint8_t { kNone, kCreate, kRepair, kDelete };

// What to do about the VPA of a cluster.
VpaAction PlanVpa(const HostedCluster& cluster, const VpaOfCluster& vpa, const Policy& policy);

// How a cluster stands after a decision.
enum class SizeState : uint8_t {
  kNotEligible,
  kSized,       // it has, or gets, a size that holds all demands
  kNoSizeFits,  // no size holds its demand: it has, or gets, the last one
  kHeld,        // nothing changes, for a reason
};

// The name of an outcome in metrics and logs, such as `no_size_fits`.
std::string OutcomeName(SizeState state);

// What a decision was made from, as the logs show it; empty where the answer is brief.
struct Grounds {
  std::string driver;
  std::string memory;  // of the demand
  std::string cpu;
  std::string memory_fraction;  // as it took effect
  std::string cpu_fraction;
};

struct SizePlan {
  SizeState state = SizeState::kNotEligible;
  std::string write;         // the size to be written; empty for nothing
  std::string reason;        // of kHeld: one of control/hold_reasons.h
  std::string note;          // a sentence for people; empty in brief answers
  bool ask_again = false;    // of kHeld: time alone may mend it
  std::string shared = "";   // of kHeld: as HoldCause::shared
  std::string sort = "";     // of kHeld: as HoldCause::sort
  std::string held_by = "";  // of kRecommendationSuspect: the rule, such as VPA_AT_FLOOR; in brief answers too
  Grounds grounds = {};
  Headroom headroom = {};
};

// What to do about the size of an eligible cluster, from the service's answer about it and its VPA, null for none,
// under `config`. An answer that makes no sense, such as a size that `config` does not hold, changes nothing.
SizePlan PlanSize(const HostedCluster& cluster, const Vpa* vpa, const v1::ClusterSizingConfiguration& config,
                  const absl::StatusOr<v1::RecommendSizeResponse>& answer);

// The configuration asks for CPU, and decisions leave it out because the CPU capacity of some size is missing.
struct MissingCpu {
  struct Step {
    std::string size;
    std::string memory;  // the same text for the same capacity
  };
  std::vector<Step> ladder;           // all sizes, the smallest first
  bool more_memory_less_cpu = false;  // of some size, where CPU is known
  std::string problem;                // which size, and the way out
};

// The plan, unless it may make the cluster smaller: it may be CPU that keeps it large. Surely larger is what has more
// memory, and the last size for who has one that the ladder does not hold; in a ladder where more memory can be less
// CPU nothing is.
SizePlan KeepFromShrinking(SizePlan plan, const HostedCluster& cluster, const MissingCpu& missing_cpu);

// Whether `config` has a size of this name.
bool HasSize(const v1::ClusterSizingConfiguration& config, const std::string& name);

// The reason and sentence of a cluster that cannot be asked about; absent where it can.
absl::optional<SizePlan> CannotAsk(const HostedCluster& cluster, const VpaOfCluster& vpa);

// The question about a cluster, without configuration.
v1::RecommendSizeRequest QuestionAbout(const HostedCluster& cluster, const Vpa* vpa);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
