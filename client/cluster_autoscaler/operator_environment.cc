#include "client/cluster_autoscaler/operator_environment.h"

#include <cstdint>
#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"

namespace cpsizer::cluster_autoscaler {
namespace {

using Settings = v1::ClusterAutoscalerOperatorSettings;

struct TextVariable {
  absl::string_view name;
  std::string* (Settings::*text)();
};
constexpr TextVariable kTexts[] = {
    {"RELEASE_VERSION", &Settings::mutable_release_version},
    {"CLUSTER_AUTOSCALER_IMAGE", &Settings::mutable_image},
    {"CLUSTER_AUTOSCALER_NAME", &Settings::mutable_name},
    {"CLUSTER_AUTOSCALER_NAMESPACE", &Settings::mutable_namespace_},
    {"WATCH_NAMESPACE", &Settings::mutable_watch_namespace},
    {"LEADER_ELECTION_NAMESPACE", &Settings::mutable_leader_election_namespace},
    {"CLUSTER_AUTOSCALER_CLOUD_PROVIDER", &Settings::mutable_cloud_provider},
    {"CLUSTER_AUTOSCALER_EXTRA_ARGS", &Settings::mutable_extra_args},
};

struct NumberVariable {
  absl::string_view name;
  void (Settings::*set)(int32_t value);
};
constexpr NumberVariable kNumbers[] = {
    {"CLUSTER_AUTOSCALER_VERBOSITY", &Settings::set_verbosity},
    {"WEBHOOKS_PORT", &Settings::set_webhooks_port},
};

// Returns the environment variables of all containers, by name. Leaves out variables without a literal value.
std::map<std::string, std::string> VariablesOf(const v1::ClusterAutoscalerCurrentObject& deployment) {
  std::map<std::string, std::string> variables;
  for (const auto& [path, name] : deployment.fields()) {
    absl::string_view entry = path;
    if (!absl::StartsWith(entry, "spec.template.spec.containers[") || !absl::StrContains(entry, "].env[") ||
        !absl::ConsumeSuffix(&entry, "].name")) {
      continue;
    }
    const auto value = deployment.fields().find(absl::StrCat(entry, "].value"));
    if (value != deployment.fields().end()) variables[name] = value->second;
  }
  return variables;
}

}  // namespace

absl::Status ReadOperatorEnvironment(const std::vector<v1::ClusterAutoscalerCurrentObject>& objects,
                                     Settings& settings) {
  for (const v1::ClusterAutoscalerCurrentObject& object : objects) {
    if (object.kind() != "Deployment" || object.name() != "cluster-autoscaler-operator") continue;
    const std::map<std::string, std::string> variables = VariablesOf(object);
    for (const TextVariable& text : kTexts) {
      const auto found = variables.find(std::string(text.name));
      if (found != variables.end()) *(settings.*text.text)() = found->second;
    }
    for (const NumberVariable& number : kNumbers) {
      const auto found = variables.find(std::string(number.name));
      if (found == variables.end() || found->second.empty()) continue;
      int32_t value = 0;
      if (!absl::SimpleAtoi(found->second, &value)) {
        return absl::InvalidArgumentError(absl::StrCat("Deployment cluster-autoscaler-operator: ", number.name,
                                                       " is \"", objects::Escape(found->second),
                                                       "\", which is not a number; the operator does not start"));
      }
      (settings.*number.set)(value);
    }
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::cluster_autoscaler
