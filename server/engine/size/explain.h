#ifndef CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_
#define CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_

#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/observation.h"

namespace cpsizer {

// Adds the fields that only a response with DETAIL_FULL has, except findings and summary. `configuration` must have a
// ladder.
void Explain(const SizeConfiguration& configuration, const Observation& observation, const Decision& decision,
             SizeRows rows, v1::RecommendSizeResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_
