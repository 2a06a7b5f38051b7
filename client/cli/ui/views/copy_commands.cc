#include "client/cli/ui/views/copy_commands.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "client/cli/size/fleet.h"
#include "client/objects/hypershift.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/vpa_settings.h"

namespace cpsizer::cli {
namespace {

bool IsPlain(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("_./:@=,+-", absl::string_view(&c, 1));
}

bool IsPrintable(char c) {
  return absl::ascii_isprint(static_cast<unsigned char>(c));
}

std::string Flag(absl::string_view name, absl::string_view value) {
  return value.empty() ? "" : absl::StrCat(" --", name, "=", ShellWord(value));
}

std::string KubectlFlags(const PageOptions& options) {
  return absl::StrCat(Flag("kubeconfig", options.source.cluster.kubeconfig),
                      Flag("context", options.source.cluster.context));
}

// Returns the flags that select the objects, and how they are decided.
std::string SourceWords(const PageOptions& options) {
  std::string words;
  for (const std::string& file : options.source.files) absl::StrAppend(&words, " -f ", ShellWord(file));
  words += KubectlFlags(options);
  const v1::SizeCpuPolicy policy = options.decision.cpu_policy();
  if (policy != v1::SIZE_CPU_POLICY_UNSPECIFIED) words += Flag("cpu-policy", objects::CpuPolicyName(policy));
  for (const absl::string_view setting :
       absl::StrSplit(objects::VpaSettingsText(options.decision), ',', absl::SkipEmpty())) {
    absl::StrAppend(&words, " --", setting);
  }
  return words + Flag("server", options.server.address);
}

std::string Annotate(const PageOptions& options, const objects::HostedCluster& cluster, absl::string_view value) {
  return absl::StrCat("kubectl annotate", KubectlFlags(options), Flag("namespace", cluster.namespace_name), " ",
                      ShellWord(absl::StrCat("hostedcluster/", cluster.name)), " ",
                      ShellWord(absl::StrCat(objects::kSizeOverride, value)));
}

absl::string_view OverrideTitle(const objects::HostedCluster& cluster, absl::string_view size) {
  if (size != cluster.current_size) return "Override the size with the recommended one";
  return "Override the size with the current one: the size does not change until the override is removed";
}

}  // namespace

std::string ShellWord(absl::string_view text) {
  if (!text.empty() && absl::c_all_of(text, IsPlain)) return std::string(text);
  const bool printable = absl::c_all_of(text, IsPrintable);
  std::string word = printable ? "'" : "$'";
  for (const char c : text) {
    if (printable) {
      word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    } else if (c == '\'' || c == '\\') {
      word += {'\\', c};
    } else if (IsPrintable(c)) {
      word += c;
    } else {
      absl::StrAppendFormat(&word, "\\x%02x", static_cast<unsigned char>(c));
    }
  }
  return word + "'";
}

nlohmann::ordered_json ClusterCommands(const PageOptions& options, const objects::HostedCluster& cluster,
                                       absl::string_view size) {
  const std::string name = ClusterName(cluster);
  // A name that begins with a hyphen must not be read as a flag.
  const std::string words = absl::StartsWith(name, "-") ? absl::StrCat(" -o wide -- ", ShellWord(name))
                                                        : absl::StrCat(" ", ShellWord(name), " -o wide");
  nlohmann::ordered_json commands = {{{"title", "Explain this decision"},
                                      {"command", absl::StrCat("cpsizer recommend", SourceWords(options), words)}}};
  if (!size.empty() && size != cluster.size_override) {
    commands.push_back(
        {{"title", OverrideTitle(cluster, size)},
         {"command", absl::StrCat(Annotate(options, cluster, absl::StrCat("=", size)), " --overwrite")}});
  }
  if (!cluster.size_override.empty()) {
    commands.push_back({{"title", "Remove the override"}, {"command", Annotate(options, cluster, "-")}});
  }
  return commands;
}

std::string DiffCommand(const PageOptions& options, const NodePrices& prices) {
  std::string command = absl::StrCat("cpsizer diff", SourceWords(options), " --with new.yaml");
  absl::StrAppend(&command, Flag("namespace", options.source.cluster.name_space),
                  Flag("selector", options.source.selector));
  for (const auto& [size, price] : prices) absl::StrAppend(&command, Flag("price", absl::StrCat(size, "=", price)));
  return command;
}

}  // namespace cpsizer::cli
