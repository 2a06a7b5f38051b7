// Checks that each flag of the sidecar is in the first line of its log, so that a log shows how the sidecar decides.
#include "client/sidecar/control/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/options.h"

namespace cpsizer::lint {
namespace {

using sidecar::ControllerInfo;
using sidecar::Controllers;

// A value for each flag that is in the line. It differs from the default, and from the value in Line().
const std::map<std::string, std::string>& Values() {
  static const auto& values = *new std::map<std::string, std::string>{
      {"--architecture", "arm64"},
      {"--cloud-provider", "clusterapi"},
      {"--cpu-policy", "never"},
      {"--extra-args", "--max-node-provision-time=30m"},
      {"--feature-gates", "HPAScaleToZero=true"},
      {"--horizontal-pod-autoscaler-cpu-initialization-period", "7m"},
      {"--horizontal-pod-autoscaler-downscale-stabilization", "7m"},
      {"--horizontal-pod-autoscaler-initial-readiness-delay", "7m"},
      {"--horizontal-pod-autoscaler-tolerance", "0.7"},
      {"--hygiene", "warn"},
      {"--image", "example.org/cluster-autoscaler:4.18"},
      {"--leader-elect", "false"},
      {"--machine-namespace", "machines"},
      {"--manage-vpa", "false"},
      {"--mode", "observe"},
      {"--per-cluster-metrics", "true"},
      {"--release-version", "4.18.2"},
      {"--require-topology", "false"},
      {"--sample-interval", "7m"},
      {"--service", "dns:///service:7443"},
      {"--sync-period", "7m"},
      {"--vpa-max-upper-bound-ratio", "7"},
      {"--vpa-min-age", "7m"},
      {"--vpa-pod-recommendation-min-cpu-millicores", "7"},
      {"--vpa-pod-recommendation-min-memory-mb", "7"},
      {"--vpa-round-cpu-millicores", "7"},
      {"--vpa-round-memory-bytes", "7"},
      {"--zero-replicas-rule", "min-replicas"},
  };
  return values;
}

// The flags that are not in the line, each with the reason.
const std::map<std::string, std::string>& NotInTheLine() {
  static const auto& reasons = *new std::map<std::string, std::string>{
      {"--admin-addr", "main() adds the address that the admin port has"},
      {"--context", "the line `watching the API server` has the server"},
      {"--controller", "TheControllerIsInTheLine checks it"},
      {"--kube-api-burst", "it limits the load of the API server; it does not change a decision"},
      {"--kube-api-qps", "it limits the load of the API server; it does not change a decision"},
      {"--kubeconfig", "the line `watching the API server` has the server"},
      {"--leader-elect-lease-duration", "the lease has it"},
      {"--leader-elect-renew-deadline", "it changes when a leader exits; it does not change a decision"},
      {"--leader-elect-resource-name", "the lines about the lease have it"},
      {"--leader-elect-resource-namespace", "the lines about the lease have it"},
      {"--leader-elect-retry-period", "it changes when a leader begins; it does not change a decision"},
      {"--log-format", "the line itself has this format"},
      {"--log-level", "it selects lines; it does not change a decision"},
      {"--poll-interval", "it changes when objects are listed again; it does not change a decision"},
      {"--service-ca-file", "serviceSecurity has the kind of security"},
      {"--service-cert-file", "serviceSecurity has the kind of security"},
      {"--service-key-file", "serviceSecurity has the kind of security"},
      {"--service-server-name", "it changes which certificate is accepted; it does not change a decision"},
      {"--service-timeout", "it changes when a call fails; it does not change a decision"},
      {"--source", "a run on a folder does not write this line"},
      {"--watch", "it changes when objects are read; it does not change a decision"},
  };
  return reasons;
}

// The flags of --help, each with the controllers that accept it.
std::map<std::string, std::set<std::string>> FlagsOfHelp() {
  std::map<std::string, std::set<std::string>> flags;
  std::istringstream help(sidecar::ParseCommandLine({"--help"})->print);
  std::string flag;
  for (std::string line; std::getline(help, line);) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words.empty()) continue;
    if (line.rfind("  --", 0) == 0) {
      flag = words[0];
    } else if (!flag.empty()) {
      // This line is the description.
      std::set<std::string>& controllers = flags[flag];
      constexpr absl::string_view kOnlyWith = "with --controller=";
      const std::string text = absl::StrJoin(words, " ");
      if (absl::StartsWith(text, kOnlyWith)) {
        const std::string names = text.substr(kOnlyWith.size(), text.find(':') - kOnlyWith.size());
        controllers = absl::StrSplit(names, '|');
      } else {
        for (const ControllerInfo* info : Controllers()) controllers.insert(info->name);
      }
      flag.clear();
    }
  }
  flags.erase("--version");
  return flags;
}

// Returns the settings in enforce mode with the additional flag `flag`, as text.
std::string Line(const std::string& controller, const std::string& flag = "", const std::string& value = "") {
  std::map<std::string, std::string> flags = {{"--controller", controller}, {"--mode", "enforce"}};
  if (!flag.empty()) flags[flag] = value;
  std::vector<std::string> texts;
  std::vector<const char*> arguments;
  texts.reserve(flags.size());
  arguments.reserve(flags.size());
  for (const auto& [name, text] : flags) texts.push_back(absl::StrCat(name, "=", text));
  for (const std::string& text : texts) arguments.push_back(text.c_str());
  const absl::StatusOr<sidecar::CommandLine> parsed = sidecar::ParseCommandLine(arguments);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  if (!parsed.ok()) return "";
  return absl::StrJoin(
      sidecar::SettingsOf(parsed->options), "\n",
      [](std::string* out, const sidecar::LogField& field) { absl::StrAppend(out, field.key, "=", field.value); });
}

TEST(SettingsTest, EachFlagOfTheSidecarIsInTheLine) {
  std::set<std::string> known;
  for (const auto& [flag, controllers] : FlagsOfHelp()) {
    SCOPED_TRACE(flag);
    const bool excluded = NotInTheLine().count(flag) > 0;
    const auto value = Values().find(flag);
    EXPECT_NE(value != Values().end(), excluded)
        << "add the flag to AddSettings() of its controller, or to SettingsOf(), and give it a value in this test, or "
           "add the reason why it is not there";
    known.insert(flag);
    if (value == Values().end()) continue;
    for (const std::string& controller : controllers) {
      EXPECT_NE(Line(controller, flag, value->second), Line(controller)) << controller;
    }
  }
  for (const auto* list : {&Values(), &NotInTheLine()}) {
    for (const auto& [flag, text] : *list) EXPECT_EQ(known.count(flag), 1u) << flag << " is not a flag";
  }
}

TEST(SettingsTest, TheControllerIsInTheLine) {
  for (const ControllerInfo* info : Controllers()) {
    EXPECT_THAT(Line(info->name), ::testing::HasSubstr(absl::StrCat("controller=", info->name, "\n")));
  }
}

}  // namespace
}  // namespace cpsizer::lint
