#include "server/server_options.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "server/engine/text.h"
#include "server/nearest_name.h"
#include "server/version.h"

namespace cpsizer::server {
namespace {

constexpr int kMaxInFlight = 10'000;
constexpr absl::Duration kMaxWait = absl::Hours(1);

template <typename T>
struct Choice {
  absl::string_view name;
  T value;
};

template <typename T, size_t N>
absl::Status SetChoice(absl::string_view text, const Choice<T> (&choices)[N], T& value) {
  for (const Choice<T>& choice : choices) {
    if (choice.name == text) {
      value = choice.value;
      return absl::OkStatus();
    }
  }
  const auto append_name = [](std::string* out, const Choice<T>& choice) { absl::StrAppend(out, choice.name); };
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), " is not one of ", absl::StrJoin(choices, ", ", append_name)));
}

absl::Status SetBool(absl::string_view text, bool& value) {
  return SetChoice(text, {Choice<bool>{"true", true}, Choice<bool>{"false", false}}, value);
}

absl::Status SetWait(absl::string_view text, absl::Duration& value) {
  absl::Duration parsed;
  if (!absl::ParseDuration(text, &parsed)) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a duration such as 500ms, 5s or 1m30s"));
  }
  if (parsed < absl::ZeroDuration() || parsed > kMaxWait) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not between 0s and 1h"));
  }
  value = parsed;
  return absl::OkStatus();
}

absl::Status SetMaxInFlight(absl::string_view text, int& value) {
  int parsed = 0;
  if (!absl::SimpleAtoi(text, &parsed) || parsed < 1 || parsed > kMaxInFlight) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a number between 1 and ", kMaxInFlight));
  }
  value = parsed;
  return absl::OkStatus();
}

// One flag. `value` says what may stand behind it; a switch may also stand alone.
struct Flag {
  absl::string_view name;
  absl::string_view value;
  absl::string_view default_value;
  absl::string_view description;
  absl::Status (*set)(absl::string_view text, ServerOptions& options);
  bool is_switch = false;
};

constexpr Flag kFlags[] = {
    {"--grpc-addr", "ADDRESS", "127.0.0.1:50051",
     "where to serve gRPC: host:port (port 0: any free one), [address]:port or unix:/path",
     [](absl::string_view text, ServerOptions& options) {
       options.grpc_addr = std::string(text);
       return absl::OkStatus();
     }},
    {"--insecure", "true|false", "false", "serve an address that other machines reach without TLS",
     [](absl::string_view text, ServerOptions& options) { return SetBool(text, options.insecure); }, true},
    {"--reflection", "true|false", "true", "serve gRPC reflection, which tells grpcurl what there is",
     [](absl::string_view text, ServerOptions& options) { return SetBool(text, options.reflection); }, true},
    {"--drain-delay", "DURATION", "5s", "how long to go on serving after SIGTERM, once health says NOT_SERVING",
     [](absl::string_view text, ServerOptions& options) { return SetWait(text, options.drain_delay); }},
    {"--shutdown-grace-period", "DURATION", "15s", "how long calls in flight may then take to finish",
     [](absl::string_view text, ServerOptions& options) { return SetWait(text, options.shutdown_grace_period); }},
    {"--max-in-flight", "COUNT", "64", "batches that may run or wait at once; more are told to try again",
     [](absl::string_view text, ServerOptions& options) { return SetMaxInFlight(text, options.max_in_flight); }},
    {"--log-format", "json|text", "json", "form of the lines on standard error",
     [](absl::string_view text, ServerOptions& options) {
       return SetChoice(text,
                        {Choice<LogFormat>{"json", LogFormat::kJson}, Choice<LogFormat>{"text", LogFormat::kText}},
                        options.log.format);
     }},
    {"--log-level", "debug|info|warn|error", "info", "least level of the lines; debug has one for every decision",
     [](absl::string_view text, ServerOptions& options) {
       return SetChoice(text,
                        {Choice<LogLevel>{"debug", LogLevel::kDebug}, Choice<LogLevel>{"info", LogLevel::kInfo},
                         Choice<LogLevel>{"warn", LogLevel::kWarn}, Choice<LogLevel>{"error", LogLevel::kError}},
                        options.log.level);
     }},
};

constexpr absl::string_view kProgram = "cpsizer-server";
constexpr absl::string_view kHelp = "--help";
constexpr absl::string_view kVersion = "--version";

std::string EnvironmentName(absl::string_view flag) {
  return absl::StrCat("CPSIZER_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(absl::StripPrefix(flag, "--"), {{"-", "_"}})));
}

// Where the value of a flag comes from.
std::string Origin(const Flag& flag, absl::Span<const char* const> arguments) {
  for (const absl::string_view argument : arguments) {
    if (absl::StartsWith(argument, flag.name)) return std::string(flag.name);
  }
  return EnvironmentName(flag.name);
}

absl::Status UnknownArgument(absl::string_view argument) {
  if (!absl::StartsWith(argument, "-")) {
    return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", Quoted(argument), "; there are only flags"));
  }
  std::vector<absl::string_view> names = {kHelp, kVersion};
  for (const Flag& flag : kFlags) names.push_back(flag.name);
  const absl::string_view name = argument.substr(0, argument.find('='));
  const std::string hint = DidYouMean(name, names);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown flag ", Quoted(name), hint.empty() ? "; --help lists all" : hint));
}

void AddFlag(const Flag& flag, CLI::App& app) {
  static const auto kKeep = [](const CLI::results_t&) { return true; };  // read from the option afterwards
  const std::string name(flag.name);
  const std::string description(flag.description);
  CLI::Option* const option =
      flag.is_switch ? app.add_flag(name, description) : app.add_option(name, kKeep, description);
  option->type_name(std::string(flag.value))
      ->envname(EnvironmentName(flag.name))
      ->default_str(std::string(flag.default_value))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments) {
  CLI::App app("The gRPC service that answers how big the control planes of Kubernetes clusters should be, and why.",
               std::string(kProgram));
  app.allow_extras();
  app.set_help_flag(std::string(kHelp), "print this and exit");
  app.set_version_flag(std::string(kVersion), VersionText(kProgram), "print the versions and exit");
  app.footer(
      "SIGTERM or SIGINT: health NOT_SERVING, the drain delay, then the grace period; a second one exits at once.\n"
      "Exit codes: 0 stopped as asked, 2 a flag or an address that cannot be used, 4 internal.");
  for (const Flag& flag : kFlags) AddFlag(flag, app);

  // CLI11 would read `--insecure=` as `--insecure`.
  for (const absl::string_view argument : arguments) {
    if (absl::StartsWith(argument, "--") && argument.find('=') == argument.size() - 1) {
      return absl::InvalidArgumentError(absl::StrCat(Quoted(argument), " has no value behind the equals sign"));
    }
  }
  CommandLine command_line;
  try {
    // CLI11 takes them from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    command_line.print = app.help();
    return command_line;
  } catch (const CLI::CallForVersion&) {
    command_line.print = VersionText(kProgram);
    return command_line;
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(Quoted(error.what()));
  }
  if (app.remaining_size() > 0) return UnknownArgument(app.remaining().front());
  for (const Flag& flag : kFlags) {
    const CLI::Option& option = *app.get_option(std::string(flag.name));
    if (option.empty()) continue;
    const absl::Status status = flag.set(option.results().back(), command_line.options);
    if (!status.ok()) return absl::InvalidArgumentError(absl::StrCat(Origin(flag, arguments), ": ", status.message()));
  }
  return command_line;
}

}  // namespace cpsizer::server
