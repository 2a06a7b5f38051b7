// Tests the webhook on the real API server: the output that a user gets after applying an object, and the behavior
// while the webhook is unavailable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/webhook/registered_webhook.h"
#include "tests/e2e/webhook/webhook_e2e_test.h"
#include "tests/testing/await.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/tls/tls_client.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using testing::FinishedProcess;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Pointer = Json::json_pointer;

// Returns the first object of this kind in a file of the source tree.
Json ObjectOf(const char* kind, const char* path) {
  const absl::StatusOr<std::vector<Json>> manifests = testing::ReadManifests(path);
  EXPECT_TRUE(manifests.ok()) << manifests.status();
  for (const Json& object : *manifests) {
    if (object["kind"] == kind) return object;
  }
  ADD_FAILURE() << path << " has no " << kind;
  return {};
}

// Removes the fields of a ClusterSizingConfiguration that the CRD of the operator does not have. These tests use the
// CRD of the operator. The CRD of cpsizer has more rules and would refuse all errors before the webhook is called.
void RemoveNewFields(Json& object) {
  if (object["kind"] != "ClusterSizingConfiguration") return;
  object["spec"]["resourceBasedAutoscaling"].erase("kubeAPIServerCPUFraction");
  for (Json& size : object["spec"]["sizes"]) {
    size["capacity"].erase("kubeAPIServerCPUFraction");
    size["capacity"].erase("kubeAPIServerMemoryFraction");
  }
  // With the default fraction, this value of kasGoMemLimit is valid.
  object["spec"]["sizes"][2]["effects"]["kasGoMemLimit"] = "80GiB";
}

struct KindCase {
  const char* kind;
  const char* example;
  // This change makes the object invalid: a JSON Pointer, the new value, and the finding.
  const char* bad_pointer;
  Json bad_value;
  const char* bad_finding;
  // This change causes a warning. The pointer is null if the kind has no warnings.
  const char* odd_pointer;
  Json odd_value;
  const char* odd_finding;
};

std::vector<KindCase> KindCases() {
  return {
      {"ClusterSizingConfiguration", "deploy/examples/fleet/clustersizingconfiguration.yaml",
       "/spec/sizes/0/effects/kasGoMemLimit", "99999999999TiB",
       "error MEMORY_LIMIT_MALFORMED at spec.sizes[0].effects.kasGoMemLimit", "/spec/sizes/0/capacity/memory", "3Ti",
       "CAPACITY_ORDER_INCONSISTENT"},
      // The API server validates an object before it calls a webhook. It reports all errors of this kind itself.
      {"HorizontalPodAutoscaler", "deploy/examples/replicas/hpa.yaml", nullptr, nullptr, nullptr,
       "/spec/scaleTargetRef/kind", "DaemonSet", "TARGET_NOT_SCALABLE"},
      {"ControlPlaneMachineSetAutoscaler", "deploy/examples/machines/autoscaler.yaml",
       "/spec/scaleUp/triggers/1/prometheus/threshold", "half", "error NUMBER_MALFORMED at spec.scaleUp.triggers[1]",
       "/spec/scaleUp/triggers/0/cpu/value", "20", "THRESHOLDS_OVERLAP"},
      {"ControlPlaneMachineSetAutoscalingTriggerAuthentication", "deploy/examples/machines/autoscaler.yaml",
       "/spec/secretTargetRef/1/parameter", "bearerToken", "error PARAMETER_DUPLICATE at spec.secretTargetRef[1]",
       nullptr, nullptr, nullptr},
      {"ClusterAutoscaler", "deploy/examples/cluster-autoscaler/autoscaler.yaml", "/spec/resourceLimits/gpus/0/type",
       "a:b", "error GPU_TYPE_UNUSABLE at spec.resourceLimits.gpus[0].type", "/spec/scaleDown/enabled", false,
       "SETTING_WITHOUT_EFFECT"},
      {"MachineAutoscaler", "deploy/examples/cluster-autoscaler/autoscaler.yaml", "/spec/scaleTargetRef/kind",
       "Machine", "error TARGET_NOT_MACHINE_SET at spec.scaleTargetRef.kind", nullptr, nullptr, nullptr},
  };
}

void ExpectDenied(const FinishedProcess& kubectl, const char* finding) {
  EXPECT_NE(kubectl.exit_code, 0);
  EXPECT_THAT(kubectl.standard_error, HasSubstr("denied the request"));
  EXPECT_THAT(kubectl.standard_error, HasSubstr(finding));
  EXPECT_THAT(kubectl.standard_error, HasSubstr("cpsizer explain RULE"));
}

TEST_F(WebhookE2eTest, EachKindIsDeniedWithItsFindingsAndWarnings) {
  registered().Kubectl({"create", "namespace", "shop"});
  for (const KindCase& test : KindCases()) {
    SCOPED_TRACE(test.kind);
    Json good = ObjectOf(test.kind, test.example);
    RemoveNewFields(good);
    good["metadata"]["labels"]["cpsizer.openshift.io/validate"] = "true";
    const FinishedProcess allowed = Apply(good);
    EXPECT_EQ(allowed.exit_code, 0) << allowed.standard_error;
    EXPECT_THAT(allowed.standard_error, Not(HasSubstr("Warning")));
    if (test.bad_pointer != nullptr) {
      Json bad = good;
      bad[Pointer(test.bad_pointer)] = test.bad_value;
      ExpectDenied(Apply(bad), test.bad_finding);
      // The webhook validates a new object in the same way as a changed object.
      EXPECT_EQ(registered().Kubectl({"delete"}, good).exit_code, 0);
      ExpectDenied(Apply(bad), test.bad_finding);
    }
    if (test.odd_pointer == nullptr) continue;
    Json odd = good;
    odd[Pointer(test.odd_pointer)] = test.odd_value;
    const FinishedProcess warned = Apply(odd);
    EXPECT_EQ(warned.exit_code, 0) << warned.standard_error;
    EXPECT_THAT(warned.standard_error, StartsWith("Warning: "));
    EXPECT_THAT(warned.standard_error, HasSubstr(absl::StrCat(test.odd_finding, " at ")));
  }
}

// Decisions read the annotation, so a change of it is validated like a change of the spec.
TEST_F(WebhookE2eTest, AnAnnotationWithMalformedFractionsIsDenied) {
  Json configuration = ObjectOf("ClusterSizingConfiguration", "deploy/examples/fleet/clustersizingconfiguration.yaml");
  RemoveNewFields(configuration);
  ASSERT_EQ(Apply(configuration).exit_code, 0);
  const auto annotate = [](const char* annotation) {
    return registered().Kubectl({"annotate", "--overwrite", "clustersizingconfiguration", "cluster", annotation});
  };
  ExpectDenied(annotate("cpsizer/fractions={"), "FRACTIONS_MALFORMED at metadata.annotations[cpsizer/fractions]");
  EXPECT_EQ(annotate(R"(cpsizer/fractions={"kubeAPIServerCPUFraction": "0.6"})").exit_code, 0);
  ExpectDenied(annotate(R"(cpsizer/fractions={"kubeAPIServerCPUFraction": "6"})"), "FRACTION_OUT_OF_RANGE");
}

TEST_F(WebhookE2eTest, ADryRunIsValidatedAndStoresNothing) {
  const FinishedProcess denied = Apply(NamedAutoscaler("dry", 3, 2), "--dry-run=server");
  EXPECT_THAT(denied.standard_error, HasSubstr("denied the request"));
  EXPECT_EQ(Apply(NamedAutoscaler("dry", 1, 2), "--dry-run=server").exit_code, 0);
  EXPECT_TRUE(absl::IsNotFound(registered().admin().Get(absl::StrCat(kAutoscalers, "/dry")).status()));
}

TEST_F(WebhookE2eTest, AnAutoscalerOfReplicasIsValidatedOnlyWithTheLabel) {
  registered().Kubectl({"create", "namespace", "shop"});
  Json odd = ObjectOf("HorizontalPodAutoscaler", "deploy/examples/replicas/hpa.yaml");
  odd["metadata"]["name"] = "unlabelled";
  odd["spec"]["scaleTargetRef"]["kind"] = "DaemonSet";
  EXPECT_THAT(Apply(odd).standard_error, Not(HasSubstr("Warning")));
  odd["metadata"]["labels"]["cpsizer.openshift.io/validate"] = "true";
  EXPECT_THAT(Apply(odd).standard_error, HasSubstr("Warning: TARGET_NOT_SCALABLE")) << "the label is set";
  odd["metadata"]["labels"]["app"] = "web";
  EXPECT_THAT(Apply(odd).standard_error, Not(HasSubstr("Warning"))) << "only other metadata changes";
  odd["spec"]["maxReplicas"] = 9;
  EXPECT_THAT(Apply(odd).standard_error, HasSubstr("Warning: TARGET_NOT_SCALABLE"));
}

// If minReplicas is zero, there is a warning, unless the old object also has minReplicas zero.
TEST_F(WebhookE2eTest, AnUpdateIsValidatedWithTheOldObject) {
  registered().Kubectl({"create", "namespace", "shop"});
  Json autoscaler = ObjectOf("HorizontalPodAutoscaler", "deploy/examples/replicas/hpa.yaml");
  autoscaler["metadata"]["name"] = "asleep";
  autoscaler["metadata"]["labels"]["cpsizer.openshift.io/validate"] = "true";
  autoscaler["spec"]["minReplicas"] = 1;
  autoscaler["spec"]["metrics"] = Json::parse(R"([{"type": "External", "external": {"metric": {"name": "queue"},
                                              "target": {"type": "AverageValue", "averageValue": "5"}}}])");
  ASSERT_EQ(Apply(autoscaler).standard_error, "");
  autoscaler["spec"]["minReplicas"] = 0;
  const FinishedProcess new_zero = Apply(autoscaler);
  EXPECT_EQ(new_zero.exit_code, 0) << new_zero.standard_error;
  EXPECT_THAT(new_zero.standard_error, HasSubstr("Warning: SCALE_TO_ZERO_GATED at spec.minReplicas"));
  autoscaler["spec"]["maxReplicas"] = 9;
  const FinishedProcess old_zero = Apply(autoscaler);
  EXPECT_EQ(old_zero.exit_code, 0) << old_zero.standard_error;
  EXPECT_THAT(old_zero.standard_error, Not(HasSubstr("Warning")));
}

TEST_F(WebhookE2eTest, FinalizersOfAnObjectWithErrorsCanBeRemoved) {
  registered().Kubectl({"create", "namespace", "unchecked"});
  registered().Kubectl({"label", "namespace", "unchecked", "cpsizer.openshift.io/validate=false"});
  Json bad = NamedAutoscaler("stuck", 3, 2);
  bad["metadata"]["namespace"] = "unchecked";
  bad["metadata"]["finalizers"] = {"example.com/wait"};
  // The API server observes the new label with a delay.
  ASSERT_EQ(registered().admin().Eventually([&] {
    return Apply(bad).exit_code == 0 ? absl::OkStatus() : absl::UnavailableError("still validated");
  }),
            absl::OkStatus());
  registered().Kubectl({"label", "namespace", "unchecked", "cpsizer.openshift.io/validate-"});
  ASSERT_EQ(registered().admin().Eventually([&] {
    const FinishedProcess patched =
        registered().Kubectl({"patch", "machineautoscaler", "stuck", "-n", "unchecked", "--type=merge", "-p",
                              R"({"spec":{"minReplicas":4}})", "--dry-run=server"});
    return patched.exit_code != 0 ? absl::OkStatus() : absl::UnavailableError("not validated yet");
  }),
            absl::OkStatus());
  EXPECT_EQ(registered().Kubectl({"annotate", "machineautoscaler", "stuck", "-n", "unchecked", "a=b"}).exit_code, 0);
  EXPECT_EQ(registered().Kubectl({"delete", "machineautoscaler", "stuck", "-n", "unchecked", "--wait=false"}).exit_code,
            0);
  const FinishedProcess removed = registered().Kubectl({"patch", "machineautoscaler", "stuck", "-n", "unchecked",
                                                        "--type=merge", "-p", R"({"metadata":{"finalizers":null}})"});
  EXPECT_EQ(removed.exit_code, 0) << removed.standard_error;
  EXPECT_NE(registered().Kubectl({"get", "machineautoscaler", "stuck", "-n", "unchecked"}).exit_code, 0);
}

// The failure policy is Ignore. If a request to the webhook was lost, the API server would accept an object with
// errors.
TEST_F(WebhookE2eTest, ChangingTheCertificateLosesNoRequest) {
  ASSERT_EQ(Apply(NamedAutoscaler("stream", 1, 2)).exit_code, 0);
  constexpr char kDenied[] = "cpsizer_webhook_reviews_total{kind=\"MachineAutoscaler\",outcome=\"denied\"}";
  const std::string denied_before = Metric(kDenied);
  testing::ApiUser& admin = registered().admin();
  const std::string path = absl::StrCat(kAutoscalers, "/stream");
  int replicas = 2;
  for (int rotation = 0; rotation < 3; ++rotation) {
    const testing::CertifiedKey next = registered().webhook().authority().IssueServer();
    registered().webhook().Write(next);
    int after = 0;
    while (after < 20) {
      replicas = replicas == 2 ? 3 : 2;
      ASSERT_EQ(admin.Patch(path, {{"spec", {{"maxReplicas", replicas}}}}).status(), absl::OkStatus());
      ASSERT_FALSE(admin.Patch(path, {{"spec", {{"maxReplicas", 0}}}}).ok());
      if (registered().webhook().Connect()->certificate() == next.certificate) ++after;
    }
  }
  EXPECT_NE(Metric(kDenied), denied_before);
}

// This test must be the last one, because it stops the webhook and the webhook is not started again.
TEST_F(WebhookE2eTest, WithoutAWebhookTheFailurePolicyDecides) {
  ASSERT_EQ(Apply(NamedAutoscaler("before", 3, 4)).exit_code, 0);
  registered().webhook().process().Signal(SIGTERM);
  ASSERT_EQ(registered().webhook().process().Wait(testing::kAwaitLimit), 0);
  const FinishedProcess ignored = Apply(NamedAutoscaler("unchecked", 3, 2));
  EXPECT_EQ(ignored.exit_code, 0) << ignored.standard_error;
  ASSERT_EQ(registered().SetFailurePolicy("Fail"), absl::OkStatus());
  const FinishedProcess failed = Apply(NamedAutoscaler("checked", 1, 2));
  EXPECT_NE(failed.exit_code, 0);
  EXPECT_THAT(failed.standard_error, HasSubstr("failed calling webhook \"machineautoscalers.cpsizer.openshift.io\""));
  EXPECT_EQ(
      registered().Kubectl({"annotate", "machineautoscaler", "before", "-n", "openshift-machine-api", "a=b"}).exit_code,
      0)
      << "metadata can be changed";
  EXPECT_EQ(registered().Kubectl({"delete", "machineautoscaler", "before", "-n", "openshift-machine-api"}).exit_code,
            0);
}

}  // namespace
}  // namespace cpsizer::e2e
