#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_REPLICAS_INPUT_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_REPLICAS_INPUT_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/replicas/metrics.h"
#include "server/engine/replicas/observed_pods.h"
#include "server/engine/replicas/replica_history.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// A request after parsing and validation. Refers to the request, which must outlive this object.
struct ReplicasInput {
  const v1::RecommendReplicasRequest& request;
  ReplicasSettings settings;
  ScalingSpec spec;
  Instant now = kZeroTime;
  ObservedPods pods;
  Metrics metrics;
  ReplicaHistory history;
};

// Reads the whole request. `options` and `now` replace the options and the time of the request. Errors and warnings are
// added as findings; after an error the rest of the result is unspecified.
ReplicasInput ReadReplicasInput(const v1::RecommendReplicasRequest& request,
                                const v1::RecommendReplicasOptions& options, absl::string_view now, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_REPLICAS_INPUT_H_
