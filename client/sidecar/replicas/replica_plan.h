#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::sidecar {

// Why an autoscaler's target keeps the replicas that it has; labels of metrics.
inline constexpr char kUnreadableAutoscaler[] = "AUTOSCALER_UNREADABLE";
inline constexpr char kNotObserved[] = "NOT_OBSERVED";
inline constexpr char kServiceFailed[] = "SERVICE_FAILED";
inline constexpr char kQuestionRefused[] = "QUESTION_REFUSED";
inline constexpr char kAnswerSenseless[] = "ANSWER_SENSELESS";
inline constexpr char kTargetUnreadable[] = "TARGET_UNREADABLE";
inline constexpr char kMetricsFailed[] = "METRICS_FAILED";
inline constexpr char kWriteFailed[] = "WRITE_FAILED";
inline constexpr char kTargetDeleted[] = "TARGET_BEING_DELETED";

// What to do about one autoscaler.
struct ReplicaPlan {
  absl::optional<int32_t> write;  // the number to set
  std::string held_reason;        // one of those above; empty where it is not held
  std::string note;               // a sentence about that
};

// Pure: what follows from an answer, or its error, to `question`. An answer that cannot be meant, as a number beyond
// the autoscaler's bounds, is held like an error.
ReplicaPlan PlanReplicas(const v1::RecommendReplicasRequest& question,
                         const absl::StatusOr<v1::RecommendReplicasResponse>& answer);

// `rescale`, `keep`, `disabled`, `metrics_failed` or `target_unreadable`; empty for what is none.
std::string OutcomeName(v1::ReplicasOutcome outcome);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_PLAN_H_
