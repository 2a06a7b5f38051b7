#include "client/cli/base/usage_error.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/help.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

bool IsFlag(absl::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

std::string UnknownFlag(const CLI::App& app, absl::string_view word) {
  const absl::string_view flag = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(absl::StrCat("--", name));
  }
  const std::vector<absl::string_view> known(names.begin(), names.end());
  for (const CLI::App* verb : VerbsOf(app)) {
    if (verb->get_option_no_throw(std::string(flag)) == nullptr) continue;
    return absl::StrCat(flag, " must follow a verb, such as ", FullName(*verb), " ", flag);
  }
  return absl::StrCat("unknown flag ", flag, server::DidYouMean(flag, known));
}

std::string UnknownVerb(const CLI::App& app, absl::string_view word) {
  std::vector<std::string> names;
  for (const CLI::App* verb : VerbsOf(app)) names.push_back(verb->get_name());
  const std::vector<absl::string_view> known(names.begin(), names.end());
  return absl::StrCat("unknown verb \"", word, "\"", server::DidYouMean(word, known));
}

// Returns the message about a missing verb, such as `cpsizer autoscaler needs a verb: plan, args or diff`.
std::string MissingVerb(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : VerbsOf(app)) names.push_back(verb->get_name());
  const std::string last = names.back();
  names.pop_back();
  return absl::StrCat(FullName(app), " needs a verb: ", absl::StrJoin(names, ", "), " or ", last);
}

// Returns the message about the words that CLI11 did not recognize.
std::string Leftovers(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining();
  if (app.get_parent() == nullptr && !IsFlag(words.front())) return UnknownVerb(app, words.front());
  const auto flag = std::find_if(words.begin(), words.end(), [](const std::string& word) { return IsFlag(word); });
  if (flag != words.end()) return UnknownFlag(app, *flag);
  const bool reads_files = app.get_option_no_throw("--filename") != nullptr;
  return absl::StrCat("unexpected argument \"", words.front(), "\"", reads_files ? "; write -f before each path" : "");
}

// Returns whether `arg` gives the flag. For --output the result is true for `--output`, `--output=json`, `-o` and
// `-ojson`, and false for `--output-folder`.
bool Gives(absl::string_view arg, const CLI::Option& option) {
  for (const std::string& name : option.get_lnames()) {
    if (arg.substr(0, arg.find('=')) == absl::StrCat("--", name)) return true;
  }
  const auto begins = [arg](const std::string& name) { return absl::StartsWith(arg, absl::StrCat("-", name)); };
  return std::any_of(option.get_snames().begin(), option.get_snames().end(), begins);
}

// Returns whether `text` contains `flag` as a whole word. A longer flag that begins with `flag` does not match.
bool Mentions(absl::string_view text, absl::string_view flag) {
  for (size_t at = text.find(flag); at != absl::string_view::npos; at = text.find(flag, at + 1)) {
    const absl::string_view rest = text.substr(at + flag.size());
    if (rest.empty() || (rest[0] != '-' && !absl::ascii_isalnum(static_cast<unsigned char>(rest[0])))) return true;
  }
  return false;
}

// Returns the source of the value, such as ` (from CPSIZER_OUTPUT)`. Returns an empty text if the source is the command
// line.
std::string Source(const CLI::Option& option, absl::Span<const std::string> args) {
  const auto names_it = [&option](const std::string& arg) { return Gives(arg, option); };
  if (option.get_envname().empty() || std::any_of(args.begin(), args.end(), names_it)) return "";
  return absl::StrCat(" (from ", option.get_envname(), ")");
}

// Returns the message about a value that is not a boolean. Only switches convert values; all other flags accept text.
std::string WrongSwitch(const CLI::App& app, const std::string& what, absl::Span<const std::string> args) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->get_items_expected_max() > 0 || !Mentions(what, name)) continue;
    return absl::StrCat(name, " is a switch; its value", Source(*option, args), " is true or false");
  }
  return what;
}

bool TakesValue(const CLI::App& app, const std::string& flag) {
  const CLI::Option* option = app.get_option_no_throw(flag);
  return option != nullptr && !option->get_positional() && option->get_items_expected_max() > 0;
}

// Returns whether a verb, or the program, has a flag with a value.
bool AnyTakesValue(const CLI::App& root, const std::string& flag) {
  std::vector<const CLI::App*> apps = VerbsOf(root);
  apps.push_back(&root);
  return std::any_of(apps.begin(), apps.end(), [&](const CLI::App* app) { return TakesValue(*app, flag); });
}

}  // namespace

std::string EmptyFlag(absl::Span<const std::string> words, const CLI::App& root) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!IsFlag(word) || word.find('=') != word.size() - 1) continue;
    std::string flag = word.substr(0, word.size() - 1);
    if (AnyTakesValue(root, flag)) return flag;
  }
  return "";
}

void JoinShortFlags(std::vector<std::string>& words, const CLI::App& root) {
  for (std::string& word : words) {
    if (word == "--") return;
    const bool is_short = word.size() > 3 && word[0] == '-' && word[1] != '-' && word[2] == '=';
    if (is_short && AnyTakesValue(root, word.substr(0, 2))) word.erase(2, 1);
  }
}

std::string UsageSentence(const CLI::ParseError& error, const CLI::App& app, absl::Span<const std::string> args) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return Leftovers(app);
  std::string what = error.what();
  if (app.get_require_subcommand_min() > 0 && app.get_subcommands().empty() &&
      dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::vector<std::string> words = app.remaining();
    return words.empty() ? MissingVerb(app) : UnknownVerb(app, words.front());
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return WrongSwitch(app, what, args);
  // All other messages of CLI11 begin with the name of the option.
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr) return what;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return absl::StrCat(name, " needs a value: ", option->get_type_name());
  }
  return absl::StrCat(name, Source(*option, args), what.substr(std::min(name.size(), what.size())));
}

}  // namespace cpsizer::cli
