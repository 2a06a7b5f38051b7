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

// The time span of a sample.
struct SampleTime {
  Instant end = kZeroTime;
  Nanos window = 0;
};

// The fields of one pod that a decision reads.
struct ObservedPod {
  absl::string_view name;
  PodPhase phase = PodPhase::kOther;
  bool deleted = false;
  absl::optional<Instant> start;
  ReadyStatus ready = ReadyStatus::kAbsent;
  // Last transition of the condition Ready.
  Instant ready_since = kZeroTime;
  // The time of its entry in `podMetrics`.
  SampleTime sampled;
};

// The pods of the scale's selector, in order, and their indices by name. Refers to the request.
struct ObservedPods {
  std::vector<ObservedPod> list;
  absl::flat_hash_map<absl::string_view, size_t> place_of;
};

// Reads `pods`, and the times of `podMetrics`. Errors are findings: TIME_MALFORMED, DURATION_MALFORMED,
// POD_NAME_DUPLICATE.
ObservedPods ReadPods(const v1::RecommendReplicasRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_OBSERVED_PODS_H_
