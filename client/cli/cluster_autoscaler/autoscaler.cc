#include "client/cli/cluster_autoscaler/autoscaler.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/cluster_autoscaler/plan_input.h"
#include "client/cli/cluster_autoscaler/plan_output.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/listed_kind.h"
#include "client/cluster_autoscaler/feature_gates.h"
#include "client/cluster_autoscaler/operator_environment.h"
#include "client/cluster_autoscaler/setting_checks.h"

namespace cpsizer::cli {
namespace {

using PlanResponse = v1::PlanClusterAutoscalerResponse;

constexpr ListedKind kListedAutoscalingKinds[] = {
    kListedClusterAutoscalers,
    kListedMachineAutoscalers,
    {"machine.openshift.io/v1beta1", "MachineSet", "machinesets", true},
    kListedInfrastructures,
    {"config.openshift.io/v1", "FeatureGate", "featuregates", false},
    {"apps/v1", "Deployment", "deployments", true},
    {"v1", "Service", "services", true},
    {"monitoring.coreos.com/v1", "ServiceMonitor", "servicemonitors", true},
    {"monitoring.coreos.com/v1", "PrometheusRule", "prometheusrules", true},
    {"networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", true},
};

// The cluster-autoscaler-operator reads objects of this namespace only.
constexpr char kMachineApiNamespace[] = "openshift-machine-api";

absl::StatusOr<ListedObjects> ListAutoscaling(const AutoscalerFlags& flags) {
  ClusterFlags cluster = flags.source.cluster;
  if (cluster.name_space.empty()) cluster.name_space = flags.operator_namespace;
  if (cluster.name_space.empty()) cluster.name_space = kMachineApiNamespace;
  return ListKinds(cluster, kListedAutoscalingKinds, objects::kAutoscalingKinds);
}

// A field of ClusterAutoscalerOperatorSettings, and the flag that sets the field.
struct SettingFlag {
  absl::string_view field;
  absl::string_view flag;
};
constexpr SettingFlag kSettingFlags[] = {
    {"operator.releaseVersion", "--release-version"}, {"operator.image", "--image"},
    {"operator.namespace", "--operator-namespace"},   {"operator.cloudProvider", "--cloud-provider"},
    {"operator.extraArgs", "--extra-args"},           {"operator.architecture", "--architecture"},
    {"operator.featureGates", "--feature-gate"},
};

absl::string_view FlagOfSetting(absl::string_view field) {
  for (const SettingFlag& row : kSettingFlags) {
    if (row.field == field) return row.flag;
  }
  return "";
}

// Sets `setting` to the value of the flag, if the flag is given. A flag overrides the environment variable of the
// operator.
void SetByFlag(const std::string& flag, std::string& setting) {
  if (!flag.empty()) setting = flag;
}

// Errors: InvalidArgument if the environment variables or the feature gates of the operator cannot be read.
absl::Status SetOperator(const AutoscalerFlags& flags, const objects::Inventory& inventory,
                         v1::ClusterAutoscalerOperatorSettings& settings) {
  absl::Status status = cluster_autoscaler::ReadOperatorEnvironment(inventory.machines.operands, settings);
  if (!status.ok()) return status;
  SetByFlag(flags.release_version, *settings.mutable_release_version());
  SetByFlag(flags.image, *settings.mutable_image());
  SetByFlag(flags.operator_namespace, *settings.mutable_namespace_());
  SetByFlag(flags.cloud_provider, *settings.mutable_cloud_provider());
  SetByFlag(flags.extra_args, *settings.mutable_extra_args());
  settings.set_architecture(flags.architecture);
  settings.mutable_feature_gates()->Add(flags.feature_gates.begin(), flags.feature_gates.end());
  if (!flags.feature_gates.empty()) return absl::OkStatus();
  for (const v1::ClusterAutoscalerCurrentObject& object : inventory.machines.operands) {
    if (object.kind() != "FeatureGate" || object.name() != "cluster") continue;
    status = cluster_autoscaler::ReadFeatureGates(object, settings);
    if (status.ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat(status.message(), ", or its feature gates with --feature-gate"));
  }
  return absl::OkStatus();
}

// A verb that shows a plan.
struct PlanVerb {
  std::string name;
  std::string description;
  std::string example;
  bool has_objects;  // the verb prints objects of the cluster-autoscaler, which need an image
  bool compares;     // the verb compares the planned objects with the current objects
  DecisionOutput<PlanResponse> output;
};

// Makes the request with the settings of the operator.
absl::optional<PlanInput> MakeInput(const AutoscalerFlags& flags, const PlanVerb& verb, Inputs& inputs, Screen& err) {
  absl::optional<PlanInput> input = MakePlanInput(inputs, verb.compares, err);
  if (!input.has_value()) return absl::nullopt;
  v1::ClusterAutoscalerOperatorSettings& settings = *input->request.mutable_operator_();
  if (const absl::Status status = SetOperator(flags, inputs.inventory, settings); !status.ok()) {
    inputs.exit_code = PrintError(status, kExitUsage, err);
    return absl::nullopt;
  }
  if (verb.has_objects && settings.image().empty()) {
    PrintNote(absl::StrCat("the objects of the cluster-autoscaler are left out: there is no Deployment "
                           "cluster-autoscaler-operator with its settings; give --image",
                           settings.release_version().empty() ? " and --release-version" : ""),
              err);
  }
  return input;
}

int RunPlan(const AutoscalerFlags& flags, const PlanVerb& plan, Environment& environment) {
  const auto list = [&flags] { return ListAutoscaling(flags); };
  const auto make = [&](Inputs& inputs, Screen& err) { return MakeInput(flags, plan, inputs, err); };
  const DecisionVerb<v1::PlanClusterAutoscalerRequest, PlanResponse, PlanPlaces> verb = {
      &SizingService::PlanClusterAutoscaler, objects::kAutoscalingKinds, list, make, FlagOfSetting, plan.output};
  return verb.Run(flags, environment);
}

DecisionOutput<PlanResponse> ArgumentsOutput() {
  DecisionOutput<PlanResponse> output;
  output.names = PrintArgumentNames;
  output.table = [](const PlanResponse& response, bool, Screen& out) { PrintArguments(response, out); };
  output.json = [](const PlanResponse& response) {
    PlanResponse arguments;
    *arguments.mutable_arguments() = response.arguments();
    return ToJson(arguments);
  };
  return output;
}

DecisionOutput<PlanResponse> DiffOutput() {
  DecisionOutput<PlanResponse> output;
  output.names = [](const PlanResponse& response, Screen& out) { PrintPlanDiff(response, /*names=*/true, out); };
  output.table = [](const PlanResponse& response, bool, Screen& out) { PrintPlanDiff(response, /*names=*/false, out); };
  output.exit_code = [](const PlanResponse& response) { return HasDifferences(response) ? kExitFindings : kExitFine; };
  return output;
}

PlanVerb WholePlan() {
  return {"plan",
          "Print the whole plan: arguments, annotations of MachineSets, objects",
          "autoscaler plan -f deploy/examples/cluster-autoscaler --release-version 4.18.2 --image "
          "cluster-autoscaler:4.18",
          /*has_objects=*/true,
          /*compares=*/false,
          {PrintPlanNames, PrintPlan}};
}

// Returns a check for CLI11: a function that returns the error, or an empty text.
std::function<std::string(const std::string&)> ValueCheck(absl::Status (*check)(absl::string_view)) {
  return [check](const std::string& text) { return std::string(check(text).message()); };
}

Verb AddPlanVerb(CLI::App& parent, PlanVerb verb) {
  CLI::App* app = parent.add_subcommand(verb.name, verb.description);
  auto flags = std::make_shared<AutoscalerFlags>();
  AddSource(*app, flags->source, /*several=*/true, "MachineAutoscalers, MachineSets and objects",
            "that of --operator-namespace");
  AddAutoscalerSettings(*app, *flags);
  AddResponse(*app, *flags);
  app->footer(verb.example);
  return {app, [flags, verb = std::move(verb)](Environment& environment) {
            return ForgiveFindings(RunPlan(*flags, verb, environment), flags->exit_zero);
          }};
}

}  // namespace

void AddAutoscalerSettings(CLI::App& app, AutoscalerFlags& flags) {
  namespace checks = cluster_autoscaler;
  AddText(app, "--release-version", flags.release_version, "VERSION",
          "Version of the operator, such as 4.18.2; the default of this flag and of --image, --operator-namespace, "
          "--cloud-provider and --extra-args is read from the Deployment of the operator")
      .check(ValueCheck(checks::CheckReleaseVersion));
  AddText(app, "--image", flags.image, "IMAGE", "Image of the cluster-autoscaler")
      .check(ValueCheck(checks::CheckImage));
  AddText(app, "--operator-namespace", flags.operator_namespace, "NAMESPACE",
          "Namespace of the cluster-autoscaler and of MachineSets; the default is that of the Deployment of the "
          "operator, or else openshift-machine-api")
      .check(ValueCheck(checks::CheckNamespace));
  AddText(
      app, "--cloud-provider", flags.cloud_provider, "NAME",
      "Cloud provider of the cluster; the default is that of the Deployment of the operator, or else openshift, and "
      "clusterapi before release 4.23")
      .check(ValueCheck(checks::CheckCloudProvider));
  AddText(app, "--extra-args", flags.extra_args, "TEXT",
          "One additional argument of the cluster-autoscaler; it is not split at spaces")
      .check(ValueCheck(checks::CheckExtraArgs));
  AddText(
      app, "--architecture", flags.architecture, "NAME",
      "CPU architecture of nodes that do not specify one: amd64, arm64, ppc64le or s390x; the default is that of the "
      "present cluster-autoscaler, or else amd64")
      .check(ValueCheck(checks::CheckArchitecture));
  AddPaths(app, "--feature-gate", flags.feature_gates, /*several=*/false,
           "Name of an enabled feature gate that a plan depends on, such as ClusterAPIMachineManagementAWS; replaces "
           "the gates of the object FeatureGate; may be repeated")
      .type_name("NAME")
      ->check(ValueCheck(checks::CheckFeatureGate));
}

int RunAutoscalerPlan(const AutoscalerFlags& flags, Environment& environment) {
  return RunPlan(flags, WholePlan(), environment);
}

Verb AddAutoscaler(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "autoscaler", "Plan the cluster-autoscaler of an OpenShift cluster and the bounds of its MachineSets");
  app->require_subcommand(1);
  app->footer("autoscaler args -f deploy/examples/cluster-autoscaler");
  return {
      app,
      nullptr,
      {AddPlanVerb(*app, WholePlan()),
       AddPlanVerb(*app, {"args", "Print the command line of the cluster-autoscaler, with the field of each argument",
                          "autoscaler args -f deploy/examples/cluster-autoscaler -o name",
                          /*has_objects=*/false, /*compares=*/false, ArgumentsOutput()}),
       AddPlanVerb(*app, {"diff", "Print what differs from the plan; the exit code is 1 if anything does",
                          "autoscaler diff -f deploy/examples/cluster-autoscaler --release-version 4.18.2 --image "
                          "cluster-autoscaler:4.18",
                          /*has_objects=*/true, /*compares=*/true, DiffOutput()})}};
}

}  // namespace cpsizer::cli
