#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_

#include <cstdint>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// Section 10 of docs/reference/horizontal-pod-autoscaler.md: how a target is scaled to zero replicas and back.
class ZeroReplicas {
 public:
  // `spec` must outlive this.
  ZeroReplicas(const v1::HorizontalPodAutoscaler& autoscaler, const ScalingSpec& spec,
               const ReplicasSettings& settings);

  // Returns whether a target with zero replicas disables the autoscaler; the condition ScaledToZero is then set
  // according to its gate.
  bool Disable(AutoscalerReport& report) const;

  // Returns the number for a target that the autoscaler scaled to zero before `minReplicas` was raised: at least
  // that.
  int32_t AtLeastMin(int32_t current, int32_t desired) const;

  // Records after a rescale whether the autoscaler scaled the target to zero.
  void NoteRescale(int32_t current, int32_t desired, AutoscalerReport& report) const;

 private:
  const ScalingSpec& spec_;
  const bool gate_;
  // True for the rule of v1.36 and later.
  const bool by_condition_;
  const bool was_scaled_to_zero_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_
