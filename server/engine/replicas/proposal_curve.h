#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// The proposal of a metric, and how it is computed.
struct Outcome {
  // Usage by target.
  double ratio = 0;
  // The ratio with cautious values; absent if nothing is corrected.
  absl::optional<double> corrected;
  // The number by which the ratio, or the corrected one, is multiplied unless the number is kept.
  int64_t count = 0;
  v1::ReplicasKeptReason kept = v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
  // The value that is rounded up to the number unless that is kept; it may exceed 32 bits, or be NaN.
  double product = 0;
  int32_t replicas = 0;
};

// The side of a usage: as the usage grows it moves from one side to the next, and never back. On each side the number
// of replicas never falls as the usage grows; from one side to the next it may.
enum class Side { kBelow, kHeld, kAbove };
Side SideOf(const Outcome& outcome);

// The proposal of one metric as a function of its usage, with all else unchanged. A usage is the reported figure,
// percent or milli-units; of the amounts with the same figure it means the one nearest to the present amount.
class ProposalCurve {
 public:
  virtual ~ProposalCurve() = default;

  // Returns the present usage.
  virtual int64_t usage() const = 0;
  // Returns the largest usage up to which no integer of the controller wraps; less than usage() if one does already,
  // or if the target is not above zero.
  virtual int64_t most() const = 0;
  // Requires a usage of 0 to most(), as all functions below do.
  virtual Outcome At(int64_t usage) const = 0;
  // Returns the figure that is reported for it: another one if amounts are so small that none is reported as this.
  virtual int64_t ReportedAt(int64_t usage) const = 0;
  // Returns approximately the usage that has this ratio, or this corrected ratio if this side is corrected.
  virtual double UsageAt(double ratio, Side side) const = 0;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
