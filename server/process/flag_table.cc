#include "server/process/flag_table.h"

#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/process/nearest_name.h"
#include "server/process/verb_text.h"
#include "server/process/version.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kHelp = "--help";
constexpr absl::string_view kVersion = "--version";

std::string EnvironmentName(absl::string_view flag) {
  return absl::StrCat("CPSIZER_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(absl::StripPrefix(flag, "--"), {{"-", "_"}})));
}

// Returns the source of the value of a flag: the name of the flag, or the name of its environment variable.
std::string Origin(const Flag& flag, absl::Span<const char* const> arguments) {
  return IsAmongArguments(flag.name, arguments) ? std::string(flag.name) : EnvironmentName(flag.name);
}

absl::Status UnknownArgument(absl::string_view argument, absl::Span<const Flag> flags) {
  if (!absl::StartsWith(argument, "-")) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", Quoted(argument), "; only flags are accepted"));
  }
  std::vector<absl::string_view> names = {kHelp, kVersion};
  for (const Flag& flag : flags) names.push_back(flag.name);
  const absl::string_view name = argument.substr(0, argument.find('='));
  const std::string hint = DidYouMean(name, names);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown flag ", Quoted(name), hint.empty() ? "; --help lists all" : hint));
}

void AddFlag(const Flag& flag, CLI::App& app) {
  static const auto kKeep = [](const CLI::results_t&) { return true; };  // the value is read from the option later
  const std::string name(flag.name);
  const std::string description =
      absl::StrCat(flag.only_with.empty() ? "" : absl::StrCat("with ", flag.only_with, ": "), flag.description);
  CLI::Option* const option =
      flag.is_switch ? app.add_flag(name, description) : app.add_option(name, kKeep, description);
  option->type_name(flag.value)
      ->envname(EnvironmentName(flag.name))
      ->default_str(flag.default_value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  if (flag.synonym.empty()) return;
  const std::pair<std::string, std::string> synonym = absl::StrSplit(flag.synonym, '=');
  option->transform([synonym](const std::string& text) { return text == synonym.first ? synonym.second : text; });
}

// An empty environment variable means the default of the flag. If the flag has no default, an empty environment
// variable is an error: for example, an empty list of clients must not allow every client.
absl::Status CheckEnvironment(const Flag& flag) {
  const std::string name = EnvironmentName(flag.name);
  const char* const value = getenv(name.c_str());
  if (value == nullptr || *value != '\0' || !flag.default_value.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is set but empty; set a value, or unset it"));
}

// Returns the sentence about an error of CLI11. A missing value gets the words that the command `cpsizer` uses.
std::string ParseSentence(const CLI::ParseError& error, const CLI::App& app) {
  const std::string what = error.what();
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option == nullptr || dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return Quoted(what);
  return absl::StrCat(name, " needs a value: ", option->get_type_name());
}

// Refuses an argument such as `--insecure=`, because CLI11 treats it like `--insecure`.
absl::Status CheckValues(absl::Span<const char* const> arguments) {
  for (const absl::string_view argument : arguments) {
    if (absl::StartsWith(argument, "--") && argument.find('=') == argument.size() - 1) {
      return absl::InvalidArgumentError(absl::StrCat(Quoted(argument), " has no value after the equals sign"));
    }
  }
  return absl::OkStatus();
}

// Checks that the flag in `flag.only_with` has one of the values in `flag.only_with`. `flag` must be set.
absl::Status CheckOnlyWith(const Flag& flag, const std::string& origin, const CLI::App& app) {
  if (flag.only_with.empty()) return absl::OkStatus();
  const std::pair<std::string, absl::string_view> wanted = absl::StrSplit(flag.only_with, absl::MaxSplits('=', 1));
  const std::vector<absl::string_view> values = absl::StrSplit(wanted.second, '|');
  const CLI::Option& other = *app.get_option(wanted.first);
  const std::string chosen = other.empty() ? other.get_default_str() : other.results().back();
  if (std::find(values.begin(), values.end(), chosen) != values.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(origin, " is valid only with ", flag.only_with,
                                                 ", but the program has ", wanted.first, "=", chosen,
                                                 "; omit it, or set ", flag.only_with));
}

}  // namespace

bool IsAmongArguments(absl::string_view flag, absl::Span<const char* const> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [flag](absl::string_view argument) {
    return argument == flag || (absl::StartsWith(argument, flag) && argument[flag.size()] == '=');
  });
}

std::vector<Flag> OnlyWith(absl::string_view other, std::vector<Flag> flags) {
  for (Flag& flag : flags) flag.only_with = other;
  return flags;
}

std::vector<Flag> JoinFlags(std::vector<std::vector<Flag>> groups) {
  std::vector<Flag> flags;
  for (std::vector<Flag>& group : groups) std::move(group.begin(), group.end(), std::back_inserter(flags));
  return flags;
}

absl::StatusOr<std::string> ParseFlags(const Program& program, absl::Span<const Flag> flags,
                                       absl::Span<const char* const> arguments) {
  const std::string name(program.name);
  CLI::App app(std::string(program.about), name);
  app.allow_extras();
  app.set_help_flag(absl::StrCat("-h,", kHelp), "print this and exit");
  app.set_version_flag(std::string(kVersion), VersionText(name),
                       "print the versions and exit; version -o json prints them as JSON");
  app.footer(std::string(program.footer));
  for (const Flag& flag : flags) AddFlag(flag, app);
  if (absl::StatusOr<std::string> text = VerbText(name, app.help(), arguments); !text.ok() || !text->empty()) {
    return text;
  }
  if (absl::Status status = CheckValues(arguments); !status.ok()) return status;
  try {
    // CLI11 requires the arguments in reverse order.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::CallForVersion&) {
    return VersionText(name);
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(ParseSentence(error, app));
  }
  if (app.remaining_size() > 0) return UnknownArgument(app.remaining().front(), flags);
  for (const Flag& flag : flags) {
    const CLI::Option& option = *app.get_option(std::string(flag.name));
    if (option.empty()) {
      if (absl::Status status = CheckEnvironment(flag); !status.ok()) return status;
      continue;
    }
    const absl::Status status = flag.set(option.results().back());
    if (!status.ok()) return absl::InvalidArgumentError(absl::StrCat(Origin(flag, arguments), ": ", status.message()));
  }
  for (const Flag& flag : flags) {
    if (app.get_option(std::string(flag.name))->empty()) continue;
    if (absl::Status status = CheckOnlyWith(flag, Origin(flag, arguments), app); !status.ok()) return status;
  }
  return std::string();
}

}  // namespace cpsizer::server
