#ifndef CPSIZER_CLIENT_CLI_UI_API_API_BODY_H_
#define CPSIZER_CLIENT_CLI_UI_API_API_BODY_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::cli {

// Returns the JSON object of a body. An empty body is an empty object. Errors: InvalidArgument.
absl::StatusOr<tree::Node> ParseBody(absl::string_view body);

// Returns the text at `key` of a body. Errors: InvalidArgument if it is missing or not a text.
absl::StatusOr<std::string> BodyText(const tree::Node& body, absl::string_view key);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_API_BODY_H_
