#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_AUTOSCALER_REPORT_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_AUTOSCALER_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// Collects the conditions and events of the autoscaler, and the steps of a decision. See sections 14 and 15 of
// docs/reference/horizontal-pod-autoscaler.md.
class AutoscalerReport {
 public:
  // Copies the conditions of the autoscaler. All arguments must outlive this object.
  AutoscalerReport(const v1::HorizontalPodAutoscaler& autoscaler, Instant now, v1::RecommendReplicasResponse& response);

  // Replaces the condition of this type, or appends it. The transition time changes only if the status changes.
  void SetCondition(absl::string_view type, bool status, absl::string_view reason, absl::string_view message);
  void RemoveCondition(absl::string_view type);

  void AddNormal(absl::string_view reason, absl::string_view message);
  void AddWarning(absl::string_view reason, absl::string_view message);

  // Adds a step if the number changed.
  void AddStep(v1::ReplicasStepKind kind, int32_t before, int32_t after, absl::string_view message);

 private:
  void AddEvent(absl::string_view type, absl::string_view reason, absl::string_view message);

  v1::RecommendReplicasResponse& response_;
  google::protobuf::RepeatedPtrField<v1::Condition>& conditions_;
  const std::string now_;
};

// Returns whether the condition of this type has the status True.
bool HasTrueCondition(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view type);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_AUTOSCALER_REPORT_H_
