#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_COST_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_COST_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/cli/size/size_counts.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

inline constexpr int kHoursPerMonth = 730;
// The highest price of a node of a size per hour.
inline constexpr double kMaxPrice = 1'000'000;

// The price of a node of each size, per hour.
using NodePrices = absl::btree_map<std::string, double>;

// Reads the values of --price, such as `small=0.42`. A price is a number from 0 to 1,000,000. Errors:
// InvalidArgument if a value has another form, or if a size has two prices.
absl::StatusOr<NodePrices> ReadPrices(absl::Span<const std::string> values);

// Errors: InvalidArgument if a price is not for a size of one of the configurations.
absl::Status CheckPrices(const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                         const v1::ClusterSizingConfiguration& after);

// The cost of the request-serving nodes of a fleet per month, with the nodes of the placeholders, in the unit of the
// prices, rounded to hundredths.
struct FleetCost {
  double before = 0;
  double after = 0;
  // after - before. Absent if a size without a price has more or fewer nodes than before, because the difference could
  // then have the wrong sign.
  absl::optional<double> difference;
  // The sizes that have nodes and no price. Their nodes are not counted.
  std::vector<std::string> without_price;
};

// Clusters without a size are not counted.
FleetCost CostOf(absl::Span<const SizeCount> counts, const NodePrices& prices,
                 const v1::ClusterSizingConfiguration& before, const v1::ClusterSizingConfiguration& after);

// Returns one line, such as `Cost per month (730 hours): 5212.20 before, 5825.40 after, +613.20`.
std::string CostLine(const FleetCost& cost);

nlohmann::ordered_json CostJson(const FleetCost& cost);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_COST_H_
