// Tests the status of the ClusterOperator: section 9 of docs/reference/cluster-autoscaler.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AutoscalerPlan;
using ::cpsizer::testing::MachineAutoscalerJson;
using ::cpsizer::testing::Plan;
using ::cpsizer::testing::PlanRequest;
using ::testing::ElementsAre;

// Returns a request for a cluster without failures.
v1::PlanClusterAutoscalerRequest WellRequest() {
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan("");
  request.mutable_operator_()->set_release_version("5.1.2");
  request.mutable_operator_()->set_image("image");
  v1::ClusterAutoscalerCurrentObject& deployment = *request.mutable_current()->add_objects();
  deployment.set_kind("Deployment");
  deployment.set_namespace_("openshift-machine-api");
  deployment.set_name("cluster-autoscaler-default");
  auto& fields = *deployment.mutable_fields();
  fields["metadata.annotations[release.openshift.io/version]"] = "5.1.2";
  fields["metadata.generation"] = "3";
  fields["status.observedGeneration"] = "3";
  fields["status.replicas"] = "1";
  fields["status.updatedReplicas"] = "1";
  fields["status.availableReplicas"] = "1";
  v1::ClusterAutoscalerOperatorObservation& observation = *request.mutable_observation();
  observation.set_reported_version("5.1.2");
  const auto add = [&observation](const char* type, const char* status) {
    v1::Condition& condition = *observation.add_machine_api_conditions();
    condition.set_type(type);
    condition.set_status(status);
  };
  add("Progressing", "False");
  add("Available", "True");
  add("Degraded", "False");
  return request;
}

// Returns the conditions, such as `Available=True AsExpected: at version 5.1.2`. If the status has a version, the
// version follows. ` reset` follows if the plan resets the time of Progressing.
std::string StatusText(const v1::PlanClusterAutoscalerRequest& request) {
  const v1::ClusterAutoscalerOperatorStatus status = Plan(request).operator_status();
  std::string text;
  for (const v1::Condition& condition : status.conditions()) {
    absl::StrAppend(&text, condition.type(), "=", condition.status());
    if (!condition.reason().empty()) absl::StrAppend(&text, " ", condition.reason(), ": ", condition.message());
    absl::StrAppend(&text, "; ");
  }
  return absl::StrCat(text, status.version(), status.reset_progressing_time() ? " reset" : "");
}

std::string Available(absl::string_view message, absl::string_view version = "5.1.2") {
  return absl::StrCat("Available=True AsExpected: ", message, "; Progressing=False; Degraded=False; Upgradeable=True; ",
                      version);
}
std::string Progressing(absl::string_view message, absl::string_view version = "") {
  return absl::StrCat("Available=True; Progressing=True SyncingResources: ", message,
                      "; Degraded=False; Upgradeable=True; ", version);
}
std::string DegradedStatus(absl::string_view reason, absl::string_view message) {
  return absl::StrCat("Available=True; Progressing=False; Degraded=True ", reason, ": ", message,
                      "; Upgradeable=True; ");
}

TEST(PlanOperatorStatus, Section9AllIsWell) {
  EXPECT_EQ(StatusText(WellRequest()), Available("at version 5.1.2"));
  EXPECT_EQ(Plan(WellRequest()).operator_status().failures(), 0);
  EXPECT_EQ(Plan(WellRequest()).summary(),
            "The cluster-autoscaler runs with 10 arguments. 9 objects: 8 to create, 1 to update. The operator reports "
            "Available: at version 5.1.2.");
}

TEST(PlanOperatorStatus, Section9TheDeploymentHasToBeUpToDate) {
  using Fields = google::protobuf::Map<std::string, std::string>;
  const std::vector<std::function<void(Fields&)>> kChanges = {
      [](Fields& fields) { fields["metadata.annotations[release.openshift.io/version]"] = "5.1.1"; },
      [](Fields& fields) { fields.erase("metadata.annotations[release.openshift.io/version]"); },
      [](Fields& fields) { fields["status.observedGeneration"] = "2"; },
      [](Fields& fields) { fields["status.updatedReplicas"] = "0"; },
      [](Fields& fields) { fields["status.replicas"] = "2"; },
      [](Fields& fields) { fields["status.availableReplicas"] = "0"; },
      [](Fields& fields) { fields.erase("status.availableReplicas"); },
  };
  for (size_t i = 0; i < kChanges.size(); ++i) {
    auto request = WellRequest();
    kChanges[i](*request.mutable_current()->mutable_objects(0)->mutable_fields());
    EXPECT_EQ(StatusText(request), Progressing("updating to 5.1.2")) << i;
  }
  auto newer = WellRequest();
  (*newer.mutable_current()->mutable_objects(0)->mutable_fields())["status.observedGeneration"] = "4";
  EXPECT_EQ(StatusText(newer), Available("at version 5.1.2"));
  auto missing = WellRequest();
  missing.mutable_current()->clear_objects();
  EXPECT_EQ(StatusText(missing), Progressing("updating to 5.1.2"));
  missing.clear_cluster_autoscaler();
  EXPECT_EQ(StatusText(missing), Available("at version 5.1.2")) << "nothing has to run";
}

TEST(PlanOperatorStatus, Section9FailedChecksAreReportedFromTheThirdInARow) {
  const struct {
    const char* reason;
    const char* message;
    std::function<void(v1::PlanClusterAutoscalerRequest&)> change;
  } kCases[] = {
      {"MissingDependency", "machine-api not ready",
       [](auto& request) { request.mutable_observation()->mutable_machine_api_conditions(1)->set_status("False"); }},
      {"MissingDependency", "machine-api not ready",
       [](auto& request) { request.mutable_observation()->mutable_machine_api_conditions(2)->set_status("True"); }},
      {"MissingDependency", "machine-api not ready",
       [](auto& request) { request.mutable_observation()->clear_machine_api_conditions(); }},
      {"MissingDependency", "error checking machine-api status: timeout",
       [](auto& request) { request.mutable_observation()->set_machine_api_error("timeout"); }},
      {"UnableToCheckAutoscalers", "error checking autoscaler status: forbidden",
       [](auto& request) { request.mutable_observation()->set_autoscaler_error("forbidden"); }},
      {"UnableToCheckAutoscalers",
       "error checking version upgrade: the current version \"four\" is not a semantic version",
       [](auto& request) { request.mutable_observation()->set_reported_version("four"); }},
  };
  for (const auto& test : kCases) {
    auto request = WellRequest();
    test.change(request);
    for (int before = 0; before <= 4; ++before) {
      request.mutable_observation()->set_failures(before);
      const bool is_reset = request.observation().reported_version() != "5.1.2";
      const std::string hidden =
          Available("available, but observed potential degradations.", is_reset ? "5.1.2 reset" : "5.1.2");
      EXPECT_EQ(StatusText(request), before < 2 ? hidden : DegradedStatus(test.reason, test.message)) << before;
      EXPECT_EQ(Plan(request).operator_status().failures(), before < 2 ? before + 1 : 3);
    }
  }
}

TEST(PlanOperatorStatus, LongErrorsAreTruncated) {
  auto request = WellRequest();
  request.mutable_observation()->set_machine_api_error(std::string(2 * kMaxReportedTextBytes, 'x'));
  request.mutable_observation()->set_failures(2);
  const std::string message = Plan(request).operator_status().conditions(2).message();
  EXPECT_EQ(message.size(), std::string("error checking machine-api status: ").size() + kMaxReportedTextBytes);
  EXPECT_EQ(Plan(request).summary(),
            absl::StrCat("The cluster-autoscaler runs with 10 arguments. 9 objects: 8 to create, 1 to update. The "
                         "operator reports Degraded: ",
                         message));
}

TEST(PlanOperatorStatus, Section9ProgressResetsTheFailures) {
  auto request = WellRequest();
  request.mutable_current()->clear_objects();
  request.mutable_observation()->set_failures(2);
  EXPECT_EQ(Plan(request).operator_status().failures(), 0);
}

TEST(PlanOperatorStatus, Section9VersionsAreCompared) {
  const struct {
    const char* reported;
    std::string status;
  } kCases[] = {
      {"", Available("at version 5.1.2", "5.1.2 reset")},
      {"v5.1.2", Available("at version 5.1.2", "5.1.2 reset")},
      {"5.1.0", Available("at version 5.1.2", "5.1.2 reset")},
      {"5.1.99-rc.1+build-7", Available("at version 5.1.2", "5.1.2 reset")},
      {"4.17.2", Progressing("upgrading operator version to 5.1.2", "5.1.2 reset")},
      {"5.18.2", Progressing("upgrading operator version to 5.1.2", "5.1.2 reset")},
  };
  for (const auto& test : kCases) {
    auto request = WellRequest();
    request.mutable_observation()->set_reported_version(test.reported);
    EXPECT_EQ(StatusText(request), test.status) << test.reported;
  }
}

TEST(PlanOperatorStatus, Section9OnlySemanticVersionsAreVersions) {
  for (const char* version : {"4", "5.1", "5.1.", "05.1.2", "4.018.2", "5.1.02", "5.1.2-", "5.1.2+", "5.1.2x",
                              "5.1.2-a_b", "vv5.1.2", "", "99999999999999999999.0.0", "5.1.2.1"}) {
    auto request = WellRequest();
    request.mutable_observation()->set_reported_version(version);
    request.mutable_observation()->set_failures(2);
    if (std::string(version).empty()) continue;
    EXPECT_EQ(Plan(request).operator_status().conditions(2).status(), "True") << version;
  }
  for (const char* version : {"5.1.2", "v5.1.2", "5.1.2-a", "5.1.2+1", "5.1.2-rc.1+x", "4.0.0"}) {
    auto request = WellRequest();
    request.mutable_observation()->set_reported_version(version);
    request.mutable_observation()->set_failures(2);
    EXPECT_EQ(Plan(request).operator_status().conditions(2).status(), "False") << version;
  }
}

// Returns a request without failures for an operator of this release.
v1::PlanClusterAutoscalerRequest WellRequestOf(const std::string& version) {
  auto request = WellRequest();
  request.mutable_operator_()->set_release_version(version);
  auto& fields = *request.mutable_current()->mutable_objects(0)->mutable_fields();
  fields["metadata.annotations[release.openshift.io/version]"] = version;
  return request;
}

TEST(PlanOperatorStatus, Section10BeforeRelease420AFailureIsReportedAtOnce) {
  for (const char* version : {"4.19.1", "4.20.1"}) {
    auto request = WellRequestOf(version);
    request.mutable_observation()->clear_machine_api_conditions();
    const bool is_delayed = std::string(version) == "4.20.1";
    EXPECT_EQ(Plan(request).operator_status().conditions(2).status(), is_delayed ? "False" : "True") << version;
  }
}

TEST(PlanOperatorStatus, Section10BeforeRelease422ANewMinorVersionIsNotProgress) {
  for (const char* version : {"4.21.1", "4.22.1"}) {
    auto request = WellRequestOf(version);
    request.mutable_observation()->set_reported_version("4.20.1");
    const bool is_progress = std::string(version) == "4.22.1";
    EXPECT_EQ(Plan(request).operator_status().conditions(1).status(), is_progress ? "True" : "False") << version;
  }
}

std::vector<std::string> RelatedTexts(const v1::PlanClusterAutoscalerRequest& request) {
  std::vector<std::string> texts;
  const auto response = Plan(request);
  for (const v1::ClusterAutoscalerRelatedObject& object : response.operator_status().related_objects()) {
    texts.push_back(absl::StrCat(object.group(), " ", object.resource(), " ", object.namespace_(), "/", object.name()));
  }
  return texts;
}

TEST(PlanOperatorStatus, Section9RelatedObjects) {
  auto request = WellRequest();
  request.mutable_operator_()->set_watch_namespace("watched");
  for (const char* name : {"workers", "workers", "others"}) {
    *request.add_machine_autoscalers() =
        PlanRequest(absl::StrCat(R"({"machineAutoscalers": [)", MachineAutoscalerJson("a", name), "]}"))
            .machine_autoscalers(0);
  }
  request.add_machine_autoscalers()->mutable_spec()->mutable_scale_target_ref()->set_kind("MachineDeployment");
  request.mutable_observation()->add_machines("worker-0");
  EXPECT_THAT(
      RelatedTexts(request),
      ElementsAre("autoscaling.openshift.io machineautoscalers watched/",
                  "autoscaling.openshift.io clusterautoscalers watched/",
                  "rbac.authorization.k8s.io clusterroles /cluster-autoscaler-operator",
                  "rbac.authorization.k8s.io clusterroles /cluster-autoscaler",
                  "rbac.authorization.k8s.io clusterroles /cluster-autoscaler-operator:cluster-reader",
                  "rbac.authorization.k8s.io clusterrolebindings /cluster-autoscaler-operator",
                  "rbac.authorization.k8s.io clusterrolebindings /cluster-autoscaler",
                  "machine.openshift.io machinesets watched/workers", "machine.openshift.io machinesets watched/others",
                  "machine.openshift.io machines watched/worker-0", " namespaces /watched",
                  " namespaces /openshift-machine-api"));
}

TEST(PlanOperatorStatus, Section10RelatedObjectsOfReleases) {
  const struct {
    const char* version;
    size_t roles, machines;
  } kCases[] = {{"4.21.1", 0, 0}, {"4.22.1", 5, 0}, {"4.23.1", 5, 2}, {"5.0.1", 5, 2}};
  for (const auto& test : kCases) {
    auto request = WellRequestOf(test.version);
    *request.add_machine_autoscalers() =
        PlanRequest(absl::StrCat(R"({"machineAutoscalers": [)", MachineAutoscalerJson("a", "workers"), "]}"))
            .machine_autoscalers(0);
    request.mutable_observation()->add_machines("worker-0");
    // Each release has the two kinds of autoscalers and one namespace.
    EXPECT_EQ(RelatedTexts(request).size(), 3 + test.roles + test.machines) << test.version;
  }
}

TEST(PlanOperatorStatus, ReadingCA19EachTargetIsRelatedOnce) {
  auto request = WellRequest();
  const size_t without = RelatedTexts(request).size();
  for (int i = 0; i < 2; ++i) {
    *request.add_machine_autoscalers() =
        PlanRequest(absl::StrCat(R"({"machineAutoscalers": [)", MachineAutoscalerJson("a", "workers"), "]}"))
            .machine_autoscalers(0);
  }
  EXPECT_EQ(RelatedTexts(request).size(), without + 1);
}

// Returns the reason of the error, the path of the first violation, and the number of violations.
std::string ErrorOf(const v1::PlanClusterAutoscalerRequest& request) {
  v1::PlanClusterAutoscalerResponse response;
  const absl::Status status = PlanClusterAutoscaler(request, response);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  google::rpc::BadRequest violations;
  google::rpc::ErrorInfo info;
  if (!ReadDetail(status, violations) || !ReadDetail(status, info)) return "no details";
  return absl::StrCat(info.reason(), " ", violations.field_violations(0).field(), " ",
                      violations.field_violations_size());
}

TEST(PlanErrors, MissingFieldsAreErrors) {
  EXPECT_EQ(ErrorOf({}), "FIELD_MISSING clusterAutoscaler 1");
  auto request = WellRequest();
  request.clear_operator_();
  EXPECT_EQ(ErrorOf(request), "FIELD_MISSING operator.releaseVersion 1");
  request = WellRequest();
  request.clear_current();
  EXPECT_EQ(ErrorOf(request), "FIELD_MISSING current 1");
  request = WellRequest();
  request.mutable_observation()->set_failures(-1);
  EXPECT_EQ(ErrorOf(request), "VALUE_OUT_OF_RANGE observation.failures 1");
  request = WellRequest();
  request.clear_observation();
  request.mutable_operator_()->clear_release_version();
  EXPECT_EQ(ErrorOf(request), "FIELD_MISSING operator.releaseVersion 1");
  request.mutable_operator_()->clear_image();
  EXPECT_THAT(Plan(request).objects(), ::testing::IsEmpty()) << "no objects without an image";
}

TEST(PlanErrors, OnlyKnownReleasesArePlanned) {
  for (const char* version : {"4.11.3", "4.24.0", "5.3.0", "3.12.0", "6.0.0", "0.0.1-snapshot", "4.18", "next"}) {
    auto request = WellRequest();
    request.mutable_operator_()->set_release_version(version);
    EXPECT_EQ(ErrorOf(request), "RELEASE_UNKNOWN operator.releaseVersion 1") << version;
  }
  for (const char* version : {"4.12.0", "4.23.9", "5.0.0-rc.1", "v5.2.0", "4.18.0-0.nightly-2026-01-02-030405"}) {
    EXPECT_EQ(Plan(WellRequestOf(version)).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS) << version;
  }
}

TEST(PlanErrors, SettingsOutOfRange) {
  const struct {
    const char* error;
    std::function<void(v1::ClusterAutoscalerOperatorSettings&)> change;
  } kCases[] = {
      {"VALUE_OUT_OF_RANGE operator.verbosity 1", [](auto& settings) { settings.set_verbosity(-1); }},
      {"VALUE_OUT_OF_RANGE operator.replicas 1", [](auto& settings) { settings.set_replicas(-1); }},
      {"VALUE_OUT_OF_RANGE operator.webhooksPort 1", [](auto& settings) { settings.set_webhooks_port(0); }},
      {"VALUE_OUT_OF_RANGE operator.webhooksPort 1", [](auto& settings) { settings.set_webhooks_port(65'536); }},
      {"NAME_INVALID operator.name 1", [](auto& settings) { settings.set_name("Default"); }},
      {"NAME_INVALID operator.namespace 1", [](auto& settings) { settings.set_namespace_("a.b"); }},
      {"NAME_INVALID operator.watchNamespace 1", [](auto& settings) { settings.set_watch_namespace("-"); }},
      {"NAME_INVALID operator.leaderElectionNamespace 1",
       [](auto& settings) { settings.set_leader_election_namespace("_"); }},
      {"LIMIT_EXCEEDED operator.featureGates 1",
       [](auto& settings) {
         for (int i = 0; i <= kMaxFeatureGates; ++i) settings.add_feature_gates("a");
       }},
  };
  for (const auto& test : kCases) {
    auto request = WellRequest();
    test.change(*request.mutable_operator_());
    EXPECT_EQ(ErrorOf(request), test.error);
  }
  auto least = WellRequest();
  least.mutable_operator_()->set_webhooks_port(1);
  EXPECT_EQ(Plan(least).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
  auto most = WellRequest();
  most.mutable_operator_()->set_webhooks_port(65'535);
  for (int i = 0; i < kMaxFeatureGates; ++i) most.mutable_operator_()->add_feature_gates("a");
  EXPECT_EQ(Plan(most).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
}

TEST(PlanErrors, ListsAreBounded) {
  const struct {
    const char* error;
    int most;
    std::function<void(v1::PlanClusterAutoscalerRequest&)> add;
  } kCases[] = {
      {"LIMIT_EXCEEDED machineAutoscalers 1", kMaxMachineAutoscalers,
       [](auto& request) { request.add_machine_autoscalers(); }},
      {"LIMIT_EXCEEDED machineSets 1", kMaxMachineSets, [](auto& request) { request.add_machine_sets(); }},
      {"LIMIT_EXCEEDED current.objects 1", kMaxCurrentObjects,
       [](auto& request) { request.mutable_current()->add_objects(); }},
      {"LIMIT_EXCEEDED observation.machines 1", kMaxRelatedMachines,
       [](auto& request) { request.mutable_observation()->add_machines("a"); }},
      {"LIMIT_EXCEEDED observation.machineAPIConditions 1", kMaxOperatorConditions,
       [](auto& request) { request.mutable_observation()->add_machine_api_conditions(); }},
  };
  for (const auto& test : kCases) {
    auto request = WellRequest();
    request.mutable_current()->clear_objects();
    request.mutable_observation()->clear_machine_api_conditions();
    for (int i = 0; i < test.most; ++i) test.add(request);
    EXPECT_EQ(Plan(request).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS) << test.error;
    test.add(request);
    EXPECT_EQ(ErrorOf(request), test.error);
  }
  auto request = WellRequest();
  auto& fields = *request.mutable_current()->mutable_objects(0)->mutable_fields();
  for (int i = 0; static_cast<int>(fields.size()) < kMaxCurrentFields; ++i) fields[absl::StrCat(i)] = "";
  Plan(request);
  fields["one more"] = "";
  EXPECT_EQ(ErrorOf(request), "LIMIT_EXCEEDED current.objects[0].fields 1");
  request = WellRequest();
  request.mutable_options()->set_detail(static_cast<v1::Detail>(9));
  EXPECT_EQ(ErrorOf(request), "ENUM_UNKNOWN options.detail 1");
}

}  // namespace
}  // namespace cpsizer
