#ifndef CPSIZER_CLIENT_CLI_UI_API_API_REQUEST_H_
#define CPSIZER_CLIENT_CLI_UI_API_API_REQUEST_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/size/fleet_cost.h"
#include "client/tree/node.h"

// The parts of a request of the page.
namespace cpsizer::cli {

// Returns the JSON object of a body. An empty body is an empty object. Errors: InvalidArgument.
absl::StatusOr<tree::Node> ParseBody(absl::string_view body);

// Returns the text at `key` of a body. Errors: InvalidArgument if it is missing or not a text.
absl::StatusOr<std::string> BodyText(const tree::Node& body, absl::string_view key);

// Returns the texts of the list at `key` of a body; none if it is missing. Errors: InvalidArgument if it is not a list
// of at most kMaxBodyTexts texts.
inline constexpr size_t kMaxBodyTexts = 100;
absl::StatusOr<std::vector<std::string>> BodyTexts(const tree::Node& body, absl::string_view key);

// Reads the prices of a request of the page, such as `{"prices": {"small": 0.42}}`. These are all prices. A body
// without the field has the prices of the command line, `of_flags`. Errors: InvalidArgument with one sentence that
// names the size, the value and what to do.
absl::StatusOr<NodePrices> BodyPrices(const tree::Node& body, const NodePrices& of_flags);

// Returns the same object as a request has.
nlohmann::ordered_json PricesJson(const NodePrices& prices);

// Returns the parameters of a query such as `namespace=a&name=b%20c`, decoded. A `+` is a space. Of a parameter that
// occurs twice, returns the last value. A `%` that does not begin two hexadecimal digits is kept.
absl::flat_hash_map<std::string, std::string> ParseQuery(absl::string_view query);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_API_REQUEST_H_
