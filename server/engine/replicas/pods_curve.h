#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_PODS_CURVE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_PODS_CURVE_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "server/engine/replicas/group_pods.h"
#include "server/engine/replicas/pod_requests.h"
#include "server/engine/replicas/proposal_curve.h"
#include "server/engine/replicas/samples.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// Sections 8.1 and 8.2 of docs/reference/horizontal-pod-autoscaler.md for one metric of single pods. Looks at each pod
// once; holds sums alone from then on.
class PodsCurve final : public ProposalCurve {
 public:
  // Without `requests` the target is an average value, else percent of them. Requires a sample, and requests of all
  // pods.
  PodsCurve(const PodGroups& groups, const Samples& samples, const PodRequests* requests, int64_t target,
            int32_t current, const Tolerances& tolerances);

  // Whether nothing can be proposed: all requests together are zero.
  bool fails() const;

  // Without any correction. Requires that nothing fails.
  int64_t usage() const override { return usage_; }
  // In milli-units.
  int64_t average() const { return Average(measured_); }
  Outcome Now() const { return Propose(measured_); }

  int64_t most() const override;
  Outcome At(int64_t usage) const override;
  int64_t ReportedAt(int64_t usage) const override { return Figure(MeasuredAt(usage)); }
  double UsageAt(double ratio, Side side) const override;

 private:
  struct Sums {
    int64_t usage = 0;
    int64_t requests = 0;
    int64_t count = 0;
  };

  void AddPod(int64_t usage, size_t pod, const PodRequests* requests, Sums& sums);
  void Add(int64_t amount, int64_t& sum);
  int64_t OnTarget(size_t pod, const PodRequests* requests);
  static void Join(const Sums& other, Sums& sums);

  // What the sums come to: percent of the requests, or the average in milli-units.
  int64_t Figure(const Sums& sums) const;
  int64_t Average(const Sums& sums) const;
  double Ratio(const Sums& sums) const { return static_cast<double>(Figure(sums)) / static_cast<double>(target_); }
  // What cautious values come to where the ratio is this; nothing where there are none.
  absl::optional<Sums> CautionAt(double ratio) const;
  Outcome Propose(const Sums& sums) const;
  void Correct(const Sums& cautious, Outcome& outcome) const;
  // The measured sums with the usage that is reported as this.
  Sums MeasuredAt(int64_t usage) const;
  int64_t MostPercent() const;

  const bool by_requests_;
  const int64_t target_;
  const int32_t current_;
  const Tolerances tolerances_;
  const int64_t extraneous_;
  // Of the ready pods; with average values also of samples without a pod.
  Sums measured_;
  // On the target.
  Sums missing_;
  // At zero.
  Sums unready_;
  int64_t usage_ = 0;
  bool wraps_ = false;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PODS_CURVE_H_
