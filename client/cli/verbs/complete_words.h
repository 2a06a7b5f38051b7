#ifndef CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_
#define CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/environment.h"

// Completions that are known only at run time. The scripts of `completion` use them.
namespace cpsizer::cli {

// The first word of a command line with which the scripts request a list, such as
// `cpsizer __complete contexts recommend -f x`. It is not for users, so help and suggestions do not contain it.
inline constexpr char kCompleteWord[] = "__complete";

// Returns the name of the list that completes a flag or an argument with this name, such as `--context`. Returns an
// empty text if there is none.
absl::string_view CompletionList(absl::string_view name);

// Prints the words of a list, one on each line. `words` are the name of the list, followed by the words of the command
// line. Only the flags -f, --kubeconfig, --context and --namespace have an effect. Reads files, a kubeconfig or a
// cluster; a cluster is read for at most 2 s. Writes nothing. Prints nothing if there is an error. Returns kExitFine.
int CompleteWords(absl::Span<const std::string> words, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_COMPLETE_WORDS_H_
