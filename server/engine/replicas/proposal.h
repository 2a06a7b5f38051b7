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

// What every metric's proposal depends on, apart from the metric.
struct ProposalInput {
  const ObservedPods& pods;
  const Metrics& metrics;
  const ReplicasSettings& settings;
  Tolerances tolerances;
  int32_t current;          // what the scale asks for
  int32_t status_replicas;  // what the scale says there is
  absl::string_view name_space;
  Instant now;
};

// What one metric proposes.
struct Proposal {
  // Why there is none, in the words of a condition; empty where there is one.
  std::string error;
  v1::ReplicasProposal explained;
  // The figures without any correction.
  v1::MetricValueStatus status;
};

// Sections 8.1 and 8.2 of docs/reference/horizontal-pod-autoscaler.md: metrics of single pods. Requires a Resource,
// ContainerResource or Pods metric with a target.
Proposal ProposeByPods(const ProposalInput& input, const Metric& metric);

// Sections 8.3 and 8.4: one value, or values that are summed. Requires an Object or External metric with a target.
Proposal ProposeByTotal(const ProposalInput& input, const Metric& metric);

// Writes the outcome. `product` is its arithmetic where nothing keeps the number, such as `1.6 x 3 ready pods`, and
// `remark` what follows the result.
void Explain(const Outcome& outcome, absl::string_view product, v1::ReplicasProposal& explained,
             absl::string_view remark = "");

// `1.6 x 3 ready pods`
std::string ProductText(double ratio, int64_t count, absl::string_view what);

// Writes the usage and the target, in the same unit.
enum class Unit { kPercent, kMilli };
void ExplainUsage(int64_t usage, int64_t target, Unit unit, v1::ReplicasProposal& explained);

// Writes the flips of what the curve proposes, unless the answer is to be brief. `unit` says what an amount is.
void ExplainFlips(const ProposalInput& input, const ProposalCurve& curve, Unit unit, v1::ReplicasProposal& explained);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_H_
