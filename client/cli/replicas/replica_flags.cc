#include "client/cli/replicas/replica_flags.h"

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/base/flags.h"
#include "client/objects/escape.h"
#include "client/replicas/feature_gates.h"
#include "client/replicas/hpa_options.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::cli {
namespace {

using replicas::HpaOption;
using replicas::HpaOptionForm;
using replicas::HpaOptions;

}  // namespace

v1::RecommendReplicasOptions ControllerFlags::Options() const {
  v1::RecommendReplicasOptions options;
  for (size_t i = 0; i < HpaOptions().size(); ++i) {
    if (values[i].has_value()) HpaOptions()[i].set(*values[i], options);
  }
  options.set_zero_replicas_rule(zero_replicas_rule);
  // The error can be ignored, because the value was checked when the flags were parsed.
  if (!kubernetes_version.empty()) options.set_kubernetes_version(kubernetes_version);
  if (!feature_gates.empty()) replicas::SetFeatureGates(feature_gates, options).IgnoreError();
  return options;
}

void CheckController(const ControllerFlags& flags, FlagChecks& checks) {
  for (size_t i = 0; i < HpaOptions().size(); ++i) {
    const HpaOption& option = HpaOptions()[i];
    if (option.form == HpaOptionForm::kDuration) {
      checks.Duration(option.flag, flags.values[i]);
    } else {
      checks.Quantity(option.flag, flags.values[i]);
    }
  }
}

void AddController(CLI::App& app, ControllerFlags& flags) {
  for (size_t i = 0; i < HpaOptions().size(); ++i) {
    const HpaOption& option = HpaOptions()[i];
    AddText(app, std::string(option.flag), flags.values[i],
            option.form == HpaOptionForm::kDuration ? "DURATION" : "QUANTITY",
            absl::StrCat(option.description, "; the default is ", option.default_value));
  }
  AddText(app, "--feature-gates", flags.feature_gates, "NAME=true|false,...",
          absl::StrCat("Gates of the controller; the default of each is ", replicas::kDefaultFeatureGates))
      .check([](const std::string& text) {
        v1::RecommendReplicasOptions ignored;
        return std::string(replicas::SetFeatureGates(text, ignored).message());
      });
  std::vector<absl::string_view> rules;
  for (const auto& rule : replicas::kZeroReplicasRules) rules.push_back(rule.name);
  AddChoice(
      app, "--zero-replicas-rule", rules,
      [&flags](size_t place) { flags.zero_replicas_rule = replicas::kZeroReplicasRules[place].value; },
      "What lets an autoscaler scale its target up from zero replicas: the condition ScaledToZero (the default for "
      "Kubernetes v1.36 and later), or minReplicas 0 (the default for earlier versions)");
  AddKubernetesVersion(app, flags.kubernetes_version);
}

void AddKubernetesVersion(CLI::App& app, std::string& version) {
  AddText(app, "--kubernetes-version", version, "VERSION",
          absl::StrCat("Version of the cluster, such as v1.36.3, which determines defaults such as feature gates; the "
                       "default is the version of the API server, or ",
                       kDefaultKubernetesVersion, " for files"))
      .check([](const std::string& text) {
        return KubernetesMinor(text).has_value()
                   ? std::string()
                   : absl::StrCat(
                         objects::QuotedValue(text),
                         " is not a version of Kubernetes from v1.23 to v1.99; write a version such as v1.37.2");
      });
}

absl::string_view ControllerFlagOf(absl::string_view field) {
  if (field == "now") return "--now";
  for (const HpaOption& option : HpaOptions()) {
    if (option.field == field) return option.flag;
  }
  return "";
}

}  // namespace cpsizer::cli
