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

// Implements sections 8.1 and 8.2 of docs/reference/horizontal-pod-autoscaler.md for one metric that is measured for
// each pod. Reads each pod once and stores only sums.
class PodsCurve final : public ProposalCurve {
 public:
  // The target is a percentage of the requests; if `requests` is null, the target is an average value. Requires at
  // least one sample, and the requests of all pods.
  PodsCurve(const PodGroups& groups, const Samples& samples, const PodRequests* requests, int64_t target,
            int32_t current, const Tolerances& tolerances);

  // Returns true if there is no proposal because the sum of all requests is zero.
  bool fails() const;

  // Returns the figure without correction. Requires !fails().
  int64_t usage() const override { return usage_; }
  // Returns the average in milli-units.
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

  // Returns the figure of the sums: the percentage of the requests, or the average in milli-units.
  int64_t Figure(const Sums& sums) const;
  int64_t Average(const Sums& sums) const;
  double Ratio(const Sums& sums) const { return static_cast<double>(Figure(sums)) / static_cast<double>(target_); }
  // Returns the sums of the values that are assumed for missing and unready pods at this ratio; nothing if no values
  // are assumed.
  absl::optional<Sums> CautionAt(double ratio) const;
  Outcome Propose(const Sums& sums) const;
  void Correct(const Sums& cautious, Outcome& outcome) const;
  // Returns the measured sums, but with the usage that is reported as `usage`.
  Sums MeasuredAt(int64_t usage) const;
  int64_t MostPercent() const;

  const bool by_requests_;
  const int64_t target_;
  const int32_t current_;
  const Tolerances tolerances_;
  const int64_t extraneous_;
  // The sums of the ready pods. For an average value, these sums include samples that do not belong to a pod.
  Sums measured_;
  // The sums of the missing pods, if each missing pod uses as much as the target.
  Sums missing_;
  // The sums of the unready pods, if unready pods use nothing.
  Sums unready_;
  int64_t usage_ = 0;
  bool wraps_ = false;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_PODS_CURVE_H_
