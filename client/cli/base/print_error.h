#ifndef CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_
#define CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::cli {

// These functions print a message to stderr, such as `error: WHAT, WHERE, THE VALUE, THE REMEDY`.
void PrintError(absl::string_view sentence, Screen& err);
void PrintWarning(absl::string_view sentence, Screen& err);
void PrintNote(absl::string_view sentence, Screen& err);

// Prints the message of an error, and returns `exit_code`.
int PrintError(const absl::Status& error, int exit_code, Screen& err);

// Returns the color of the word that SeverityWord() returns.
Style SeverityStyle(v1::Severity severity);

// Returns whether `severity` is `threshold` or more severe.
bool AtLeast(v1::Severity severity, v1::Severity threshold);

// Prints `error: PLACE: PATH: TEXT`, with the word of `severity` in place of `error`. PLACE is the place of `path` in
// the files, or `about` if there is no such place; `about` may be empty. If `places` has a subject, prints
// `error: PLACE: for SUBJECT: PATH: TEXT` and does not use `about`.
void PrintErrorAt(v1::Severity severity, absl::string_view path, absl::string_view text, const Places& places,
                  absl::string_view about, Screen& err);
// Returns `MESSAGE. REMEDY (RULE)`, which PrintFinding() prints as the text of PrintErrorAt().
std::string FindingText(const v1::Finding& finding);
void PrintFinding(const v1::Finding& finding, const Places& places, absl::string_view about, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_
