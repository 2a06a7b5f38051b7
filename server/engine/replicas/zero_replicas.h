#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_

#include <cstdint>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// Implements section 10 of docs/reference/horizontal-pod-autoscaler.md: scaling a target to zero replicas and back.
class ZeroReplicas {
 public:
  // `spec` must outlive this object.
  ZeroReplicas(const v1::HorizontalPodAutoscaler& autoscaler, const ScalingSpec& spec,
               const ReplicasSettings& settings);

  // Returns whether the autoscaler is disabled because its target has zero replicas. With the rule of Kubernetes v1.36,
  // also removes the condition ScaledToZero if the autoscaler is disabled and the feature gate HPAScaleToZero is off.
  bool Disable(AutoscalerReport& report) const;

  // Returns `desired`; or `minReplicas`, if `minReplicas` is larger and was raised after the autoscaler scaled the
  // target to zero.
  int32_t AtLeastMin(int32_t current, int32_t desired) const;

  // Records after a rescale whether the autoscaler scaled the target to zero.
  void NoteRescale(int32_t current, int32_t desired, AutoscalerReport& report) const;

 private:
  const ScalingSpec& spec_;
  const bool gate_;
  // True for the rule of Kubernetes v1.36 and later.
  const bool by_condition_;
  const bool was_scaled_to_zero_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_ZERO_REPLICAS_H_
