#ifndef CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_
#define CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/environment.h"

// Values that are known only at run time, for the scripts of `completion`.
namespace cpsizer::cli {

// The first word of a command line with which the scripts request a list: `cpsizer __complete contexts recommend -f
// x`. It is not for users: help and suggestions do not name it.
inline constexpr char kCompleteWord[] = "__complete";

// The list that completes a flag or an argument with this name, such as `--context`; empty for none.
absl::string_view CompletionList(absl::string_view name);

// Prints the words of a list, one a line. `words` are the name of the list and the words of the command line so far,
// whose -f, --kubeconfig, --context and --namespace count. Reads files, a kubeconfig, or, for at most 2 s, a cluster;
// writes nothing. Prints nothing on an error. Returns kExitFine.
int CompleteWords(absl::Span<const std::string> words, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_
