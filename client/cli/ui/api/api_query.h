#ifndef CPSIZER_CLIENT_CLI_UI_API_API_QUERY_H_
#define CPSIZER_CLIENT_CLI_UI_API_API_QUERY_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// Returns the parameters of a query such as `namespace=a&name=b%20c`, decoded. A `+` is a space. Of a parameter that
// occurs twice, returns the last value. A `%` that does not begin two hexadecimal digits is kept.
absl::flat_hash_map<std::string, std::string> ParseQuery(absl::string_view query);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_API_QUERY_H_
