#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// A cluster and the result of its decision. Points into both.
struct FleetRow {
  const objects::HostedCluster* cluster = nullptr;
  const v1::BatchRecommendSizeResult* result = nullptr;
};

// The order of rows. Equal ones stay in the order of namespaces and names; rows without the value come last.
enum class FleetOrder : uint8_t {
  kNamespace,
  kName,
  kSize,      // after the decision, smallest first
  kMemory,    // largest demand first
  kCpu,       // largest demand first
  kHeadroom,  // least headroom of a resource in play first, a shortfall before all
};

// Which results are shown, and their order.
struct FleetView {
  bool changed = false;  // only those that recommend another size than the current one
  bool held = false;     // only those that are held
  FleetOrder order = FleetOrder::kNamespace;

  bool shows_all() const { return !changed && !held; }
};

// Returns whether `view` shows `result`. One without a response is shown only among all.
bool IsShown(const v1::BatchRecommendSizeResult& result, const FleetView& view);

// The rows that `view` shows. `clusters` and `results` have the same order.
std::vector<FleetRow> SelectRows(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results, const FleetView& view);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_ROWS_H_
