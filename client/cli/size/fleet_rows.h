#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "client/cli/size/operator_effect.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// A cluster, the result of the decision about the cluster, and what the operator does with it. The first two must
// outlive this.
struct FleetRow {
  const objects::HostedCluster* cluster = nullptr;
  const v1::BatchRecommendSizeResult* result = nullptr;
  OperatorEffect effect = OperatorEffect::kApplies;
  std::string size_after;  // OperatorRules::SizeAfter()
};

// Returns the row of a cluster.
FleetRow MakeRow(const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result,
                 const OperatorRules& rules);

// The order of rows. Rows with equal values are ordered by namespace and name. Rows without a value come last.
enum class FleetOrder : uint8_t {
  kNamespace,
  kName,
  kSize,      // by the size after the decision, smallest first
  kMemory,    // by the demand for memory, largest first
  kCpu,       // by the demand for CPU, largest first
  kHeadroom,  // by the smallest headroom of the resources that the decision uses, smallest first
};

// The selection and the order of the results.
struct FleetView {
  bool changed = false;    // show only results that recommend another size than the current size, and errors
  bool held = false;       // show only held results, and errors
  bool overrides = false;  // show only clusters with a size override
  FleetOrder order = FleetOrder::kNamespace;

  bool shows_all() const { return !changed && !held && !overrides; }
};

// Returns whether `view` shows the cluster. The views of results show a result without a response, so that no failed
// decision is missed.
bool IsShown(const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result, const FleetView& view);

// Returns the rows that `view` shows. `clusters` and `results` must have the same order.
std::vector<FleetRow> SelectRows(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results, const OperatorRules& rules,
                                 const FleetView& view);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_
