#ifndef CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_
#define CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_

#include <string>
#include <vector>

namespace cpsizer::cli {

// The input of the scripts, the same for all shells.
struct CompletionFlag {
  std::vector<std::string> short_names;  // without dashes
  std::vector<std::string> long_names;
  std::string description;
  bool takes_value = false;
  bool is_path = false;
  std::vector<std::string> choices;
  std::string list;  // the list with the values, of complete_words.h; empty for none
};

struct CompletionVerb {
  std::string name;  // empty for the command itself
  std::string description;
  std::vector<CompletionFlag> flags;
  // The choices for the argument, as of `completion`.
  std::vector<std::string> arguments;
  std::string list;  // the list with the argument values, of complete_words.h; empty for none
};

// Return scripts for the command `cpsizer`, to be sourced. The first of `verbs` is the command itself.
std::string BashScript(const std::vector<CompletionVerb>& verbs);
std::string ZshScript(const std::vector<CompletionVerb>& verbs);
std::string FishScript(const std::vector<CompletionVerb>& verbs);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_COMPLETION_SCRIPTS_H_
