#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// The proposal of a metric, and the values from which it is computed.
struct Outcome {
  // The usage divided by the target.
  double ratio = 0;
  // The ratio with assumed values for missing and unready pods; absent if the ratio is not corrected.
  absl::optional<double> corrected;
  // The number of pods by which `ratio` is multiplied; if `corrected` is set, the number of pods by which `corrected`
  // is multiplied. Not used if the number of replicas is kept.
  int64_t count = 0;
  v1::ReplicasKeptReason kept = v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
  // The value that is rounded up to `replicas`. Not used if the number of replicas is kept. May exceed 32 bits or be
  // NaN.
  double product = 0;
  int32_t replicas = 0;
};

// The side of the target on which a usage is. If the usage increases, the side can only change to a later value of this
// enum. On one side, the number of replicas never decreases when the usage increases. When the side changes, the number
// of replicas may decrease.
enum class Side { kBelow, kHeld, kAbove };
Side SideOf(const Outcome& outcome);

// The proposal of one metric as a function of the usage, if all other inputs are unchanged. A usage is the reported
// figure, in percent or milli-units. Several amounts can be reported as the same figure: the usage then means the
// amount that is nearest to the current amount.
class ProposalCurve {
 public:
  virtual ~ProposalCurve() = default;

  // Returns the current usage.
  virtual int64_t usage() const = 0;
  // Returns the largest usage that the curve supports. Up to this usage, no integer of the controller wraps. The result
  // is less than usage() if the curve does not support the current usage, or if the target is not above zero.
  virtual int64_t most() const = 0;
  // Returns the outcome for a usage. Requires a usage from 0 to most(), as do all functions below.
  virtual Outcome At(int64_t usage) const = 0;
  // Returns the figure that is reported for `usage`. The figure differs from `usage` if the amounts are so small that
  // no amount is reported as `usage`.
  virtual int64_t ReportedAt(int64_t usage) const = 0;
  // Returns approximately the usage that has this ratio; if the ratios of this side are corrected, the usage that has
  // this corrected ratio.
  virtual double UsageAt(double ratio, Side side) const = 0;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
