#ifndef CPSIZER_CLIENT_CLI_SIZE_REPORT_ITEMS_H_
#define CPSIZER_CLIENT_CLI_SIZE_REPORT_ITEMS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/fleet_rows.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// Prints an error for each item of a batch that failed. Items with the same message share one line. Returns the exit
// code, which is 0 if no item failed. `results` must have one entry for each of `clusters`. `which` is the name of the
// configuration if the verb decides with several, or empty.
int ReportItemErrors(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, const Sources& sources, Screen& err,
                     absl::string_view which = "");

// A rule that holds all of its clusters is printed, or left out because a table has the rule of each of these clusters.
enum class RulesThatOnlyHold : uint8_t { kPrint, kLeaveOut };

// Prints the findings about single clusters of a batch. Each rule is printed once, for the first cluster that it holds,
// or for its first cluster if it holds none. The names of the clusters that the rule holds and of the other clusters
// follow. Leaves out notes, and findings about the shared files that do not hold a cluster. Of a rule in `printed`, the
// findings about the configuration that were printed before, only the names are printed.
void ReportItemFindings(absl::Span<const FleetRow> rows, const google::protobuf::RepeatedPtrField<v1::Finding>& printed,
                        const Sources& sources, RulesThatOnlyHold holding, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_REPORT_ITEMS_H_
