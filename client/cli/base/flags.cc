#include "client/cli/base/flags.h"

#include <CLI/CLI.hpp>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/help.h"
#include "client/objects/utf8.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr Choice<OutputFormat> kFormats[] = {{"table", OutputFormat::kTable},
                                             {"wide", OutputFormat::kWide},
                                             {"json", OutputFormat::kJson},
                                             {"yaml", OutputFormat::kYaml},
                                             {"name", OutputFormat::kName}};
constexpr Choice<v1::Severity> kSeverities[] = {{"error", v1::SEVERITY_ERROR}, {"warning", v1::SEVERITY_WARNING}};

constexpr absl::Duration kMaxTimeout = absl::Hours(24);

void SetEnvironmentVariable(CLI::Option& option) {
  option.envname(VariableOf(option.get_lnames().front()));
}

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const objects::Utf8Char c = objects::FirstChar(text);
    if (c.bytes == 0) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

// An empty value usually comes from a shell variable that is not set.
std::string WhyNotEmpty(const std::string& text) {
  return text.empty() ? "the value is empty; give one, or leave it out" : "";
}

void AddTextChecks(CLI::Option& option) {
  option.check(WhyNotEmpty);
  option.check([](const std::string& text) {
    return IsUtf8(text) ? std::string() : absl::StrCat("\"", text, "\" is not UTF-8");
  });
}

void FinishText(CLI::Option& option, const std::string& type) {
  option.type_name(type)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  AddTextChecks(option);
  if (!option.get_lnames().empty()) SetEnvironmentVariable(option);
}

// Returns an error if the address has no port, because gRPC would use port 443 without a warning.
std::string WhyNotAddress(const std::string& text) {
  for (const absl::string_view scheme : {"unix:", "dns:"}) {
    if (absl::StartsWith(text, scheme) && text.size() > scheme.size()) return "";
  }
  const size_t colon = text.rfind(':');
  const std::string host = text.substr(0, colon);
  int port = 0;
  const bool has_port = colon != std::string::npos && absl::SimpleAtoi(text.substr(colon + 1), &port);
  const bool is_host = !host.empty() && host.find_first_of("/ ") == std::string::npos &&
                       (host.find(':') == std::string::npos || (host.front() == '[' && host.back() == ']'));
  if (has_port && is_host && port > 0 && port <= 65'535) return "";
  return absl::StrCat("\"", text, "\" is not an address; write host:port, such as 127.0.0.1:50051, or unix:/path");
}

void AddPlaces(CLI::App& app, SourceFlags& flags, bool several) {
  AddPaths(app, "-f,--filename", flags.files, several,
           absl::StrCat(flags.standard_input ? "File, folder (with its subfolders) or - for standard input"
                                             : "File or folder (with its subfolders)",
                        "; may be given several times; the default is to read a cluster, to which nothing is written"));
  AddConnection(app, flags.cluster, "");
}

// `less` are the sources of a namespace that -A overrides.
void AddAllNamespaces(CLI::App& app, SourceFlags& flags, absl::string_view what, absl::string_view less) {
  AddSwitch(app, "-A,--all-namespaces", flags.cluster.all_namespaces,
            absl::StrCat("The ", what, " of all namespaces, even if ", less, " sets one"));
}

}  // namespace

CLI::Option& AddText(CLI::App& app, const std::string& names, std::string& value, const std::string& type,
                     const std::string& description) {
  CLI::Option& option = *app.add_option(names, value, description);
  FinishText(option, type);
  return option;
}

CLI::Option& AddText(CLI::App& app, const std::string& names, const std::function<void(const std::string&)>& set,
                     const std::string& type, const std::string& description) {
  CLI::Option& option = *app.add_option_function<std::string>(names, set, description);
  FinishText(option, type);
  return option;
}

void AddText(CLI::App& app, const std::string& names, absl::optional<std::string>& value, const std::string& type,
             const std::string& description) {
  AddText(
      app, names, [&value](const std::string& text) { value = text; }, type, description);
}

void AddWords(CLI::App& app, const std::string& name, std::vector<std::string>& words, const std::string& description) {
  AddTextChecks(*app.add_option(name, words, description)->type_name(""));
}

void AddChoice(CLI::App& app, const std::string& names, const std::vector<absl::string_view>& words,
               const std::function<void(size_t)>& set, const std::string& description) {
  const auto choose = [words, set](const std::string& text) {
    for (size_t i = 0; i < words.size(); ++i) {
      if (words[i] == text) set(i);
    }
  };
  AddText(app, names, choose, absl::StrJoin(words, "|"), description)
      .check([words](const std::string& text) -> std::string {
        for (const absl::string_view word : words) {
          if (word == text) return "";
        }
        return absl::StrCat("\"", text, "\" is not one of ", absl::StrJoin(words, ", "),
                            server::DidYouMean(text, words));
      });
}

void AddDuration(CLI::App& app, const std::string& names, absl::Duration& value, absl::Duration most,
                 const std::string& description) {
  const auto set = [&value](const std::string& text) { absl::ParseDuration(text, &value); };
  AddText(app, names, set, "DURATION", description).check([most](const std::string& text) -> std::string {
    absl::Duration duration;
    if (absl::ParseDuration(text, &duration) && duration >= absl::ZeroDuration() && duration <= most) return "";
    return absl::StrCat("\"", text, "\" is not a duration from 0 to ", absl::FormatDuration(most),
                        "; write it like 30s or 1m30s");
  });
}

void AddSwitch(CLI::App& app, const std::string& names, bool& value, const std::string& description) {
  SetEnvironmentVariable(*app.add_flag(names, value, description));
}

CLI::Option& AddPaths(CLI::App& app, const std::string& names, std::vector<std::string>& paths, bool several,
                      const std::string& description) {
  CLI::Option* option = app.add_option(names, paths, description);
  option->type_name("PATH")->allow_extra_args(several)->check(WhyNotEmpty);
  SetEnvironmentVariable(*option);
  return *option;
}

void AddConnection(CLI::App& app, ClusterFlags& flags, absl::string_view which) {
  AddText(app, "--kubeconfig", flags.kubeconfig, "PATH",
          absl::StrCat("Kubeconfig file for the cluster", which.empty() ? "" : " ", which,
                       "; the default is KUBECONFIG, the service account of the pod, or ~/.kube/config"));
  AddText(app, "--context", flags.context, "NAME", "Context of the kubeconfig; the default is the current context");
}

void AddFleetSource(CLI::App& app, SourceFlags& flags, bool several, absl::string_view what) {
  AddPlaces(app, flags, several);
  AddText(app, "-n,--namespace", flags.cluster.name_space, "NAME",
          absl::StrCat("Only the ", what,
                       " of this namespace; on a cluster the default is the namespace of the context, or all "
                       "namespaces if the context has none or has default"));
  AddAllNamespaces(app, flags, what, "-n or the context");
  AddText(app, "-l,--selector", flags.selector, "SELECTOR",
          absl::StrCat("Only the ", what, " with these labels, such as tier=prod,region in (eu,us),!canary"));
  flags.cluster.of_fleet = true;
}

void AddSource(CLI::App& app, SourceFlags& flags, bool several, absl::string_view what, absl::string_view which) {
  AddPlaces(app, flags, several);
  AddText(app, "-n,--namespace", flags.cluster.name_space, "NAME",
          absl::StrCat("Only the ", what, " of this namespace of the cluster; the default is ", which));
}

void AddAutoscalerSource(CLI::App& app, SourceFlags& flags, bool several) {
  AddSource(app, flags, several, "autoscalers");
  AddAllNamespaces(app, flags, "autoscalers", "-n");
}

void AddOutput(CLI::App& app, OutputFormat& format) {
  AddChoice(app, "-o,--output", kFormats, format, "How to print the result; the default is table");
}

void AddServer(CLI::App& app, ServerFlags& flags) {
  AddText(app, "--server", flags.address, "ADDRESS",
          "Address of a cpsizer-server to call, such as 127.0.0.1:50051; the default is to decide in this process")
      .check(WhyNotAddress);
  AddText(app, "--server-ca-file", flags.tls.server_ca.path, "PATH",
          "Certificate of the authority that issued the certificate of the server, in PEM; enables TLS to the server");
  AddText(app, "--server-cert-file", flags.tls.certificate.path, "PATH",
          "Certificate to present to the server, in PEM");
  AddText(app, "--server-key-file", flags.tls.private_key.path, "PATH", "Private key of --server-cert-file, in PEM");
  AddText(app, "--server-name", flags.name, "NAME",
          "Name that the server's certificate must have; the default is the name in --server");
  const auto set_timeout = [&flags](const std::string& text) { absl::ParseDuration(text, &flags.timeout); };
  CLI::Option& timeout =
      AddText(app, "--timeout", set_timeout, "DURATION", "Timeout of one call to the server; the default is 10s");
  timeout.check([](const std::string& text) -> std::string {
    absl::Duration duration;
    if (absl::ParseDuration(text, &duration) && duration > absl::ZeroDuration() && duration <= kMaxTimeout) return "";
    return absl::StrCat("\"", text, "\" is not a duration above 0 and up to 24h; write it like 10s or 1m30s");
  });
}

void AddExitZero(CLI::App& app, bool& exit_zero) {
  AddSwitch(app, "--exit-zero", exit_zero, "Exit with 0 instead of 1; for reports");
}

void AddResponse(CLI::App& app, ResponseFlags& flags) {
  AddServer(app, flags.server);
  AddOutput(app, flags.output);
  AddChoice(app, "--fail-on", kSeverities, flags.fail_on,
            "Lowest severity of a finding that makes the exit code 1; the default is error");
  AddExitZero(app, flags.exit_zero);
}

}  // namespace cpsizer::cli
