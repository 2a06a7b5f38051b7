#ifndef CPSIZER_SERVER_ENGINE_SIZE_SIZE_ROWS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SIZE_ROWS_H_

#include "cpsizer/size_configuration.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/size_row.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer {

// Returns the parts of the row of `size` that do not depend on a demand.
PreparedRow PrepareRow(const Size& size);

// Adds the rows of all sizes to `response`. `in_play` has the demands that take part in the decision. `configuration`
// must have a ladder.
void AddRows(const SizeConfiguration& configuration, const Demand& in_play, SizeRows format,
             v1::RecommendSizeResponse& response);

// Adds the rows of all sizes, without the fields that depend on a demand.
void AddRows(const SizeLadder& ladder, google::protobuf::RepeatedPtrField<v1::SizeRow>& rows);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SIZE_ROWS_H_
