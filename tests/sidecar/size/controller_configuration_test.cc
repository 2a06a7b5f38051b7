#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/controller_test.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

Json ConfigurationWithoutCpu() {
  Json configuration = ConfigurationJson();
  for (Json& size : configuration["spec"]["sizes"]) size["capacity"].erase("cpu");
  return configuration;
}

Json InvalidConfiguration(int64_t generation) {
  Json configuration = ConfigurationJson(generation);
  configuration["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
  return configuration;
}

TEST_F(ControllerTest, HoldsAllWhileTheConfigurationIsNotValid) {
  StartWithOne();
  at_.PutConfiguration(InvalidConfiguration(2));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition False"));
  EXPECT_THAT(at_.writer.events, ElementsAre("SizingConfigurationInvalid"));
  EXPECT_THAT(LinesWith("error holding all sizes"), ElementsAre(HasSubstr("reason=CONFIGURATION_UNUSABLE note=")));
  EXPECT_EQ(at_.Status().held_begun[kConfigurationUnusable], 1);
  at_.PutConfiguration(ConfigurationJson(3));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium"));
}

// RecommendSize decides with such a configuration, and the operator uses it too.
TEST_F(ControllerTest, DecidesIfNoDecisionReadsTheFieldWithTheError) {
  StartWithOne();
  Json configuration = ConfigurationJson(2);
  const Json request = {{"deploymentName", "etcd"}, {"containerName", "etcd"}, {"memory", "1Gi"}};
  configuration["spec"]["sizes"][0]["effects"]["resourceRequests"] = {request, request};
  at_.PutConfiguration(configuration);
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition False", "hc1 small -> medium"));
  EXPECT_THAT(at_.writer.events, ElementsAre("SizingConfigurationInvalid", "ClusterSizeRecommendationChanged"));
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kDecidable);
  EXPECT_THAT(LinesWith("holding all sizes"), IsEmpty());
  EXPECT_THAT(LinesWith("the configuration has errors that no decision reads"),
              ElementsAre(AllOf(StartsWith("warn "), HasSubstr("resourceRequests[1]"))));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(LinesWith("the configuration has errors that no decision reads"), SizeIs(1));
  configuration["spec"]["sizes"][0]["effects"]["resourceRequests"] = Json::array({request});
  configuration["metadata"]["generation"] = 3;
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, Contains("condition True"));
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kValid);
  EXPECT_EQ(at_.Status().held_begun[kConfigurationUnusable], 0);
}

// Returns the configuration as a schema without fractions for CPU returns it.
Json ConfigurationWithoutCpuFraction(int64_t generation) {
  Json configuration = ConfigurationJson(generation);
  configuration["spec"]["resourceBasedAutoscaling"].erase("kubeAPIServerCPUFraction");
  return configuration;
}

// An operator replaces the CRD by one without the field, so the API server no longer returns the fraction. With the
// default fraction, hc1 would get a smaller size.
TEST_F(ControllerTest, ShrinksNoClusterAfterTheSchemaLosesAFraction) {
  at_.PutConfiguration(ConfigurationJson(5));
  PutSized("hc1", "medium", "1Gi", "5");  // 8 x 0.5 is less than 5, and 8 x 0.65 is not
  PutSized("hc2", "small", "10Gi", "1");
  at_.Start();
  at_.Settle();
  EXPECT_THAT(at_.lease_text, HasSubstr("spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction"));
  EXPECT_EQ(at_.Sizes().fields_not_stored, false);
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(5));
  at_.PutVpa(VpaJson("hc2", "40Gi", "1"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.SizeOf("hc2"), "large") << "a larger size is written";
  EXPECT_EQ(at_.Status().held[kFieldsNotStored].count, 1u);
  EXPECT_EQ(at_.Sizes().fields_not_stored, true);
  EXPECT_THAT(at_.writer.fields_conditions, ElementsAre("False"));
  EXPECT_THAT(at_.writer.events, Contains("SizingFieldsNotStored"));
  EXPECT_THAT(at_.writer.notes, Contains(HasSubstr("clustersizingconfigurations.scheduling.hypershift.openshift.io")));
  EXPECT_THAT(LinesWith("no cluster gets a smaller size"), ElementsAre(HasSubstr("reason=FIELDS_NOT_STORED")));
  EXPECT_EQ(at_.writer.schemas_read, 1) << "at the start only; the generation is proof enough";
  at_.Pass(absl::Minutes(10));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  Json whole = ConfigurationJson(6);
  whole["status"]["conditions"] = Json::array({{{"type", "SizingFieldsStored"}, {"status", "False"}}});
  at_.PutConfiguration(whole);
  at_.Settle();
  EXPECT_EQ(at_.Status().held[kFieldsNotStored].count, 0u);
  EXPECT_THAT(at_.writer.fields_conditions, ElementsAre("False", "True"));
  EXPECT_THAT(LinesWith("sizes may become smaller"), SizeIs(1));
}

TEST_F(ControllerTest, DecidesBeforeTheSchemaIsReadIfNoFieldIsLost) {
  at_.writer.answers_schema = false;
  at_.PutConfiguration(ConfigurationJson(5));
  PutSized("hc1", "large", "1Gi", "5");
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.writer.schemas_read, 1);
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kValid);
}

// The fields that an earlier leader stored are unreadable, and the schema does not have them.
TEST_F(ControllerTest, WritesLargerSizesAndReadsTheSchemaOnceIfTheLeaseIsUnreadable) {
  at_.lease_text = "{\"broken";
  at_.writer.schema->fields.erase("spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction");
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(5));
  PutSized("hc1", "medium", "1Gi", "5");
  PutSized("hc2", "small", "40Gi", "1");
  at_.Start();
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.writer.schemas_read, 1);
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.SizeOf("hc2"), "large");
  EXPECT_THAT(at_.lease_text, HasSubstr("broken"));
  EXPECT_THAT(LinesWith("no cluster gets a smaller size"), ElementsAre(HasSubstr("in another form")));
}

TEST_F(ControllerTest, ObeysAPersonWhoRemovesAFractionThatTheSchemaHas) {
  StartWithOneThatNeedsCpu();
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(6));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
  EXPECT_EQ(at_.writer.schemas_read, 2);
  EXPECT_THAT(at_.writer.fields_conditions, IsEmpty());
}

// The CRD was replaced and restored, and the object was edited in between, before the sidecar read the CRD.
TEST_F(ControllerTest, ShrinksNoClusterAfterAnEditBetweenTwoChangesOfTheCrd) {
  StartWithOneThatNeedsCpu();
  at_.writer.schema->version = "C/3";
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(6));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(at_.writer.events, Contains("SizingFieldsNotStored"));
}

// The schema is read from time to time, so changes of the CRD during months do not count.
TEST_F(ControllerTest, ObeysAPersonAlthoughTheCrdHasOftenChanged) {
  StartWithOneThatNeedsCpu();
  at_.writer.schema->version = "C/9";
  at_.Pass(absl::Minutes(11));
  EXPECT_EQ(at_.writer.schemas_read, 2);
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(6));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, ShrinksNoClusterAfterAnEditIfTheSchemaDoesNotHaveTheField) {
  StartWithOneThatNeedsCpu();
  at_.writer.schema->fields.erase("spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction");
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(6));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.writer.schemas_read, 2);
  // A person sets the fractions in the annotation.
  Json annotated = ConfigurationWithoutCpuFraction(6);
  annotated["metadata"]["annotations"] = {{"cpsizer/fractions", R"({"kubeAPIServerCPUFraction": "0.7"})"}};
  at_.PutConfiguration(annotated);
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "small") << "5 < 8 x 0.7";
}

TEST_F(ControllerTest, ShrinksNoClusterWhileTheSchemaCannotBeRead) {
  StartWithOneThatNeedsCpu();
  at_.writer.schema = absl::PermissionDeniedError("forbidden");
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(6));
  at_.Pass(absl::Minutes(5));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(LinesWith("no cluster gets a smaller size"), ElementsAre(HasSubstr("cannot be read (forbidden)")));
  EXPECT_LT(at_.writer.schemas_read, kMostAttemptsInFiveMinutes);
  at_.writer.schema = StoredSchema{{"spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction"}, "C/1"};
  at_.Pass(absl::Minutes(2));
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, KnowsTheFieldsThatAPreviousLeaderStored) {
  at_.may_write = false;
  at_.lease_text =
      R"({"uid": "C", "generation": 5, "fields": ["spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction"]})";
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(5));
  PutSized("hc1", "medium", "1Gi", "5");
  at_.Pass(absl::Seconds(1));
  at_.may_write = true;
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.Status().held[kFieldsNotStored].count, 1u);
  EXPECT_THAT(at_.lease_text, HasSubstr("kubeAPIServerCPUFraction")) << "stored for the next leader";
}

// An observer and a process whose lease has no annotation.
TEST_F(ControllerTest, KnowsTheFieldsThatTheConditionNames) {
  Json lost = ConfigurationWithoutCpuFraction(5);
  lost["status"]["conditions"] =
      Json::array({{{"type", "SizingFieldsStored"},
                    {"status", "False"},
                    {"message", "no longer has spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction, and no edit"}}});
  at_.PutConfiguration(lost);
  PutSized("hc1", "medium", "1Gi", "5");
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_EQ(at_.Status().held[kFieldsNotStored].count, 1u);
  EXPECT_THAT(LinesWith("size held"), ElementsAre(AllOf(HasSubstr("the size would change to small"),
                                                        HasSubstr("clustersizingconfigurations.scheduling"))));
  at_.PutConfiguration(ConfigurationJson(6));
  at_.Settle();
  EXPECT_EQ(at_.Status().held[kFieldsNotStored].count, 0u);
}

// Such a service would give smaller sizes.
TEST_F(ControllerTest, HoldsAllSizesIfTheServiceDoesNotKnowTheRuleOfLostFields) {
  StartWithOneThatNeedsCpu();
  at_.service.corrupt_verdict = [](v1::ValidateConfigResponse& response) { response.clear_findings(); };
  at_.PutConfiguration(ConfigurationWithoutCpuFraction(5));
  at_.Pass(absl::Minutes(5));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(LinesWith("warn failed to validate the configuration"),
              ElementsAre(HasSubstr("the service does not know the rule FIELDS_NOT_STORED; upgrade it")));
}

TEST_F(ControllerTest, WritesTheConditionOnceUntilItsEventArrives) {
  at_.writer.late_condition_event = true;
  StartWithOne();
  at_.PutConfiguration(InvalidConfiguration(2));
  at_.Pass(absl::Seconds(1));
  at_.PutMachineSet(MachineSetJson("other", "32768", "8"));
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition False"));
  at_.PutConfiguration(InvalidConfiguration(3));
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition False", "condition False"));
}

// A standby also validates the configuration.
TEST_F(ControllerTest, HasTheEventOfAnInvalidConfigurationOnceItLeads) {
  at_.may_write = false;
  at_.PutConfiguration(InvalidConfiguration(1));
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.writer.events, IsEmpty());
  at_.may_write = true;
  at_.Start();
  at_.Settle();
  at_.Start();
  at_.Settle();
  EXPECT_THAT(at_.writer.events, ElementsAre("SizingConfigurationInvalid"));
}

TEST_F(ControllerTest, RequestsTheVerdictAgainIfItIsEmpty) {
  StartWithOne();
  at_.service.corrupt_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
  const int validations = at_.service.validations;
  at_.PutConfiguration(ConfigurationJson(2));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, IsEmpty());
  EXPECT_LT(at_.service.validations - validations, kMostAttemptsInFiveMinutes) << "not in a hot loop";
  at_.service.corrupt_verdict = nullptr;
  at_.Pass(absl::Minutes(6));
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium"));
}

TEST_F(ControllerTest, ReportsAValidConfigurationAndItsWarningsOncePerGeneration) {
  StartWithOne();
  at_.log.clear();
  at_.service.corrupt_verdict = [](v1::ValidateConfigResponse& response) {
    v1::Finding& finding = *response.add_findings();
    finding.set_rule("SOME_RULE");
    finding.set_severity(v1::SEVERITY_WARNING);
    finding.set_path("spec.sizes[0]");
    finding.set_message("is odd");
    response.add_findings()->set_severity(v1::SEVERITY_NOTE);
  };
  at_.PutConfiguration(ConfigurationJson(2));
  at_.Settle();
  // The MachineSets are listed again, so the controller validates the same configuration a second time.
  at_.LoseMachineSets();
  at_.Settle();
  EXPECT_THAT(LinesWith("configuration"),
              ElementsAre("info the configuration is valid generation=2 warnings=1",
                          "warn a warning about the configuration rule=SOME_RULE path=spec.sizes[0] message=is odd"));
}

TEST_F(ControllerTest, ReportsAFieldThatItDoesNotKnow) {
  StartWithOne();
  at_.log.clear();
  kube::Json configuration = ConfigurationJson(2);
  configuration["spec"]["sizes"][0]["effects"]["containerResourcePolicy"] = {{"goMemoryLimitPercent", 90}};
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_THAT(LinesWith("a warning about the configuration"),
              ElementsAre(AllOf(HasSubstr("rule=FIELD_UNKNOWN"),
                                HasSubstr("path=spec.sizes[0].effects.containerResourcePolicy"))));
}

// A newer version of the CRD can have another type.
TEST_F(ControllerTest, AWrongTypeHoldsOnlyIfADecisionReadsTheField) {
  StartWithOne();
  at_.log.clear();
  kube::Json configuration = ConfigurationJson(2);
  configuration["spec"]["sizes"][0]["effects"]["kasGoMemLimit"] = 5;
  configuration["spec"]["sizes"][0]["management"]["placeholders"] = kube::Json::array();
  at_.PutConfiguration(configuration);
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(LinesWith("a warning about the configuration"),
              ElementsAre(AllOf(HasSubstr("rule=FIELD_TYPE_MISMATCH"), HasSubstr("path=spec.sizes[0].effects.kasGoMem"),
                                HasSubstr("5 is a number where text is expected")),
                          AllOf(HasSubstr("rule=FIELD_TYPE_MISMATCH"), HasSubstr("management.placeholders"),
                                HasSubstr("the value is a list where a whole number is expected"))));
  configuration["metadata"]["generation"] = 3;
  configuration["spec"]["sizes"][0]["capacity"]["cpu"] = kube::Json::array();
  at_.PutConfiguration(configuration);
  at_.PutVpa(VpaJson("hc1", "1Gi"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(LinesWith("holding all sizes"), SizeIs(1));
}

TEST_F(ControllerTest, HoldsAllWithoutConfiguration) {
  StartWithOne();
  at_.RemoveConfiguration();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, DoesNotRetryAfterTheConfigurationIsDeleted) {
  at_.service.broken = absl::UnavailableError("down");
  at_.PutConfiguration(ConfigurationJson());
  PutSized("hc1", "small", "20Gi");
  at_.Start();
  at_.Pass(absl::Seconds(1));
  at_.RemoveConfiguration();
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
}

TEST_F(ControllerTest, ShrinksNoClusterAfterACpuCapacityIsLost) {
  Json configuration = ConfigurationWithoutCpu();
  at_.PutConfiguration(configuration);
  at_.PutMachineSet(MachineSetJson("small", "32768", "8"));
  const Json medium = MachineSetJson("medium", "65536", "16");
  at_.PutMachineSet(medium);
  at_.PutMachineSet(MachineSetJson("large", "131072", "32"));
  at_.PutCluster(ClusterJson("hc1", "large"));
  at_.PutVpa(VpaJson("hc1", "10Gi", "12"));
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "large");

  at_.RemoveMachineSet("openshift-machine-api/serving-medium");
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "large") << "memory alone would change the size to small";
  EXPECT_EQ(at_.Status().held_begun["CPU_CAPACITY_MISSING"], 1);
  EXPECT_THAT(at_.writer.events, ElementsAre("ClusterSizeRecommendationHeld"));
  EXPECT_THAT(at_.writer.notes, ElementsAre(StartsWith(
                                    "held: no CPU capacity is known for size medium, and memory alone would change the "
                                    "size to small (CPU_CAPACITY_MISSING)")));

  at_.PutMachineSet(medium);
  at_.PutVpa(VpaJson("hc1", "10Gi", "7"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");

  // The test creates the MachineSet with the new name later.
  configuration["metadata"]["generation"] = 2;
  configuration["spec"]["sizes"][1]["name"] = "middle";
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium") << "memory alone would change the size to small";
  at_.PutMachineSet(MachineSetJson("middle", "65536", "16"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "middle");

  // The configuration no longer needs the MachineSet `serving-middle`, so this MachineSet may be deleted.
  at_.RemoveMachineSet("openshift-machine-api/serving-middle");
  configuration["metadata"]["generation"] = 3;
  configuration["spec"].erase("resourceBasedAutoscaling");
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, ShrinksNoClusterWhileARequiredCpuCapacityIsMissing) {
  const std::vector<Json> there[] = {
      {},
      {MachineSetJson("small", "32768", "8"), MachineSetJson("large", "131072", "32")},
  };
  for (const std::vector<Json>& machine_sets : there) {
    ControllerFixture at;
    at.PutConfiguration(ConfigurationWithoutCpu());
    for (const Json& machine_set : machine_sets) at.PutMachineSet(machine_set);
    const auto put = [&](const Json& cluster, const std::string& memory) {
      at.PutCluster(cluster);
      at.PutVpa(VpaJson(std::string(kube::TextAt(cluster, {"metadata", "name"})), memory));
    };
    put(ClusterJson("shrinks", "large"), "10Gi");
    put(ClusterJson("stays", "medium"), "20Gi");
    put(ClusterJson("grows", "small"), "20Gi");
    put(ClusterJson("begins"), "10Gi");
    put(ClusterJson("had-another-name", "gigantic"), "20Gi");
    put(ClusterJson("needs-the-largest", "gigantic"), "40Gi");
    Json labelled = ClusterJson("labelled");
    labelled["metadata"]["labels"] = {{"hypershift.openshift.io/hosted-cluster-size", "medium"}};
    put(labelled, "10Gi");
    at.Start();
    at.Settle();
    EXPECT_EQ(at.SizeOf("shrinks"), "large");
    EXPECT_EQ(at.SizeOf("stays"), "medium");
    EXPECT_EQ(at.SizeOf("grows"), "medium");
    EXPECT_EQ(at.SizeOf("begins"), "small");
    EXPECT_EQ(at.SizeOf("had-another-name"), "gigantic");
    EXPECT_EQ(at.SizeOf("needs-the-largest"), "large");
    EXPECT_EQ(at.SizeOf("labelled"), "");
    EXPECT_EQ(at.Status().held_begun["CPU_CAPACITY_MISSING"], 3);
  }
}

TEST_F(ControllerTest, ShrinksNoClusterWhileTheUnitOfACapacityIsProbablyWrong) {
  at_.PutConfiguration(ConfigurationJson());
  at_.PutCluster(ClusterJson("shrinks", "large"));
  at_.PutVpa(VpaJson("shrinks", "40Gi"));
  at_.PutCluster(ClusterJson("grows", "small"));
  at_.PutVpa(VpaJson("grows", "10Gi"));
  at_.Start();
  at_.Settle();
  Json configuration = ConfigurationJson(2);
  configuration["spec"]["sizes"][2]["capacity"]["memory"] = "128";
  at_.PutConfiguration(configuration);
  at_.PutVpa(VpaJson("grows", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("shrinks"), "large") << "the decision is medium, because no size fits";
  EXPECT_EQ(at_.SizeOf("grows"), "medium");
  EXPECT_EQ(at_.Status().held_begun["CAPACITY_SUSPECT"], 1);

  at_.PutConfiguration(ConfigurationJson(3));
  at_.PutVpa(VpaJson("shrinks", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("shrinks"), "medium");
}

TEST_F(ControllerTest, WritesNoSizeOfAReplacedConfiguration) {
  StartWithOne();
  // The new configuration arrives while the service decides with the previous configuration.
  at_.service.before_answer = [&] {
    at_.service.before_answer = nullptr;
    at_.PutConfiguration(ConfigurationWithMiddle());
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, AllOf(Contains("hc1 small -> middle"), Not(Contains(HasSubstr("medium")))));
}

}  // namespace
}  // namespace cpsizer::sidecar
