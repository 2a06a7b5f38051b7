#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/help.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/objects/escape.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

std::vector<std::string> VerbNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : VerbsOf(app)) names.push_back(verb->get_name());
  return names;
}

// Returns the verb of `app` with this name, or null if there is none.
const CLI::App* FindVerbOf(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> verbs = VerbsOf(app);
  const auto named = [&name](const CLI::App* verb) { return verb->get_name() == name; };
  const auto it = std::find_if(verbs.begin(), verbs.end(), named);
  return it == verbs.end() ? nullptr : *it;
}

int Help(const CLI::App& root, const std::vector<std::string>& path, Environment& environment) {
  const CLI::App* app = &root;
  for (const std::string& name : path) {
    const CLI::App* const verb = FindVerbOf(*app, name);
    if (verb == nullptr) {
      const std::vector<std::string> names = VerbNames(*app);
      const std::vector<absl::string_view> known(names.begin(), names.end());
      const std::string hint = server::DidYouMean(name, known);
      PrintError(absl::StrCat("unknown verb \"", objects::Escape(name), "\" of ", FullName(*app), hint,
                              hint.empty() ? ". " : " ", "See ", FullName(*app), " --help"),
                 environment.err);
      return kExitUsage;
    }
    app = verb;
  }
  environment.out.Raw(HelpPage(*app));
  return kExitFine;
}

}  // namespace

Verb AddHelp(CLI::App& root) {
  const std::string verbs = absl::StrJoin(VerbNames(root), "|");
  CLI::App* app = root.add_subcommand("help", "Print the help of the command or of a verb");
  auto path = std::make_shared<std::vector<std::string>>();
  app->add_option("VERB", *path, "A verb, or a verb and its subcommand; the default is the command itself")
      ->type_name(verbs);
  app->footer("help recommend");
  return {app, [&root, path](Environment& environment) { return Help(root, *path, environment); }};
}

}  // namespace cpsizer::cli
