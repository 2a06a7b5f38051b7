#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/instant.h"
#include "server/engine/replicas/metrics.h"
#include "server/engine/replicas/observed_pods.h"
#include "server/engine/replicas/proposal_curve.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// The inputs for the proposals of all metrics, except the metric itself.
struct ProposalInput {
  const ObservedPods& pods;
  const Metrics& metrics;
  const ReplicasSettings& settings;
  Tolerances tolerances;
  int32_t current;          // `spec.replicas` of the scale
  int32_t status_replicas;  // `status.replicas` of the scale
  absl::string_view name_space;
  Instant now;
};

// The parts of the response about one metric, which must be empty at first.
struct Proposal {
  v1::ReplicasProposal& explained;
  // The figures without correction.
  v1::MetricValueStatus& status;
};

// Both functions return an error with the text for a condition, or an empty text if there is a proposal. After an
// error, the parts of the response may be incomplete.

// Implements sections 8.1 and 8.2 of docs/reference/horizontal-pod-autoscaler.md, for metrics that are measured for
// each pod. Requires a Resource, ContainerResource or Pods metric with a target.
std::string ProposeByPods(const ProposalInput& input, const Metric& metric, const Proposal& proposal);

// Implements sections 8.3 and 8.4, for one value or the sum of several values. Requires an Object or External metric
// with a target.
std::string ProposeByTotal(const ProposalInput& input, const Metric& metric, const Proposal& proposal);

// Writes the outcome to `explained`. `product` is the arithmetic, such as `1.6 x 3 ready pods`, and is not used if the
// number of replicas is kept. `remark` is written after the result.
void Explain(const Outcome& outcome, absl::string_view product, v1::ReplicasProposal& explained,
             absl::string_view remark = "");

// Returns a text such as `1.6 x 3 ready pods`.
std::string ProductText(double ratio, int64_t count, absl::string_view what);

// Writes the usage and the target, which have the same unit.
enum class Unit { kPercent, kMilli };
void ExplainUsage(int64_t usage, int64_t target, Unit unit, v1::ReplicasProposal& explained);

// Writes the flips of the curve, unless the response is brief. `unit` is the unit of the usage.
void ExplainFlips(const ProposalInput& input, const ProposalCurve& curve, Unit unit, v1::ReplicasProposal& explained);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_H_
