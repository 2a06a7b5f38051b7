#ifndef CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_
#define CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::cli {

// Print messages to stderr: `error: what, where, the value, the remedy`.
void PrintError(absl::string_view sentence, Screen& err);
void PrintNote(absl::string_view sentence, Screen& err);

// The colour of SeverityWord.
Style SeverityStyle(v1::Severity severity);

// Returns whether `severity` is at least as severe as `threshold`.
bool AtLeast(v1::Severity severity, v1::Severity threshold);

// `error: PLACE: PATH: TEXT`, where the place is that of `path` in the files, or else `about`, which may be empty; with
// a subject of `places` `error: PLACE: for SUBJECT: PATH: TEXT`.
void PrintErrorAt(v1::Severity severity, absl::string_view path, absl::string_view text, const Places& places,
                  absl::string_view about, Screen& err);
void PrintFinding(const v1::Finding& finding, const Places& places, absl::string_view about, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_PRINT_ERROR_H_
