#include "client/sidecar/size/size_requests.h"

#include <string>

#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using kube::HttpRequest;
using kube::Json;
using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr char kVpaPath[] = "/apis/autoscaling.k8s.io/v1/namespaces/clusters-hc1/verticalpodautoscalers";

Json WithVersion(Json object) {
  object["metadata"]["uid"] = "U";
  object["metadata"]["resourceVersion"] = "7";
  return object;
}

class SizeRequestsTest : public ::testing::Test {
 protected:
  const HostedCluster cluster_ = ReadHostedCluster(WithVersion(ClusterJson("hc1", "small")));
  const Vpa vpa_ = ReadVpa(WithVersion(VpaJson("hc1", "1Gi")));
};

TEST_F(SizeRequestsTest, WritesOneAnnotationOfOneVersion) {
  const HttpRequest request = *WriteSize(cluster_, "medium");
  EXPECT_EQ(request.method, "PATCH");
  EXPECT_EQ(
      request.path,
      "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters/hc1?fieldManager=cpsizer-sidecar");
  EXPECT_THAT(request.headers, ElementsAre(kube::kMetadataOnly, "Content-Type: application/merge-patch+json"));
  EXPECT_EQ(kube::ParseJson(request.body),
            Json({{"metadata",
                   {{"uid", "U"},
                    {"resourceVersion", "7"},
                    {"annotations", {{"hypershift.openshift.io/recommended-cluster-size", "medium"}}}}}}));
}

TEST_F(SizeRequestsTest, CreatesTheVpaOfACluster) {
  const HttpRequest request = *WriteVpa(VpaAction::kCreate, cluster_, nullptr);
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, std::string(kVpaPath) + "?fieldManager=cpsizer-sidecar");
  EXPECT_EQ(kube::ParseJson(request.body), VpaJson("hc1", ""));
}

TEST_F(SizeRequestsTest, RepairsTheFieldsThatTheSidecarManages) {
  const HttpRequest request = *WriteVpa(VpaAction::kRepair, cluster_, &vpa_);
  EXPECT_EQ(request.method, "PATCH");
  EXPECT_EQ(request.path, std::string(kVpaPath) + "/kube-apiserver?fieldManager=cpsizer-sidecar");
  const Json planned = VpaJson("hc1", "");
  EXPECT_EQ(
      kube::ParseJson(request.body),
      Json({{"metadata", {{"uid", "U"}, {"resourceVersion", "7"}, {"annotations", planned["metadata"]["annotations"]}}},
            {"spec", planned["spec"]}}));
}

TEST_F(SizeRequestsTest, DeletesOneVersionOfTheVpa) {
  const HttpRequest request = *WriteVpa(VpaAction::kDelete, cluster_, &vpa_);
  EXPECT_EQ(request.method, "DELETE");
  EXPECT_EQ(request.path, std::string(kVpaPath) + "/kube-apiserver");
  EXPECT_EQ(kube::ParseJson(request.body)["preconditions"], Json({{"uid", "U"}, {"resourceVersion", "7"}}));
}

TEST_F(SizeRequestsTest, AnObjectWithoutUidIsNotWritten) {
  HostedCluster cluster = cluster_;
  cluster.uid.clear();
  Vpa vpa = vpa_;
  vpa.uid.clear();
  v1::Condition condition;
  condition.set_type("SizingConfigurationValid");
  EXPECT_TRUE(absl::IsFailedPrecondition(WriteSize(cluster, "medium").status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(WriteVpa(VpaAction::kRepair, cluster, &vpa).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(WriteVpa(VpaAction::kDelete, cluster, &vpa).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(WriteCondition(Configuration(), condition).status()));
}

TEST_F(SizeRequestsTest, AppliesEachConditionWithItsFieldManager) {
  Configuration configuration;
  configuration.uid = "C";
  v1::Condition condition;
  condition.set_type("SizingFieldsStored");
  condition.set_status("False");
  const HttpRequest about_fields = *WriteCondition(configuration, condition);
  EXPECT_EQ(about_fields.path,
            "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations/cluster/status"
            "?fieldManager=cpsizer-sidecar-stored-fields");
  const Json applied = kube::ParseJson(about_fields.body);
  EXPECT_EQ(applied["metadata"], Json({{"name", "cluster"}, {"uid", "C"}}));
  EXPECT_EQ(applied["status"]["conditions"][0]["status"], "False");
  const HttpRequest release = *WriteCondition(configuration, v1::Condition());
  EXPECT_THAT(release.path, ::testing::EndsWith("/status?fieldManager=cpsizer-sidecar"));
  EXPECT_EQ(kube::ParseJson(release.body)["status"]["conditions"], Json::array());
}

TEST_F(SizeRequestsTest, GetsTheObjectsOfAReread) {
  EXPECT_THAT(GetCluster(cluster_).headers, ElementsAre(kube::kMetadataOnly));
  EXPECT_EQ(GetCluster(cluster_).path, "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters/hc1");
  EXPECT_EQ(GetConfiguration().path,
            "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations/cluster");
  EXPECT_THAT(GetConfigurationCrd().path,
              StartsWith("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/clustersizingconfigurations."));
}

}  // namespace
}  // namespace cpsizer::sidecar
