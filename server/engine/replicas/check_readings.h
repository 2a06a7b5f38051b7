#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Checks that each metric that needs a reading has a reading, and that a reading has only fields for its metric. Adds
// FIELD_MISSING, LIMIT_EXCEEDED or FIELD_FORBIDDEN. Requires metrics without errors from CheckAutoscaler().
void CheckReadings(const v1::RecommendReplicasRequest& request, Findings& findings);

// Returns the reading of a metric; an empty reading if the request has no readings.
const v1::ReplicasReading& ReadingOf(const v1::RecommendReplicasRequest& request, int metric);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_
