#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet_rows.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// Prints decisions on many clusters. Errors are left out of tables and names, and included in structured output.

// The table of a fleet. One line for each cluster: on a narrow terminal the demands are cut, then the names. `wide`
// adds headroom, fractions, the VPA's age at `now` and the reason, folded on a narrow terminal.
class FleetTable {
 public:
  FleetTable(bool wide, absl::Time now) : wide_(wide), now_(now) {}

  // Prints rows below those that are printed already, or below the header.
  void Print(absl::Span<const FleetRow> rows, Screen& out);
  // The same for clusters that are deleted.
  void PrintDeleted(absl::Span<const objects::HostedCluster> clusters, Screen& out);

 private:
  Table Make() const;
  void Finish(const Table& table, Screen& out);

  const bool wide_;
  const absl::Time now_;
  std::vector<int> widths_;  // of the columns that are printed
};

// `namespace/name size`, or `-` for no size.
void PrintFleetNames(absl::Span<const FleetRow> rows, Screen& out);

// `{"cluster", "eligible", "currentSize", "response" or "error"}`.
nlohmann::ordered_json FleetItemJson(const FleetRow& row);
// `{"items": [...]}` of them.
nlohmann::ordered_json FleetJson(absl::Span<const FleetRow> rows);

// The start of an item for a cluster: its name, whether it has opted in, its current size.
nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster);

// `large`, `large BEST_EFFORT`, `HELD VPA_AT_FLOOR` or `NO_RECOMMENDATION`, with a color for the outcome. The words are
// topics of `explain`.
Cell ShowAnswer(const v1::RecommendSizeResponse& response);

// Returns the rule that holds a decision, such as `VPA_AT_FLOOR`; `-` if none does, or an older service does not
// return it.
std::string HoldRuleId(const v1::RecommendSizeResponse& response);

// The summary of a cluster, with facts that only the files have: `not opted in; medium: ...`.
std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
