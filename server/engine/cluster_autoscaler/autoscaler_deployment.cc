#include <string>
#include <utility>

#include "server/engine/cluster_autoscaler/planned_objects.h"

namespace cpsizer {
namespace {

constexpr char kProgram[] = "cluster-autoscaler";

// Returns the annotations of the Deployment and of its pods. An update of the Deployment does not write the last
// annotation.
std::vector<PlannedValue::Member> Annotations(const PlanSettings& settings) {
  return {{"scheduler.alpha.kubernetes.io/critical-pod", PlannedValue::Text("")},
          {"release.openshift.io/version",
           PlannedValue::Text(std::string(settings.release_version), "operator.releaseVersion")},
          {"target.workload.openshift.io/management",
           PlannedValue::Text(R"({"effect": "PreferredDuringScheduling"})").AtCreation()}};
}

PlannedValue Environment(const PlanSettings& settings) {
  std::vector<PlannedValue> variables;
  const auto add = [&variables](absl::string_view name, absl::string_view value, absl::string_view source) {
    variables.push_back(PlannedValue::Map(
        {{"name", PlannedValue::Text(std::string(name))}, {"value", PlannedValue::Text(std::string(value), source)}}));
  };
  if (settings.Has(ReleaseFact::kCapiVariables)) {
    add("CAPI_GROUP", "machine.openshift.io", "");
    add("CAPI_VERSION", "v1beta1", "");
  }
  if (settings.Has(ReleaseFact::kArchitectureVariable)) {
    add(kArchitectureVariable, settings.architecture, "operator.architecture");
  }
  if (settings.Has(ReleaseFact::kOpenShiftProvider) && !settings.has_cluster_api) {
    add("OPENSHIFT_CLUSTERAPI_DISABLE", "true", "operator.featureGates");
  }
  return PlannedValue::List(std::move(variables));
}

PlannedValue Container(const PlanSettings& settings, const Arguments& arguments) {
  std::vector<PlannedValue> args;
  for (const v1::ClusterAutoscalerArgument& argument : arguments) {
    args.push_back(PlannedValue::Text(argument.argument(), argument.source()));
  }
  return PlannedValue::Map({
      {"name", PlannedValue::Text(kProgram)},
      {"image", PlannedValue::Text(std::string(settings.image), "operator.image")},
      {"command", PlannedValue::List({PlannedValue::Text(kProgram)})},
      {"args", PlannedValue::List(std::move(args))},
      {"ports", PlannedValue::List({PlannedValue::Map(
                    {{"name", PlannedValue::Text("metrics")}, {"containerPort", PlannedValue::Number(8'085)}})})},
      {"env", Environment(settings)},
      {"resources",
       PlannedValue::WholeMap({{"requests", PlannedValue::Map({{"cpu", PlannedValue::Text("10m")},
                                                               {"memory", PlannedValue::Text("20Mi")}})}})},
  });
}

PlannedValue PodSpec(const PlanSettings& settings, const Arguments& arguments) {
  return PlannedValue::Map({
      {"serviceAccountName", PlannedValue::Text("cluster-autoscaler")},
      {"priorityClassName", PlannedValue::Text("system-cluster-critical")},
      {"nodeSelector", PlannedValue::WholeMap({{"node-role.kubernetes.io/master", PlannedValue::Text("")},
                                               {"beta.kubernetes.io/os", PlannedValue::Text("linux")}})},
      {"containers", PlannedValue::List({Container(settings, arguments)})},
      {"tolerations",
       PlannedValue::List({PlannedValue::Map({{"key", PlannedValue::Text("CriticalAddonsOnly")},
                                              {"operator", PlannedValue::Text("Exists")}}),
                           PlannedValue::Map({{"key", PlannedValue::Text("node-role.kubernetes.io/master")},
                                              {"effect", PlannedValue::Text("NoSchedule")},
                                              {"operator", PlannedValue::Text("Exists")}})})},
  });
}

}  // namespace

PlannedObject MakeDeployment(const ObjectMaker& maker, const Arguments& arguments) {
  const PlanSettings& settings = maker.settings();
  PlannedValue template_metadata = PlannedValue::Map(
      {{"labels", maker.PodLabels().AtCreation()}, {"annotations", PlannedValue::Map(Annotations(settings))}});
  PlannedValue spec = PlannedValue::Map(
      {{"replicas", PlannedValue::Number(settings.replicas, "operator.replicas").AtCreation()},
       {"selector", PlannedValue::Map({{"matchLabels", maker.PodLabels()}}).AtCreation()},
       {"template",
        PlannedValue::Map({{"metadata", std::move(template_metadata)}, {"spec", PodSpec(settings, arguments)}})}});
  return maker.Make("apps/v1", "Deployment", "", {{"annotations", PlannedValue::Map(Annotations(settings))}},
                    {{"spec", std::move(spec)}});
}

}  // namespace cpsizer
