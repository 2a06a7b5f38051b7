#ifndef CPSIZER_CLIENT_CLI_UI_API_API_ANSWER_H_
#define CPSIZER_CLIENT_CLI_UI_API_API_ANSWER_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/ui/page_api.h"

// Makes the responses of the API of the page.
namespace cpsizer::cli {

ui::ApiResponse JsonAnswer(std::string json);
ui::ApiResponse JsonAnswer(const nlohmann::ordered_json& json);

// Returns the HTTP status of the code, and `{"error": {"code": "INVALID_ARGUMENT", "message", "details"}}`. The details
// are those of the google.rpc.Status.
ui::ApiResponse ErrorAnswer(const absl::Status& status);

// Returns `json` as one line of ASCII. Replaces bytes that are not UTF-8.
std::string CompactText(const nlohmann::ordered_json& json);

// Returns the members of an object, which is not empty, like CompactText() but without the braces.
std::string CompactMembers(const nlohmann::ordered_json& object);

// Returns the errors that a verb has printed, without `error: ` and without its notes and warnings. If there are none,
// returns all lines.
std::vector<std::string> PrintedErrors(absl::string_view printed);

// Returns the first of `errors` with the number of the others, or an empty text.
std::string FirstError(absl::Span<const std::string> errors);

// Adds each of PrintedErrors() to `problems`, a list of objects with `message`.
void AddPrintedErrors(absl::string_view printed, nlohmann::ordered_json& problems);

// Returns an error with PrintedErrors() for a verb that ended with this exit code and without a result.
absl::Status VerbStatus(int exit_code, absl::string_view printed);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_API_ANSWER_H_
