#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_TOTAL_CURVE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_TOTAL_CURVE_H_

#include <cstdint>

#include "server/engine/replicas/proposal_curve.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// Implements section 8.3 of docs/reference/horizontal-pod-autoscaler.md: the target is for the value itself.
class ValueCurve final : public ProposalCurve {
 public:
  // `ready_pods` is not used if `current` is zero.
  ValueCurve(int64_t value, int64_t target, int32_t current, int64_t ready_pods, const Tolerances& tolerances);

  int64_t usage() const override { return value_; }
  int64_t most() const override;
  Outcome At(int64_t usage) const override;
  int64_t ReportedAt(int64_t usage) const override { return usage; }
  double UsageAt(double ratio, Side side) const override;

 private:
  const int64_t value_;
  const int64_t target_;
  const int32_t current_;
  const int64_t ready_pods_;
  const Tolerances tolerances_;
};

// Implements section 8.4: the target is for each replica. The tolerance uses the number of existing replicas.
class AverageCurve final : public ProposalCurve {
 public:
  // `held` is true if the amount overflowed: the value is then the largest 64-bit integer, as in
  // kube-controller-manager.
  AverageCurve(int64_t value, bool held, int64_t target, int32_t status_replicas, const Tolerances& tolerances);

  // Returns the reported average. Zero replicas have no average; the value is returned instead.
  int64_t usage() const override { return usage_; }
  int64_t most() const override;
  Outcome At(int64_t usage) const override;
  int64_t ReportedAt(int64_t usage) const override { return usage; }
  double UsageAt(double ratio, Side side) const override;

 private:
  int64_t ValueAt(int64_t usage) const;
  // Returns the divisor of the average. It is never zero.
  int64_t divisor() const { return status_replicas_ == 0 ? 1 : status_replicas_; }

  const int64_t value_;
  const bool held_;
  const int64_t target_;
  const int32_t status_replicas_;
  const Tolerances tolerances_;
  const int64_t usage_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_TOTAL_CURVE_H_
