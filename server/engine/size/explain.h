#ifndef CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_
#define CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/size_row.pb.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/observation.h"

namespace cpsizer {

// Adds one row for each size, with its shortfall for the demands that take part.
void AddRows(const SizeLadder& ladder, const Demand& in_play, google::protobuf::RepeatedPtrField<v1::SizeRow>& rows);

// Adds the fields that only a response with DETAIL_FULL has, except findings and summary.
void Explain(const SizeLadder& ladder, const Observation& observation, const Decision& decision,
             v1::RecommendSizeResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_EXPLAIN_H_
