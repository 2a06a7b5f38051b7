#include "client/sidecar/size/objects.h"

#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ReadHostedClusterTest, ReadsWhatCounts) {
  Json object = ClusterJson("hc1", "medium");
  object["metadata"]["uid"] = "U";
  object["metadata"]["resourceVersion"] = "7";
  object["metadata"]["labels"] = {{"hypershift.openshift.io/hosted-cluster-size", "small"}};
  const HostedCluster cluster = ReadHostedCluster(object);
  EXPECT_EQ(KeyOf(cluster), "clusters/hc1");
  EXPECT_EQ(cluster.uid, "U");
  EXPECT_EQ(cluster.resource_version, "7");
  EXPECT_EQ(cluster.recommended_size, "medium");
  EXPECT_EQ(cluster.size_in_force, "small");
  EXPECT_TRUE(cluster.opted_in);
  EXPECT_TRUE(cluster.dedicated_topology);
  EXPECT_FALSE(cluster.deleting);
}

TEST(ReadHostedClusterTest, OnlyTheExactWordsOptIn) {
  Json object = ClusterJson("hc1");
  for (const Json& value : {Json("True"), Json("yes"), Json(true), Json(""), Json(nullptr)}) {
    object["metadata"]["annotations"]["hypershift.openshift.io/resource-based-cp-auto-scaling"] = value;
    EXPECT_FALSE(ReadHostedCluster(object).opted_in) << value;
  }
  EXPECT_FALSE(ReadHostedCluster(Json::object()).opted_in);
}

TEST(ReadVpaTest, SeesWhetherItIsAsKept) {
  EXPECT_TRUE(ReadVpa(VpaJson("hc1", "")).as_kept);
  Json vpa = VpaJson("hc1", "");
  vpa["spec"]["updatePolicy"]["updateMode"] = "Auto";
  EXPECT_FALSE(ReadVpa(vpa).as_kept);
  vpa = VpaJson("hc1", "");
  vpa["spec"]["targetRef"]["name"] = "etcd";
  EXPECT_FALSE(ReadVpa(vpa).as_kept);
}

TEST(ReadVpaTest, AnotherTargetIsAProblemOfThatVpa) {
  Json vpa = VpaJson("hc1", "1Gi");
  EXPECT_FALSE(ReadVpa(vpa).other_target);
  vpa["spec"]["targetRef"]["kind"] = "StatefulSet";
  EXPECT_TRUE(ReadVpa(vpa).other_target);
  vpa["spec"]["targetRef"]["name"] = "etcd";
  EXPECT_THAT(ReadVpa(vpa).problem, HasSubstr("spec.targetRef names \"StatefulSet etcd\""));
  vpa.erase("spec");
  EXPECT_THAT(ReadVpa(vpa).problem, IsEmpty());
}

TEST(ReadVpaTest, AFieldOfAnotherTypeIsAProblemOfThatVpa) {
  Json vpa = VpaJson("hc1", "1Gi");
  vpa["status"]["recommendation"]["containerRecommendations"][0]["uncappedTarget"]["memory"] = 1.5;
  const Vpa read = ReadVpa(vpa);
  EXPECT_THAT(read.problem, HasSubstr("status.recommendation.containerRecommendations[0].uncappedTarget.memory: 1.5"));
  EXPECT_THAT(read.status, IsEmpty());
  vpa["status"] = 7;
  EXPECT_THAT(ReadVpa(vpa).problem, HasSubstr("status: 7 is a number"));
}

TEST(ReadVpaTest, AStatusThatIsTooLongIsAProblemOfThatVpa) {
  Json vpa = VpaJson("hc1", "1Gi");
  vpa["status"]["conditions"][0]["message"] = std::string(kMaxVpaBytes, 'x');
  const Vpa read = ReadVpa(vpa);
  EXPECT_THAT(read.problem, HasSubstr("more than the limit of 65536"));
  EXPECT_THAT(read.status, IsEmpty());
}

TEST(ReadVpaTest, ReadsTheResourcePolicy) {
  Json vpa = VpaJson("hc1", "1Gi");
  EXPECT_THAT(ReadVpa(vpa).resource_policy, IsEmpty());
  Json& policy = vpa["spec"]["resourcePolicy"];
  policy["containerPolicies"] = Json::array({{{"containerName", "*"},
                                              {"mode", "Auto"},
                                              {"controlledResources", Json::array({"memory"})},
                                              {"maxAllowed", 7}}});
  v1::PodResourcePolicy read;
  ASSERT_TRUE(read.ParseFromString(ReadVpa(vpa).resource_policy));
  ASSERT_EQ(read.container_policies_size(), 1);
  EXPECT_EQ(read.container_policies(0).container_name(), "*");
  EXPECT_THAT(read.container_policies(0).controlled_resources(), ::testing::ElementsAre("memory"));
  policy["containerPolicies"][0]["controlledResources"] = "memory";
  EXPECT_THAT(ReadVpa(vpa).problem,
              HasSubstr("spec.resourcePolicy.containerPolicies[0].controlledResources: \"memory\""));
  EXPECT_THAT(ReadVpa(vpa).status, IsEmpty());
}

TEST(ReadVpaTest, AResourcePolicyThatIsTooLongIsAProblemOfThatVpa) {
  Json vpa = VpaJson("hc1", "1Gi");
  vpa["spec"]["resourcePolicy"]["containerPolicies"] =
      Json::array({{{"containerName", std::string(kMaxVpaBytes, 'x')}}});
  const Vpa read = ReadVpa(vpa);
  EXPECT_THAT(read.problem, HasSubstr("more than the limit of 65536"));
  EXPECT_THAT(read.status, IsEmpty());
  EXPECT_THAT(read.resource_policy, IsEmpty());
}

TEST(ReadVpaTest, AWholeNumberIsAQuantity) {
  Json vpa = VpaJson("hc1", "1Gi");
  vpa["status"]["recommendation"]["containerRecommendations"][0]["uncappedTarget"]["memory"] = 4281023392;
  EXPECT_THAT(ReadVpa(vpa).problem, IsEmpty());
}

TEST(ReadConfigurationTest, ReadsSpecGenerationAndCondition) {
  Json object = ConfigurationJson(5);
  object["status"]["conditions"] = Json::array(
      {{{"type", "Other"}, {"status", "True"}}, {{"type", "ClusterSizingConfigurationValid"}, {"status", "False"}}});
  const Configuration configuration = ReadConfiguration(object);
  EXPECT_THAT(configuration.problem, IsEmpty());
  EXPECT_EQ(configuration.config.metadata().generation(), 5);
  EXPECT_EQ(configuration.config.spec().sizes_size(), 3);
  EXPECT_EQ(configuration.condition.status(), "False");
}

TEST(ReadConfigurationTest, KeepsOnlyTheAnnotationThatDecisionsRead) {
  Json object = ConfigurationJson();
  object["metadata"]["annotations"] = {{"cpsizer/fractions", R"({"kubeAPIServerCPUFraction": "0.6"})"}, {"other", "x"}};
  const auto annotations = ReadConfiguration(object).config.metadata().annotations();
  EXPECT_THAT(annotations, ElementsAre(Pair("cpsizer/fractions", R"({"kubeAPIServerCPUFraction": "0.6"})")));
}

TEST(ReadConfigurationTest, AFieldOfAnotherTypeIsAProblem) {
  Json object = ConfigurationJson();
  object["spec"]["sizes"][1]["capacity"]["memory"] = Json::array();
  EXPECT_THAT(ReadConfiguration(object).problem, HasSubstr("spec.sizes[1].capacity.memory is a list"));
}

TEST(NeedsMachineSetsTest, ChecksEachSizeAndBothResources) {
  v1::ClusterSizingConfiguration config = ConfigurationMessage();
  EXPECT_FALSE(NeedsMachineSets(config));
  config.mutable_spec()->mutable_sizes(2)->mutable_capacity()->clear_cpu();
  EXPECT_TRUE(NeedsMachineSets(config));
  config = ConfigurationMessage();
  config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->clear_memory();
  EXPECT_TRUE(NeedsMachineSets(config));
}

TEST(ReadMachineSetTest, KeepsWhatARequestNeeds) {
  Json object = MachineSetJson("small", "65536", "16");
  object["metadata"]["annotations"]["other"] = "x";
  const MachineSet read = ReadMachineSet(object);
  EXPECT_THAT(read.problem, IsEmpty());
  EXPECT_EQ(read.machine_set.metadata().annotations().size(), 2u);
  EXPECT_EQ(read.machine_set.spec().template_().spec().metadata().labels().at("hypershift.openshift.io/cluster-size"),
            "small");
}

}  // namespace
}  // namespace cpsizer::sidecar
