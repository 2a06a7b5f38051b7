#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/size/cluster_cache.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

// Plans for a hosted cluster. All functions are pure.
namespace cpsizer::sidecar {

// Reasons of holds, in addition to those in control/hold_reasons.h and v1::SizeNoRecommendationReason.
inline constexpr char kConfigurationUnusable[] = "CONFIGURATION_UNUSABLE";
inline constexpr char kCpuCapacityMissing[] = "CPU_CAPACITY_MISSING";
inline constexpr char kCapacitySuspect[] = "CAPACITY_SUSPECT";
inline constexpr char kFieldsNotStored[] = "FIELDS_NOT_STORED";
inline constexpr char kRecommendationSuspect[] = "RECOMMENDATION_SUSPECT";
inline constexpr char kNamespaceImpossible[] = "NAMESPACE_IMPOSSIBLE";
inline constexpr char kVpaOfAnotherCluster[] = "VPA_OF_ANOTHER_CLUSTER";
inline constexpr char kVpaUnreadable[] = "VPA_UNREADABLE";

// The options of the sidecar that apply to clusters.
struct Policy {
  bool require_topology = true;
  bool manage_vpa = true;
};

// Returns whether the sidecar sizes this cluster. Source: docs/sidecar.md.
bool IsEligible(const HostedCluster& cluster, const Policy& policy);

enum class VpaAction : uint8_t { kNone, kCreate, kRepair, kDelete };

// The versions of the objects from which a decision is made.
struct InputVersions {
  // The version of the configuration and of the MachineSets.
  int64_t epoch = 0;
  std::string cluster_version;
  std::string vpa_version;  // empty if there is no VPA

  friend bool operator==(const InputVersions&, const InputVersions&) = default;
};

// A cluster in a request to the service, and its state when the request was sent.
struct RequestedCluster {
  std::string key;
  InputVersions versions;
  VpaAction vpa = VpaAction::kNone;
};

// Returns the write that is necessary for the VPA of a cluster.
VpaAction PlanVpa(const HostedCluster& cluster, const VpaOfCluster& vpa, const Policy& policy);

// The state of a cluster after a decision.
enum class SizeState : uint8_t {
  kNotEligible,
  kSized,  // the cluster has, or gets, a size that fits the demand
  // No size fits the demand: the cluster has, or gets, the last size.
  kNoSizeFits,
  kHeld,  // the size is held for a reason
};

// Returns the name of an outcome in metrics and log lines, such as `no_size_fits`.
std::string OutcomeName(SizeState state);

// The inputs of a decision, for log lines. Empty if the response is brief.
struct DecisionInputs {
  std::string driver;
  std::string memory;  // memory of the demand
  std::string cpu;
  std::string memory_fraction;  // the fraction that took effect
  std::string cpu_fraction;
};

// The headroom of the chosen size, as a fraction of the demand. Absent if the response is brief or if the decision does
// not use the resource.
struct Headroom {
  absl::optional<double> memory;
  absl::optional<double> cpu;
};

struct SizePlan {
  SizeState state = SizeState::kNotEligible;
  std::string write;        // the size to write; empty if nothing is written
  std::string reason;       // for kHeld: one of control/hold_reasons.h
  std::string note;         // a sentence for the user; empty for brief responses
  bool ask_again = false;   // for kHeld: the same request may succeed later
  std::string shared = "";  // for kHeld: see HoldCause::shared
  std::string kind = "";    // for kHeld: see HoldCause::kind
  // If the service holds the cluster: the rule that caused the hold, such as VPA_AT_FLOOR. Brief responses also have
  // the rule.
  std::string held_by = "";
  DecisionInputs inputs = {};
  Headroom headroom = {};
};

// Returns the plan for the size of an eligible cluster. `vpa` is null if the cluster has no VPA. `answer` is the
// response of the service about the cluster. After an invalid response, such as a size that is not in `config`, the
// cluster is held.
SizePlan PlanSize(const HostedCluster& cluster, const Vpa* vpa, const v1::ClusterSizingConfiguration& config,
                  const absl::StatusOr<v1::RecommendSizeResponse>& answer);

// Returns the size that was last recommended for the cluster. If there is none, returns the size in force, which may be
// empty.
const std::string& CurrentSize(const HostedCluster& cluster);

// Returns whether `config` has a size of this name.
bool HasSize(const v1::ClusterSizingConfiguration& config, const std::string& name);

// Returns the hold of a cluster for which no request can be made; absent if a request can be made.
absl::optional<SizePlan> HoldWithoutRequest(const HostedCluster& cluster, const VpaOfCluster& vpa);

// Returns the request for a cluster, without the configuration. `now` is the time of the decision.
v1::RecommendSizeRequest RequestAbout(const HostedCluster& cluster, const Vpa* vpa, absl::Time now);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_H_
