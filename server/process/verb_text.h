#ifndef CPSIZER_SERVER_PROCESS_VERB_TEXT_H_
#define CPSIZER_SERVER_PROCESS_VERB_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// Returns the text that `program` prints for the arguments `help` or `version`, or for `--version` with a format.
// `help` is the text of --help. `version` and `--version` accept -o text and -o json. Returns an empty text for other
// arguments. Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<std::string> VerbText(absl::string_view program, std::string help,
                                     absl::Span<const char* const> arguments);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_VERB_TEXT_H_
