#include "client/cli/base/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace cpsizer::cli {
namespace {

// Returns the names and the type of the flag, such as `-o, --output table|wide|json`.
std::string Spelling(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back(absl::StrCat("-", name));
  for (const std::string& name : option.get_lnames()) names.push_back(absl::StrCat("--", name));
  if (option.get_positional()) names.push_back(option.get_name(true, false));
  std::string text = absl::StrJoin(names, ", ");
  const bool takes_value = option.get_items_expected_max() > 0;
  if (takes_value && !option.get_positional()) absl::StrAppend(&text, " ", option.get_type_name());
  return text;
}

void AppendUsage(const CLI::App& app, std::string& page) {
  absl::StrAppend(&page, "Usage:\n  ", FullName(app));
  if (!VerbsOf(app).empty()) absl::StrAppend(&page, " VERB");
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group() == kRequiredFlags) {
      const bool has_short = !option->get_snames().empty();
      const std::string name = has_short ? "-" + option->get_snames()[0] : "--" + option->get_lnames()[0];
      absl::StrAppend(&page, " ", name, " ", option->get_type_name());
    }
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) absl::StrAppend(&page, " [", option->get_name(true, false), "]");
  }
  absl::StrAppend(&page, " [flags]\n");
}

void AppendOptions(const CLI::App& app, absl::string_view title, const std::string& group, bool positional,
                   std::string& page) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() != positional || option->get_group() != group) continue;
    absl::StrAppend(&text, "  ", Spelling(*option), "\n      ", option->get_description());
    if (!option->get_envname().empty()) absl::StrAppend(&text, " [", option->get_envname(), "]");
    absl::StrAppend(&text, "\n");
  }
  if (!text.empty()) absl::StrAppend(&page, "\n", title, ":\n", text);
}

void AppendVerbs(const CLI::App& app, std::string& page) {
  const std::vector<const CLI::App*> verbs = VerbsOf(app);
  if (verbs.empty()) return;
  size_t width = 0;
  for (const CLI::App* verb : verbs) width = std::max(width, verb->get_name().size());
  absl::StrAppend(&page, "\nVerbs:\n");
  for (const CLI::App* verb : verbs) {
    const std::string gap(width - verb->get_name().size() + 3, ' ');
    absl::StrAppend(&page, "  ", verb->get_name(), gap, verb->get_description(), "\n");
  }
}

void AppendExamples(const CLI::App& app, std::string& page) {
  if (app.get_footer().empty()) return;
  const CLI::App* root = &app;
  while (root->get_parent() != nullptr) root = root->get_parent();
  absl::StrAppend(&page, "\nExamples:\n");
  for (const absl::string_view example : absl::StrSplit(app.get_footer(), '\n')) {
    absl::StrAppend(&page, "  ", root->get_name(), " ", example, "\n");
  }
}

}  // namespace

std::vector<const CLI::App*> VerbsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string FullName(const CLI::App& app) {
  if (app.get_parent() == nullptr) return app.get_name();
  return absl::StrCat(FullName(*app.get_parent()), " ", app.get_name());
}

std::string HelpPage(const CLI::App& app) {
  std::string page = absl::StrCat(app.get_description(), "\n\n");
  AppendUsage(app, page);
  AppendVerbs(app, page);
  AppendOptions(app, "Arguments", "Options", true, page);
  AppendOptions(app, kRequiredFlags, kRequiredFlags, false, page);
  AppendOptions(app, "Flags", "Options", false, page);
  for (const std::string& group : app.get_groups()) {
    if (group != kRequiredFlags && group != "Options") AppendOptions(app, group, group, false, page);
  }
  AppendExamples(app, page);
  return page;
}

}  // namespace cpsizer::cli
