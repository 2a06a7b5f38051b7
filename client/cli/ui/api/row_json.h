#ifndef CPSIZER_CLIENT_CLI_UI_API_ROW_JSON_H_
#define CPSIZER_CLIENT_CLI_UI_API_ROW_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

#include "client/cli/size/operator_effect.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// Adds `labels` to the JSON of a cluster, if it has labels; and `whyWithoutVpa`, the text of WhyWithoutVpa(), if the
// cluster has no VPA that can be read.
void AddObservedFields(const objects::HostedCluster& cluster, nlohmann::ordered_json& json);

// Returns the members of a row before the result, without braces: those of ItemStart() and AddObservedFields().
std::string RowFields(const objects::HostedCluster& cluster, OperatorEffect effect, absl::string_view recommended);

// Returns the row of a cluster in the table of the page: an item of `recommend -o json` as one line. `fields` is the
// result of RowFields(). The response has no sizes, flips and findings; `rules` has the rules of the findings.
std::string RowJson(const std::string& fields, const v1::BatchRecommendSizeResult& result);

// Removes the parts of a response that are large and that the table of the page does not show.
void MakeBrief(v1::RecommendSizeResponse& response);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_ROW_JSON_H_
