#ifndef CPSIZER_CLIENT_CLI_SIZE_OPERATOR_EFFECT_H_
#define CPSIZER_CLIENT_CLI_SIZE_OPERATOR_EFFECT_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// The effect of the operator on a cluster with a recommended size. The order is the order of the operator's checks.
// Source: hypershift-operator/controllers/hostedclustersizing of the repository hypershift.
enum class OperatorEffect : uint8_t {
  kApplies,               // it gives the cluster the recommended size
  kConfigurationRefused,  // the configuration is invalid for the operator, so no cluster moves
  kDeleted,               // the cluster is being deleted, so it keeps its size
  kPaused,                // spec.pausedUntil holds, so the cluster keeps its size
  kOverrideUnknown,       // the override names no size of the configuration, so the cluster keeps its size
  kOverridden,            // it gives the cluster the size of the override
  kNotOptedIn,            // it does not read the recommendation, or the sidecar does not write one
  kNodesNotCounted,       // it sizes the cluster by nodes, but does not count them now, so the cluster keeps its size
  kSizedByResources,      // it sizes the cluster by resources, but this decision is by nodes
};

using Findings = google::protobuf::RepeatedPtrField<v1::Finding>;

// The operator with a configuration, at a time.
class OperatorRules {
 public:
  // Without sizes, such as without a configuration, each override is taken for the name of a size. `findings` are those
  // of a decision with `config`, which matter if it does not have the operator's condition yet: the operator will
  // refuse a configuration whose node counts or numbers of nodes for other pods have errors.
  OperatorRules(const v1::ClusterSizingConfiguration& config, absl::Time now, const Findings& findings = {});

  bool IsSize(const std::string& name) const { return sizes_.empty() || sizes_.contains(name); }

  OperatorEffect EffectOn(const objects::HostedCluster& cluster) const;

  // Returns the size that the cluster gets after the decision `response`: the size of the override, or else the
  // recommended size, or else the current size. If the override names no size, if the cluster
  // is being deleted, or if the operator refuses the configuration, returns the size that the cluster has. A pause and
  // a cluster that is not opted in do not count, because both can end.
  const std::string& SizeAfter(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response) const;

 private:
  absl::flat_hash_set<std::string> sizes_;
  absl::Time now_;
  bool refused_;
};

// Returns whether the operator uses the size that `cluster.basis` gives, if neither a pause nor an override prevents
// it.
bool IsSized(const objects::HostedCluster& cluster);

// Returns what decides the size that the cluster gets: `override`, `resources` or `nodes`. Returns `-` if nothing does.
absl::string_view DecidedBy(OperatorEffect effect, const objects::HostedCluster& cluster);

// Returns the size that the cluster has: the value of its size label. Without the label, returns the value of the
// recommendation annotation, which may also be empty.
const std::string& SizeNow(const objects::HostedCluster& cluster);

// Returns the word of a table, such as `OVERRIDDEN`. Returns an empty text for kApplies. Each word is a topic of
// `explain`.
absl::string_view EffectWord(OperatorEffect effect);

// Returns why the operator does not give the cluster the recommended size, such as `paused until 2026-12-01T00:00:00Z`.
// `recommended` is the recommended size, or empty. Returns an empty text for kApplies.
std::string WhyNotApplied(OperatorEffect effect, const objects::HostedCluster& cluster, absl::string_view recommended);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_OPERATOR_EFFECT_H_
