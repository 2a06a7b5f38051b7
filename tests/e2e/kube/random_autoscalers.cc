#include "tests/e2e/kube/random_autoscalers.h"

#include <string>

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr size_t kRandomAutoscalersMostChanges = 3;
constexpr size_t kMostMetrics = 3;

Json Reference(const char* api_version, const char* kind, const char* name) {
  return {{"apiVersion", api_version}, {"kind", kind}, {"name", name}};
}

Json Policy(const char* type, int value, int period) {
  return {{"type", type}, {"value", value}, {"periodSeconds", period}};
}

// Returns the source of a metric, which is the first JSON object in it.
Json* SourceOf(Json& metric) {
  for (Json& value : metric) {
    if (value.is_object()) return &value;
  }
  return nullptr;
}

Json RandomAutoscalersNames() {
  return Json::array({"web", "Web_1", "a.b", "", ".", "..", "a/b", "a%b", std::string(64, 'n')});
}

}  // namespace

Json RandomAutoscalers::Next() {
  Json autoscaler = Good();
  for (size_t changes = Below(kRandomAutoscalersMostChanges + 1); changes > 0; --changes) Change(autoscaler);
  return autoscaler;
}

Json RandomAutoscalers::Good() {
  Json spec = {{"scaleTargetRef", Reference("apps/v1", "Deployment", "web")}, {"minReplicas", 2}, {"maxReplicas", 10}};
  for (size_t metrics = Below(kMostMetrics + 1); metrics > 0; --metrics) spec["metrics"].push_back(GoodMetric());
  if (Below(2) == 0) {
    spec["behavior"]["scaleDown"] = {
        {"stabilizationWindowSeconds", 60}, {"selectPolicy", "Min"}, {"tolerance", "0.05"}};
    spec["behavior"]["scaleUp"]["policies"] = Json::array({Policy("Pods", 4, 15), Policy("Percent", 100, 60)});
  }
  return {{"apiVersion", "autoscaling/v2"},
          {"kind", "HorizontalPodAutoscaler"},
          {"metadata", {{"name", "web"}, {"namespace", "default"}}},
          {"spec", spec}};
}

Json RandomAutoscalers::GoodMetric() {
  const Json cpu = {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 60}}}};
  const Json average = {{"type", "AverageValue"}, {"averageValue", "500m"}};
  const Json value = {{"type", "Value"}, {"value", "2k"}};
  const Json metric = {{"name", "requests-per-second"}};
  Json container = cpu;
  container["container"] = "app";
  switch (Below(5)) {
    case 0:
      return {{"type", "Resource"}, {"resource", cpu}};
    case 1:
      return {{"type", "ContainerResource"}, {"containerResource", container}};
    case 2:
      return {{"type", "Pods"}, {"pods", {{"metric", metric}, {"target", average}}}};
    case 3:
      return {{"type", "External"}, {"external", {{"metric", metric}, {"target", Below(2) == 0 ? average : value}}}};
    default:
      return {{"type", "Object"},
              {"object",
               {{"metric", metric},
                {"target", value},
                {"describedObject", Reference("networking.k8s.io/v1", "Ingress", "main")}}}};
  }
}

void RandomAutoscalers::Change(Json& autoscaler) {
  Json& spec = autoscaler["spec"];
  switch (Below(8)) {
    case 0:
      return ChangeBounds(spec);
    case 1:
      return ChangeReference(spec["scaleTargetRef"]);
    case 2: {
      const Json names = RandomAutoscalersNames();
      autoscaler["metadata"]["name"] = names[Below(names.size())];
      return;
    }
    case 3:
    case 4:
      return ChangeBehavior(spec["behavior"]);
    default:
      if (!spec.contains("metrics")) spec["metrics"].push_back(GoodMetric());
      return ChangeMetric(spec["metrics"][Below(spec["metrics"].size())]);
  }
}

void RandomAutoscalers::ChangeBounds(Json& spec) {
  const Json kMins[] = {nullptr, 0, 0, -1, 10, 11};
  const Json kMaxes[] = {nullptr, 0, -1, 1, 2, 2147483647};
  Below(2) == 0 ? Put(spec, "minReplicas", kMins) : Put(spec, "maxReplicas", kMaxes);
}

void RandomAutoscalers::ChangeReference(Json& reference) {
  const Json kApiVersions[] = {nullptr, "", "/", "v1", "apps/v1", "apps/", "/v1", "a/b/c", "example.com/v1beta1"};
  const Json kKinds[] = {nullptr, "", "ReplicationController", "DaemonSet", "Widget", ".", "a/b"};
  switch (Below(3)) {
    case 0:
      return Put(reference, "apiVersion", kApiVersions);
    case 1:
      return Put(reference, "kind", kKinds);
    default:
      const Json names = RandomAutoscalersNames();
      reference["name"] = names[Below(names.size())];
  }
}

void RandomAutoscalers::ChangeMetric(Json& metric) {
  const Json kTypes[] = {nullptr, "", "resource", "Resource", "ContainerResource", "Pods", "Object", "External"};
  Json* const source = SourceOf(metric);
  switch (source == nullptr ? Below(2) : Below(6)) {
    case 0:
      return Put(metric, "type", kTypes);
    case 1:
      // Adds another metric source, or replaces the metric source if the type is the same.
      metric.update(GoodMetric());
      return;
    case 2:
      return ChangeSource(*source);
    default:
      return ChangeTarget((*source)["target"]);
  }
}

void RandomAutoscalers::ChangeSource(Json& source) {
  const Json kResources[] = {nullptr,          "",        "memory",          "ephemeral-storage", "hugepages-2Mi",
                             "pods",           "No Such", "example.com/gpu", "requests.foo/bar",  "a/b/c",
                             "kubernetes.io/x"};
  const Json kContainers[] = {nullptr, "", "app-1", "App", "a.b", std::string(64, 'c')};
  const Json names = RandomAutoscalersNames();
  switch (Below(4)) {
    case 0:
      return Put(source, "name", kResources);
    case 1:
      return Put(source, "container", kContainers);
    case 2:
      if (source.contains("describedObject")) return ChangeReference(source["describedObject"]);
      source["metric"]["name"] = names[Below(names.size())];
      return;
    default:
      source.erase(Below(2) == 0 ? "target" : "metric");
  }
}

void RandomAutoscalers::ChangeTarget(Json& target) {
  const Json kTypes[] = {nullptr, "", "Utilization", "Value", "AverageValue", "average"};
  const Json kAmounts[] = {nullptr, "1",     "0",   "-1", "1n", "0.0000000001", "20E", "-20E",
                           "20Ei",  "1.5Gi", "1e3", "",   "5%"};
  const Json kPercents[] = {nullptr, 1, 0, -1, 100, 150, 2147483647};
  switch (Below(4)) {
    case 0:
      return Put(target, "type", kTypes);
    case 1:
      return Put(target, "value", kAmounts);
    case 2:
      return Put(target, "averageValue", kAmounts);
    default:
      return Put(target, "averageUtilization", kPercents);
  }
}

void RandomAutoscalers::ChangeBehavior(Json& behavior) {
  const Json kWindows[] = {nullptr, 0, 1, -1, 3600, 3601};
  const Json kSelects[] = {nullptr, "Max", "Min", "Disabled", "max", ""};
  const Json kTolerances[] = {nullptr, "0", "-0", "0.1", "-1n", "5", "five", "20E"};
  Json& rules = behavior[Below(2) == 0 ? "scaleUp" : "scaleDown"];
  if (!rules.is_object()) rules = Json::object();
  switch (Below(5)) {
    case 0:
      return Put(rules, "stabilizationWindowSeconds", kWindows);
    case 1:
      return Put(rules, "selectPolicy", kSelects);
    case 2:
      return Put(rules, "tolerance", kTolerances);
    default:
      if (!rules.contains("policies")) rules["policies"].push_back(Policy("Pods", 1, 15));
      return ChangePolicy(rules["policies"][Below(rules["policies"].size())]);
  }
}

void RandomAutoscalers::ChangePolicy(Json& policy) {
  const Json kTypes[] = {nullptr, "", "Pods", "Percent", "pods"};
  const Json kValues[] = {nullptr, 0, -1, 1, 2147483647};
  const Json kPeriods[] = {nullptr, 0, -1, 1, 1800, 1801};
  switch (Below(3)) {
    case 0:
      return Put(policy, "type", kTypes);
    case 1:
      return Put(policy, "value", kValues);
    default:
      return Put(policy, "periodSeconds", kPeriods);
  }
}

}  // namespace cpsizer::e2e
