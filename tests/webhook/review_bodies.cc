#include "tests/webhook/review_bodies.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

nlohmann::json MachineAutoscalerOf(int min, int max) {
  return {{"apiVersion", "autoscaling.openshift.io/v1beta1"},
          {"kind", "MachineAutoscaler"},
          {"metadata", {{"name", "worker"}, {"namespace", "openshift-machine-api"}}},
          {"spec",
           {{"minReplicas", min},
            {"maxReplicas", max},
            {"scaleTargetRef",
             {{"apiVersion", "machine.openshift.io/v1beta1"}, {"kind", "MachineSet"}, {"name", "worker"}}}}}};
}

nlohmann::json SizesOf(int sizes, absl::string_view fraction) {
  nlohmann::json list = nlohmann::json::array();
  for (int i = 0; i < sizes; ++i) {
    nlohmann::json size = {{"name", absl::StrCat("size-", i)},
                           {"criteria", {{"from", i == 0 ? 0 : 10 * i + 1}}},
                           {"capacity",
                            {{"memory", absl::StrCat(8 * (i + 1), "Gi")},
                             {"kubeAPIServerMemoryFraction", i == 0 ? std::string(fraction) : std::string("0.6")}}}};
    if (i + 1 < sizes) size["criteria"]["to"] = 10 * (i + 1);
    list.push_back(std::move(size));
  }
  return {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
          {"kind", "ClusterSizingConfiguration"},
          {"metadata", {{"name", "cluster"}}},
          {"spec",
           {{"concurrency", nlohmann::json::object()},
            {"transitionDelay", nlohmann::json::object()},
            {"sizes", std::move(list)}}}};
}

nlohmann::json ReviewOf(absl::string_view operation, const nlohmann::json& object) {
  const std::string api_version = object["apiVersion"];
  const size_t slash = api_version.find('/');
  nlohmann::json request = {
      {"uid", "705ab4f5-6393-11e8-b7cc-42010a800002"},
      {"kind",
       {{"group", api_version.substr(0, slash)}, {"version", api_version.substr(slash + 1)}, {"kind", object["kind"]}}},
      {"operation", std::string(operation)},
      {"userInfo", {{"username", "admin"}}},
      {"object", object},
      {"oldObject", nullptr},
      {"dryRun", false}};
  for (const char* key : {"name", "namespace"}) {
    if (object["metadata"].contains(key)) request[key] = object["metadata"][key];
  }
  return {{"apiVersion", "admission.k8s.io/v1"}, {"kind", "AdmissionReview"}, {"request", std::move(request)}};
}

}  // namespace cpsizer::testing
