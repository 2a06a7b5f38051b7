#include "client/cli/ui/api/api_body.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"

namespace cpsizer::cli {

absl::StatusOr<tree::Node> ParseBody(absl::string_view body) {
  if (body.empty()) body = "{}";
  absl::Status error = absl::OkStatus();
  tree::Node node = tree::ParseJson(body, tree::kSpecFields, &error);
  if (!error.ok()) return absl::InvalidArgumentError(absl::StrCat("the body cannot be read: ", error.message()));
  if (!node.is_map()) return absl::InvalidArgumentError("the body is not a JSON object");
  return node;
}

absl::StatusOr<std::string> BodyText(const tree::Node& body, absl::string_view key) {
  const tree::Node* const value = body.Find(key);
  if (value != nullptr && value->is_text()) return value->text;
  return absl::InvalidArgumentError(
      absl::StrCat(key, value == nullptr ? ": is missing" : ": is not a text", "; write a text"));
}

}  // namespace cpsizer::cli
