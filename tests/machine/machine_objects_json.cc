#include "tests/machine/machine_objects_json.h"

#include <vector>

#include "absl/strings/escaping.h"

namespace cpsizer::machine {

using kube::Json;

Json AutoscalerJson(const std::string& window) {
  const auto size = [](int weight, const char* type) { return Json{{"weight", weight}, {"instanceType", type}}; };
  const auto cpu = [&](const char* value) {
    return Json{{"type", "cpu"}, {"cpu", {{"value", value}, {"timeWindow", window}}}};
  };
  Json sizes = {{"platform", "AWS"}};
  sizes["aws"] = Json::array({size(1, "small"), size(2, "medium"), size(3, "large")});
  Json spec;
  spec["machineConfiguration"] = {{"machineType", "machines_v1beta1_machine_openshift_io"},
                                  {"machines_v1beta1_machine_openshift_io", {{"machineConfigurations", sizes}}}};
  spec["scaleUp"]["triggers"] = Json::array({cpu("80")});
  spec["scaleDown"]["triggers"] = Json::array({cpu("40")});
  return {{"apiVersion", "machine.openshift.io/v1alpha1"},
          {"kind", "ControlPlaneMachineSetAutoscaler"},
          {"metadata", {{"name", "cluster"}, {"namespace", kNamespace}}},
          {"spec", spec}};
}

Json MachineSetJson(const std::string& size) {
  const Json value = {{"apiVersion", "machine.openshift.io/v1beta1"},
                      {"kind", "AWSMachineProviderConfig"},
                      {"instanceType", size},
                      {"ami", {{"id", "ami-1"}}}};
  Json machines;
  machines["failureDomains"]["platform"] = "AWS";
  machines["spec"]["providerSpec"]["value"] = value;
  return {{"apiVersion", "machine.openshift.io/v1"},
          {"kind", "ControlPlaneMachineSet"},
          {"metadata", {{"name", "cluster"}, {"namespace", kNamespace}, {"generation", 1}}},
          {"spec",
           {{"replicas", 3},
            {"state", "Active"},
            {"strategy", {{"type", "RollingUpdate"}}},
            {"template",
             {{"machineType", "machines_v1beta1_machine_openshift_io"},
              {"machines_v1beta1_machine_openshift_io", machines}}}}},
          {"status", {{"observedGeneration", 1}, {"replicas", 3}, {"updatedReplicas", 3}, {"readyReplicas", 3}}}};
}

Json& ProviderSpecOf(Json& machine_set) {
  return machine_set["spec"]["template"]["machines_v1beta1_machine_openshift_io"]["spec"]["providerSpec"]["value"];
}

Json NodeJson(const std::string& name) {
  return {{"apiVersion", "v1"},
          {"kind", "Node"},
          {"metadata", {{"name", name}, {"labels", {{"node-role.kubernetes.io/control-plane", ""}}}}},
          {"status", {{"capacity", {{"cpu", "4"}, {"memory", "16Gi"}}}}}};
}

Json NodeMetricsJson(const std::string& node, const std::string& timestamp, const std::string& cpu,
                     const std::string& memory) {
  return {{"metadata", {{"name", node}}},
          {"timestamp", timestamp},
          {"window", "30s"},
          {"usage", {{"cpu", cpu}, {"memory", memory}}}};
}

Json ListOf(const std::string& kind, const std::vector<Json>& items) {
  Json list = {{"kind", kind}, {"metadata", {{"resourceVersion", "1"}}}};
  list["items"] = Json::array();
  for (const Json& item : items) list["items"].push_back(item);
  return list;
}

Json SecretJson(const std::string& name, const std::string& key, const std::string& value) {
  return {{"apiVersion", "v1"},
          {"kind", "Secret"},
          {"metadata", {{"name", name}, {"namespace", kNamespace}}},
          {"data", {{key, absl::Base64Escape(value)}}}};
}

Json QueryTriggerJson(const std::string& server, const std::string& threshold) {
  return {{"type", "prometheus"},
          {"prometheus", {{"serverAddress", server}, {"query", "load"}, {"threshold", threshold}}}};
}

}  // namespace cpsizer::machine
