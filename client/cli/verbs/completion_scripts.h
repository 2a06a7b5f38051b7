#ifndef CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_
#define CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_

#include <string>
#include <vector>

namespace cpsizer::cli {

// The data for the completion scripts, which is the same for all shells.
struct CompletionFlag {
  std::vector<std::string> short_names;  // without dashes
  std::vector<std::string> long_names;
  std::string description;
  bool takes_value = false;
  bool is_path = false;
  std::vector<std::string> choices;
  std::string list;  // the list of complete_words.h that contains the values; empty: none
};

struct CompletionVerb {
  std::string name;  // empty: the command itself
  std::string description;
  std::vector<CompletionFlag> flags;
  // The choices for the argument. For example, the argument of `completion` is one of three shells.
  std::vector<std::string> arguments;
  std::string list;  // the list of complete_words.h that contains the values of the argument; empty: none
};

// These functions return scripts for the command `cpsizer`, which a shell reads with `source`. The first of `verbs` is
// the command itself.
std::string BashScript(const std::vector<CompletionVerb>& verbs);
std::string ZshScript(const std::vector<CompletionVerb>& verbs);
std::string FishScript(const std::vector<CompletionVerb>& verbs);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_
