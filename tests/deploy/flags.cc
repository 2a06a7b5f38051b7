#include "tests/deploy/flags.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace cpsizer::deploy {
namespace {

using kube::Json;
using kube::TextAt;

constexpr absl::string_view kOurs = "CPSIZER_";

// Returns the flag of a variable. For example, CPSIZER_SERVICE_CA_FILE is --service-ca-file.
std::string FlagOf(absl::string_view variable) {
  return absl::StrCat("--",
                      absl::StrReplaceAll(absl::AsciiStrToLower(absl::StripPrefix(variable, kOurs)), {{"_", "-"}}));
}

template <typename CommandLine>
auto OptionsOf(const Json& container, absl::StatusOr<CommandLine> (*parse)(absl::Span<const char* const>))
    -> absl::StatusOr<decltype(CommandLine::options)> {
  const std::vector<std::string> flags = FlagsOf(container, "cpsizer");
  std::vector<const char*> arguments;
  arguments.reserve(flags.size());
  for (const std::string& flag : flags) arguments.push_back(flag.c_str());
  absl::StatusOr<CommandLine> command_line = parse(arguments);
  if (!command_line.ok()) return command_line.status();
  return command_line->options;
}

}  // namespace

std::vector<std::string> FlagsOf(const Json& container, const std::string& pod_namespace) {
  std::vector<std::string> flags;
  for (const Json& variable : kube::Find(container, {"env"})) {
    const absl::string_view name = TextAt(variable, {"name"});
    if (!absl::StartsWith(name, kOurs)) continue;
    const std::string value = absl::StrReplaceAll(TextAt(variable, {"value"}), {{"$(POD_NAMESPACE)", pod_namespace}});
    flags.push_back(absl::StrCat(FlagOf(name), "=", value));
  }
  for (const Json& argument : kube::Find(container, {"args"})) flags.push_back(argument);
  return flags;
}

absl::StatusOr<server::ServerOptions> ServerOptionsOf(const Json& container) {
  return OptionsOf(container, &server::ParseCommandLine);
}

absl::StatusOr<sidecar::Options> SidecarOptionsOf(const Json& container) {
  return OptionsOf(container, &sidecar::ParseCommandLine);
}

absl::StatusOr<webhook::Options> WebhookOptionsOf(const Json& container) {
  return OptionsOf(container, &webhook::ParseCommandLine);
}

}  // namespace cpsizer::deploy
