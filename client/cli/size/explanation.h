#ifndef CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_
#define CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/operator_effect.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Prints a whole response: the summary, every size with its arithmetic, each resource with its headroom and flips, and
// the findings. `title` is the name of the cluster or of the demand, `why` is the summary, and `effect` is what the
// operator does with the recommendation. If `wide`, also prints
// the sources of capacities and fractions.
void PrintExplanation(absl::string_view title, absl::string_view why, const v1::RecommendSizeResponse& response,
                      OperatorEffect effect, bool wide, Screen& out);

// Prints the ladder of sizes as a table. If there is a demand, also prints which sizes hold the demand.
void PrintSizes(const google::protobuf::RepeatedPtrField<v1::SizeRow>& sizes, bool wide, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_
