#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/help.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/verbs/complete_words.h"
#include "client/cli/verbs/completion_scripts.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr struct {
  absl::string_view name;
  std::string (*script)(const std::vector<CompletionVerb>&);
} kShells[] = {{"bash", BashScript}, {"zsh", ZshScript}, {"fish", FishScript}};

// Returns the choices in a type such as `table|wide|json`.
std::vector<std::string> ChoicesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (!absl::StrContains(type, '|')) return {};
  return absl::StrSplit(type, '|');
}

CompletionVerb Describe(const CLI::App& app) {
  CompletionVerb verb;
  verb.name = app.get_parent() == nullptr ? "" : app.get_name();
  verb.description = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      verb.arguments = ChoicesOf(*option);
      verb.list = std::string(CompletionList(option->get_name()));
      continue;
    }
    const bool takes_value = option->get_items_expected_max() > 0;
    verb.flags.push_back({option->get_snames(), option->get_lnames(), option->get_description(), takes_value,
                          takes_value && option->get_type_name() == "PATH", ChoicesOf(*option),
                          std::string(CompletionList("--" + option->get_lnames().front()))});
  }
  return verb;
}

// Returns the description of a verb with its nested verbs. The nested verbs are arguments of the verb, and their flags
// are added to its flags.
CompletionVerb DescribeWithInner(const CLI::App& app) {
  CompletionVerb verb = Describe(app);
  for (const CLI::App* inner : VerbsOf(app)) {
    const CompletionVerb more = Describe(*inner);
    verb.arguments.push_back(more.name);
    for (const CompletionFlag& flag : more.flags) {
      const auto same = [&flag](const CompletionFlag& other) { return other.long_names == flag.long_names; };
      if (std::none_of(verb.flags.begin(), verb.flags.end(), same)) verb.flags.push_back(flag);
    }
  }
  return verb;
}

int Complete(const CLI::App& root, const std::string& shell, Environment& environment) {
  std::vector<absl::string_view> known;
  for (const auto& candidate : kShells) {
    known.push_back(candidate.name);
    if (candidate.name != shell) continue;
    std::vector<CompletionVerb> verbs = {Describe(root)};
    for (const CLI::App* verb : VerbsOf(root)) verbs.push_back(DescribeWithInner(*verb));
    environment.out.Raw(candidate.script(verbs));
    return kExitFine;
  }
  PrintError(shell.empty() ? "specify a shell: bash, zsh or fish"
                           : absl::StrCat("there is no completion for \"", shell, "\", only for bash, zsh and fish",
                                          server::DidYouMean(shell, known)),
             environment.err);
  return kExitUsage;
}

}  // namespace

Verb AddCompletion(CLI::App& root) {
  CLI::App* app = root.add_subcommand("completion", "Print a script that completes verbs and flags in a shell");
  auto shell = std::make_shared<std::string>();
  app->add_option("SHELL", *shell, "bash, zsh or fish")->type_name("bash|zsh|fish");
  app->footer("completion bash");
  return {app, [&root, shell](Environment& environment) { return Complete(root, *shell, environment); }};
}

}  // namespace cpsizer::cli
