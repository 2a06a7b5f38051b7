#ifndef CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_
#define CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Prints everything that one answer says: the sentence, every size with its arithmetic, each resource with headroom and
// flips, and the findings. `title` names what was decided; `why` is the sentence. `wide` adds where capacities and
// fractions come from.
void PrintExplanation(absl::string_view title, absl::string_view why, const v1::RecommendSizeResponse& response,
                      bool wide, Screen& out);

// Prints the ladder of sizes as a table, with what fits where a demand was compared.
void PrintSizes(const google::protobuf::RepeatedPtrField<v1::SizeRow>& sizes, bool wide, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_EXPLANATION_H_
