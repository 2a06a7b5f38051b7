#ifndef CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The values of a response about one resource, for output with a row or a column for each.

absl::string_view ResourceName(Resource resource);
// A canonical quantity of `resource`: `41.6Gi`, `650m`.
std::string ShowAmount(Resource resource, absl::string_view canonical);
// The same without decimals after the third digit, floored: `41.6Gi`, `110Gi`.
std::string ShowShortAmount(Resource resource, absl::string_view canonical);
const v1::SizeAssessment& AssessmentOf(const v1::RecommendSizeResponse& response, Resource resource);
const v1::SizeResource& RowOf(const v1::SizeRow& row, Resource resource);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_RESOURCE_OUTPUT_H_
