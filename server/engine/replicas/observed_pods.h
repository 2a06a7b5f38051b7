#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_PODS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_PODS_H_

#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

enum class PodPhase { kPending, kRunning, kFailed, kOther };
enum class ReadyStatus { kAbsent, kTrue, kFalse, kOther };

// The period of time in which a sample was measured.
struct SampleTime {
  Instant end = kZeroTime;
  Nanos window = 0;
};

// The fields of one pod that are used in a decision.
struct ObservedPod {
  absl::string_view name;
  PodPhase phase = PodPhase::kOther;
  bool deleted = false;
  absl::optional<Instant> start;
  ReadyStatus ready = ReadyStatus::kAbsent;
  // The time of the last transition of the condition Ready.
  Instant ready_since = kZeroTime;
  // The time of the entry of the pod in `podMetrics`.
  SampleTime sampled;
};

// The pods that the selector of the scale selects, in order. Refers to the request, which must outlive this object.
struct ObservedPods {
  std::vector<ObservedPod> list;
  absl::flat_hash_map<absl::string_view, size_t> index_of;  // indexes in `list` by name
  // For each entry of `podMetrics`, the index of its pod in `list`. Absent if the selector does not select the pod.
  std::vector<absl::optional<size_t>> of_metrics;
};

// Reads `pods` and the times of `podMetrics`. Adds TIME_MALFORMED, DURATION_MALFORMED, VALUE_NEGATIVE or
// POD_NAME_DUPLICATE for an error.
ObservedPods ReadPods(const v1::RecommendReplicasRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_PODS_H_
