#ifndef CPSIZER_CLIENT_CLI_UI_API_BODY_PRICES_H_
#define CPSIZER_CLIENT_CLI_UI_API_BODY_PRICES_H_

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "client/cli/size/fleet_cost.h"
#include "client/tree/node.h"

namespace cpsizer::cli {

// Reads the prices of a request of the page, such as `{"prices": {"small": 0.42}}`. These are all prices. A body
// without the field has the prices of the command line, `of_flags`. Errors: InvalidArgument with one sentence that
// names the size, the value and what to do.
absl::StatusOr<NodePrices> BodyPrices(const tree::Node& body, const NodePrices& of_flags);

// Returns the same object as a request has.
nlohmann::ordered_json PricesJson(const NodePrices& prices);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_BODY_PRICES_H_
