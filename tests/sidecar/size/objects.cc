#include "tests/sidecar/size/objects.h"

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/stored_schema.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

Json Size(const char* name, int from, const Json& to, const char* memory, const char* cpu) {
  Json size = {{"name", name}, {"criteria", {{"from", from}}}, {"capacity", {{"memory", memory}, {"cpu", cpu}}}};
  if (!to.is_null()) size["criteria"]["to"] = to;
  return size;
}

}  // namespace

Json ClusterJson(const std::string& name, const std::string& recommended_size) {
  Json annotations = {{"hypershift.openshift.io/resource-based-cp-auto-scaling", "true"},
                      {"hypershift.openshift.io/topology", "dedicated-request-serving-components"}};
  if (!recommended_size.empty()) annotations["hypershift.openshift.io/recommended-cluster-size"] = recommended_size;
  return {{"apiVersion", "hypershift.openshift.io/v1beta1"},
          {"kind", "HostedCluster"},
          {"metadata", {{"namespace", "clusters"}, {"name", name}, {"annotations", annotations}}}};
}

Json VpaJson(const std::string& cluster, const std::string& memory, const std::string& cpu) {
  Json vpa = {{"apiVersion", "autoscaling.k8s.io/v1"},
              {"kind", "VerticalPodAutoscaler"},
              {"metadata",
               {{"namespace", "clusters-" + cluster},
                {"name", "kube-apiserver"},
                {"annotations",
                 {{"hypershift.openshift.io/cluster-namespace", "clusters"},
                  {"hypershift.openshift.io/cluster-name", cluster}}}}},
              {"spec",
               {{"targetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", "kube-apiserver"}}},
                {"updatePolicy", {{"updateMode", "Off"}}}}}};
  if (memory.empty()) return vpa;
  Json amounts = {{"memory", memory}};
  if (!cpu.empty()) amounts["cpu"] = cpu;
  vpa["status"] = {
      {"conditions",
       Json::array(
           {{{"type", "RecommendationProvided"}, {"status", "True"}, {"lastTransitionTime", "2026-11-01T00:00:00Z"}}})},
      {"recommendation",
       {{"containerRecommendations",
         Json::array({{{"containerName", "kube-apiserver"}, {"target", amounts}, {"uncappedTarget", amounts}}})}}}};
  return vpa;
}

Json ConfigurationJson(int64_t generation) {
  return {
      {"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
      {"kind", "ClusterSizingConfiguration"},
      {"metadata", {{"name", "cluster"}, {"generation", generation}}},
      {"spec",
       {{"sizes", Json::array({Size("small", 0, 10, "32Gi", "8"), Size("medium", 11, 100, "64Gi", "16"),
                               Size("large", 101, nullptr, "128Gi", "32")})},
        {"concurrency", Json::object()},
        {"transitionDelay", Json::object()},
        {"resourceBasedAutoscaling", {{"kubeAPIServerMemoryFraction", "0.5"}, {"kubeAPIServerCPUFraction", "0.5"}}}}}};
}

Json MachineSetJson(const std::string& size, const std::string& memory_mib, const std::string& cpus) {
  return {{"apiVersion", "machine.openshift.io/v1beta1"},
          {"kind", "MachineSet"},
          {"metadata",
           {{"name", "serving-" + size},
            {"namespace", "openshift-machine-api"},
            {"annotations", {{"machine.openshift.io/memoryMb", memory_mib}, {"machine.openshift.io/vCPU", cpus}}}}},
          {"spec",
           {{"template", {{"spec", {{"metadata", {{"labels", {{"hypershift.openshift.io/cluster-size", size}}}}}}}}}}}};
}

Json ConfigurationWithoutCapacitiesJson() {
  Json configuration = ConfigurationJson();
  for (Json& size : configuration["spec"]["sizes"]) {
    size["name"] = std::string(size["name"]) + "-of-machines";
    size.erase("capacity");
  }
  return configuration;
}

std::vector<Json> ServingMachineSetsJson() {
  return {MachineSetJson("small-of-machines", "32768", "8"), MachineSetJson("medium-of-machines", "65536", "16"),
          MachineSetJson("large-of-machines", "131072", "32")};
}

Json ConfigurationCrdJson(const objects::FieldPaths& fields) {
  Json schema = {{"type", "object"}};
  for (const std::string& field : fields) {
    Json* node = &schema;
    for (absl::string_view step : absl::StrSplit(field, '.')) {
      const bool list = absl::ConsumeSuffix(&step, "[]");
      node = &(*node)["properties"][std::string(step)];
      if (list) node = &(*node)["items"];
    }
    (*node)["type"] = "string";
  }
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", kConfigurationCrd}}},
          {"spec", {{"versions", {{{"name", "v1alpha1"}, {"schema", {{"openAPIV3Schema", schema}}}}}}}}};
}

v1::ClusterSizingConfiguration ConfigurationMessage() {
  return ReadConfiguration(ConfigurationJson()).config;
}

}  // namespace cpsizer::sidecar
