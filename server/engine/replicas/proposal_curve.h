#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// What a metric proposes, and how it comes to it.
struct Outcome {
  // Usage by target.
  double ratio = 0;
  // The same with cautious values; absent where nothing is corrected.
  absl::optional<double> corrected;
  // What the ratio, or the corrected one, is multiplied by where nothing keeps the number.
  int64_t count = 0;
  v1::ReplicasKeptReason kept = v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
  // What is rounded up to the number where nothing keeps it; it may be past 32 bits, or no number.
  double product = 0;
  int32_t replicas = 0;
};

// Where a usage is: it moves from one side to the next as it grows, and never back. On each side the number of replicas
// never falls as it grows; from one side to the next it may.
enum class Side { kBelow, kHeld, kAbove };
Side SideOf(const Outcome& outcome);

// What one metric proposes as its usage changes and all else stays as it is. A usage is the figure that is reported,
// percent or milli-units, and stands for the nearest amount to the present one that is reported so.
class ProposalCurve {
 public:
  virtual ~ProposalCurve() = default;

  // The present usage.
  virtual int64_t usage() const = 0;
  // The largest usage up to which no integer of the controller wraps; less than usage() where one does already, or
  // where the target is not above zero.
  virtual int64_t most() const = 0;
  // Requires a usage of 0 to most(), as all that follow do.
  virtual Outcome At(int64_t usage) const = 0;
  // What is reported for it: another figure where amounts are so small that none is reported as this.
  virtual int64_t ReportedAt(int64_t usage) const = 0;
  // About the usage that has this ratio, or this corrected ratio where this side is corrected.
  virtual double UsageAt(double ratio, Side side) const = 0;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PROPOSAL_CURVE_H_
