#ifndef CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// These functions return the values of a response about one resource, for output with a row or a column for each
// resource.

absl::string_view ResourceName(Resource resource);
// Returns a canonical quantity of `resource` in a form for users, such as `41.6Gi` or `650m`.
std::string ShowAmount(Resource resource, absl::string_view canonical);
// Like ShowAmount(), but decimals are left out after the third digit, such as `41.6Gi` or `110Gi`. The value is rounded
// down.
std::string ShowShortAmount(Resource resource, absl::string_view canonical);
const v1::SizeAssessment& AssessmentOf(const v1::RecommendSizeResponse& response, Resource resource);
const v1::SizeResource& RowOf(const v1::SizeRow& row, Resource resource);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_
