#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Checks that there is a reading for each metric that needs one, and that each has only the fields of its metric:
// FIELD_MISSING, LIMIT_EXCEEDED, FIELD_FORBIDDEN. Requires metrics that CheckAutoscaler passed.
void CheckReadings(const v1::RecommendReplicasRequest& request, Findings& findings);

// Returns the reading of a metric; an empty one if the request has no readings.
const v1::ReplicasReading& ReadingOf(const v1::RecommendReplicasRequest& request, int metric);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_READINGS_H_
