#include "client/sidecar/cluster_autoscaler/plan_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "client/kube/json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::HasSubstr;

v1::PlanClusterAutoscalerRequest CheckedRequest() {
  v1::PlanClusterAutoscalerRequest request;
  request.mutable_cluster_autoscaler()->mutable_metadata()->set_uid("u");
  request.mutable_operator_()->set_namespace_("openshift-machine-api");
  request.mutable_operator_()->set_image("image:1");
  return request;
}

Json CheckedManifest() {
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata",
           {{"name", "cluster-autoscaler-default"},
            {"namespace", "openshift-machine-api"},
            {"ownerReferences", Json::array({{{"kind", "ClusterAutoscaler"}, {"uid", "u"}}})}}},
          {"spec",
           {{"template",
             {{"spec",
               {{"serviceAccountName", "cluster-autoscaler"},
                {"containers", Json::array({{{"name", "cluster-autoscaler"},
                                             {"image", "image:1"},
                                             {"command", Json::array({"cluster-autoscaler"})}}})}}}}}}}};
}

v1::PlanClusterAutoscalerResponse ResponseWith(const Json& manifest) {
  v1::PlanClusterAutoscalerResponse response;
  response.set_outcome(v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
  v1::ClusterAutoscalerObject& object = *response.add_objects();
  object.set_api_version("apps/v1");
  object.set_kind("Deployment");
  object.set_namespace_("openshift-machine-api");
  object.set_name("cluster-autoscaler-default");
  object.set_action(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE);
  object.set_manifest(manifest.dump());
  return response;
}

TEST(PlanCheckTest, APlanOfTheServicePasses) {
  EXPECT_TRUE(CheckPlan(CheckedRequest(), ResponseWith(CheckedManifest())).ok());
}

TEST(PlanCheckTest, AManifestThatRunsOrOwnsAnythingElseIsRefused) {
  const std::function<void(Json&)> changes[] = {
      [](Json& manifest) { manifest["metadata"]["name"] = "other"; },
      [](Json& manifest) { manifest["metadata"]["namespace"] = "kube-system"; },
      [](Json& manifest) { manifest["kind"] = "DaemonSet"; },
      [](Json& manifest) { manifest["metadata"]["ownerReferences"][0]["uid"] = "x"; },
      [](Json& manifest) {
        manifest["metadata"]["ownerReferences"].push_back({{"kind", "Node"}, {"uid", "u"}});
      },
      [](Json& manifest) { manifest["spec"]["template"]["spec"]["serviceAccountName"] = "default"; },
      [](Json& manifest) { manifest["spec"]["template"]["spec"]["initContainers"] = Json::array(); },
      [](Json& manifest) { manifest["spec"]["template"]["spec"]["containers"][0]["image"] = "evil"; },
      [](Json& manifest) { manifest["spec"]["template"]["spec"]["containers"][0]["command"][0] = "sh"; },
      [](Json& manifest) {
        manifest["spec"]["template"]["spec"]["containers"].push_back({{"name", "b"}});
      },
      [](Json& manifest) { manifest = Json::array(); },
  };
  for (const auto& change : changes) {
    Json manifest = CheckedManifest();
    change(manifest);
    EXPECT_FALSE(CheckPlan(CheckedRequest(), ResponseWith(manifest)).ok()) << manifest.dump();
  }
}

TEST(PlanCheckTest, AnotherObjectIsRefused) {
  const std::function<void(v1::PlanClusterAutoscalerResponse&)> changes[] = {
      [](auto& response) { response.mutable_objects(0)->set_kind("Secret"); },
      [](auto& response) { response.mutable_objects(0)->set_name("kube-apiserver"); },
      [](auto& response) { response.mutable_objects(0)->set_namespace_("kube-system"); },
      [](auto& response) { *response.add_objects() = response.objects(0); },
  };
  for (const auto& change : changes) {
    v1::PlanClusterAutoscalerResponse response = ResponseWith(CheckedManifest());
    change(response);
    EXPECT_FALSE(CheckPlan(CheckedRequest(), response).ok()) << response.ShortDebugString();
  }
}

TEST(PlanCheckTest, NothingIsDeletedWhileItRunsAndNothingRunsWithoutAnAutoscaler) {
  v1::PlanClusterAutoscalerResponse response = ResponseWith(CheckedManifest());
  response.mutable_objects(0)->set_action(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE);
  EXPECT_THAT(std::string(CheckPlan(CheckedRequest(), response).message()), HasSubstr("does not match the outcome"));
  response.set_outcome(v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_ABSENT);
  EXPECT_TRUE(CheckPlan(CheckedRequest(), response).ok());
  v1::PlanClusterAutoscalerRequest without = CheckedRequest();
  without.clear_cluster_autoscaler();
  EXPECT_TRUE(CheckPlan(without, response).ok());
  EXPECT_THAT(std::string(CheckPlan(without, ResponseWith(CheckedManifest())).message()),
              HasSubstr("without a ClusterAutoscaler"));
}

}  // namespace
}  // namespace cpsizer::sidecar
