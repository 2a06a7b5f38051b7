// The installed controller of machines. The pod of the shape runs on this machine, with the account and the rights that
// kubectl has installed before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/deploy/installed_test.h"
#include "tests/deploy/local_pod.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kMachineNamespace[] = "openshift-machine-api";
constexpr char kMachineSecrets[] = "/api/v1/namespaces/openshift-machine-api/secrets";
constexpr char kMachineSet[] = "/apis/machine.openshift.io/v1/namespaces/openshift-machine-api/controlplanemachinesets";
constexpr char kMachineApi[] = "/apis/machine.openshift.io/v1alpha1/namespaces/openshift-machine-api/";
constexpr char kToken[] = "token-of-the-test";
constexpr int kUnauthorized = 401;

Json Metadata(const char* name) {
  return {{"name", name}, {"namespace", kMachineNamespace}};
}

// Machines of the smaller of two sizes, and an autoscaler with one query. The server of the query requires a token, and
// has a certificate that a test authority issued. Only a Secret contains the token and the certificate of the
// authority.
class RunningMachinesTest : public InstalledTest {
 protected:
  void SetUp() override {
    InstalledTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const std::vector<Json> objects = {MachineSet(), Autoscaler(), Authentication(), Secret()};
    for (const Json& object : objects) {
      ASSERT_EQ(admin().Create(testing::CollectionOf(object), object).status(), absl::OkStatus());
    }
    DeleteLater(objects);
    const Json status = {{"observedGeneration", 1}, {"replicas", 3}, {"updatedReplicas", 3}};
    ASSERT_EQ(admin().Patch(absl::StrCat(kMachineSet, "/cluster/status"), {{"status", status}}).status(),
              absl::OkStatus());
  }

  std::unique_ptr<LocalPod> Run(const std::string& name) {
    Install(name);
    const auto objects = Render(ShapeNamed(name));
    EXPECT_TRUE(objects.ok()) << objects.status();
    WaitForMachineRights();
    const LocalPod::Node node = {.programs = testing::ProgramFolder(),
                                 .kubeconfig = Kubeconfig(),
                                 .variables = {"CPSIZER_LOG_LEVEL=debug", "CPSIZER_LEADER_ELECT_RETRY_PERIOD=1s"}};
    auto pod = LocalPod::Start(Find(OfKind(*objects, "Deployment").at(0), {"spec", "template"}), node);
    const absl::Status status = pod.ok() ? (*pod)->WaitUntilReady() : pod.status();
    EXPECT_EQ(status, absl::OkStatus());
    return status.ok() ? *std::move(pod) : nullptr;
  }

  std::string Kubeconfig() {
    return server().WriteKubeconfig("system:serviceaccount:cpsizer:cpsizer-machines",
                                    {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
  }

  // Waits until RBAC allows the account to read. After that, no request of the sidecar should be forbidden.
  void WaitForMachineRights() {
    const auto account = testing::ApiUser::Make(Kubeconfig());
    ASSERT_TRUE(account.ok()) << account.status();
    for (const std::string& path :
         {std::string("/api/v1/nodes"), std::string("/apis/metrics.k8s.io/v1beta1/nodes"),
          absl::StrCat(kMachineSet, "/cluster"),
          absl::StrCat(kMachineApi, "controlplanemachinesetautoscalers?fieldSelector=metadata.name%3Dcluster"),
          absl::StrCat(kMachineApi, "controlplanemachinesetautoscalingtriggerauthentications/thanos"),
          absl::StrCat(kMachineSecrets, "/thanos-token")}) {
      const auto allowed = [&] {
        const absl::Status status = (*account)->Get(path).status();
        return absl::IsNotFound(status) ? absl::OkStatus() : status;
      };
      ASSERT_EQ((*account)->Eventually(allowed), absl::OkStatus()) << path;
    }
  }

  Json ReadMachineSet() {
    const auto object = admin().Get(absl::StrCat(kMachineSet, "/cluster"));
    return object.ok() ? *object : Json();
  }
  std::string InstanceType() {
    return std::string(TextAt(ReadMachineSet(), {"spec", "template", "machines_v1beta1_machine_openshift_io", "spec",
                                                 "providerSpec", "value", "instanceType"}));
  }
  Json Status() {
    const auto object = admin().Get(absl::StrCat(kMachineApi, "controlplanemachinesetautoscalers/cluster"));
    return object.ok() ? Find(*object, {"status"}) : Json();
  }

  // Expects that RBAC refused no request. A log line about a refused request contains the message of the API server.
  static void ExpectNothingForbidden(testing::Subprocess& sidecar) {
    const std::string said = absl::StrCat(sidecar.standard_output(), sidecar.standard_error());
    EXPECT_THAT(said, Not(HasSubstr("forbidden")));
    EXPECT_THAT(said, Not(HasSubstr(kToken)));
  }

 private:
  static Json MachineSet() {
    const Json value = {{"apiVersion", "machine.openshift.io/v1beta1"},
                        {"kind", "AWSMachineProviderConfig"},
                        {"instanceType", "m6i.xlarge"},
                        {"placement", {{"region", "eu-central-1"}}}};
    const Json machine = {{"failureDomains", {{"platform", "AWS"}}}, {"spec", {{"providerSpec", {{"value", value}}}}}};
    return {{"apiVersion", "machine.openshift.io/v1"},
            {"kind", "ControlPlaneMachineSet"},
            {"metadata", Metadata("cluster")},
            {"spec",
             {{"replicas", 3},
              {"state", "Active"},
              {"strategy", {{"type", "RollingUpdate"}}},
              {"template",
               {{"machineType", "machines_v1beta1_machine_openshift_io"},
                {"machines_v1beta1_machine_openshift_io", machine}}}}}};
  }
  Json Autoscaler() const {
    const Json sizes = {
        {"platform", "AWS"},
        {"aws", {{{"weight", 1}, {"instanceType", "m6i.xlarge"}}, {{"weight", 2}, {"instanceType", "m6i.2xlarge"}}}}};
    const Json trigger = {{"type", "prometheus"},
                          {"prometheus",
                           {{"serverAddress", absl::StrCat("https://127.0.0.1:", front_.port())},
                            {"query", "up"},
                            {"threshold", "0.5"},
                            {"authModes", {"bearer"}}}},
                          {"authenticationRef", {{"name", "thanos"}}}};
    const Json configuration = {{"machineType", "machines_v1beta1_machine_openshift_io"},
                                {"machines_v1beta1_machine_openshift_io", {{"machineConfigurations", sizes}}}};
    return {{"apiVersion", "machine.openshift.io/v1alpha1"},
            {"kind", "ControlPlaneMachineSetAutoscaler"},
            {"metadata", Metadata("cluster")},
            {"spec", {{"machineConfiguration", configuration}, {"scaleUp", {{"triggers", Json::array({trigger})}}}}}};
  }
  static Json Authentication() {
    const Json token = {{"parameter", "bearerToken"}, {"name", "thanos-token"}, {"key", "token"}};
    const Json authority = {{"parameter", "ca"}, {"name", "thanos-token"}, {"key", "service-ca.crt"}};
    return {{"apiVersion", "machine.openshift.io/v1alpha1"},
            {"kind", "ControlPlaneMachineSetAutoscalingTriggerAuthentication"},
            {"metadata", Metadata("thanos")},
            {"spec", {{"secretTargetRef", Json::array({token, authority})}}}};
  }
  Json Secret() const {
    return {
        {"apiVersion", "v1"},
        {"kind", "Secret"},
        {"metadata", Metadata("thanos-token")},
        {"data", {{"token", absl::Base64Escape(kToken)}, {"service-ca.crt", absl::Base64Escape(authority_.pem())}}}};
  }

  // Answers as a query server that returns one value to a client with the token.
  static void Answer(testing::FakeHttpConnection& connection) {
    while (const auto request = connection.Read()) {
      const auto token = request->headers.find("authorization");
      const bool is_known = token != request->headers.end() && token->second == absl::StrCat("Bearer ", kToken);
      const char kOne[] =
          R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"1"]}]}})";
      if (!connection.Answer(is_known ? 200 : kUnauthorized, is_known ? kOne : "{}")) return;
    }
  }

  const testing::CertificateAuthority authority_{"service"};
  testing::FakeHttpServer prometheus_{&Answer};
  const testing::TlsFront front_{authority_.IssueServer(), prometheus_.url()};
};

TEST_F(RunningMachinesTest, ObservesWithTheRightsOfItsOverlay) {
  const auto pod = Run("MachinesThatObserve");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  const auto decided = [](absl::string_view line) {
    return absl::StrContains(line, "would change the machine size") &&
           absl::StrContains(line, R"("from":"m6i.xlarge","to":"m6i.2xlarge")");
  };
  EXPECT_TRUE(sidecar.WaitForLine(decided, kTimeout).has_value())
      << sidecar.standard_output() << sidecar.standard_error();
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
  EXPECT_EQ(InstanceType(), "m6i.xlarge");
  EXPECT_TRUE(Status().is_null()) << Status();
}

TEST_F(RunningMachinesTest, ChangesTheSizeWithTheRightsOfTheComponentAndReportsIt) {
  const auto pod = Run("MachinesEnforced");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  EXPECT_TRUE(admin().RunUntil([this] { return InstanceType() == "m6i.2xlarge"; }, kTimeout))
      << sidecar.standard_output() << sidecar.standard_error();
  const auto applied = [this] {
    const Json status = Status();
    return TextAt(status, {"currentSize"}) == "m6i.2xlarge" && !TextAt(status, {"lastScaleUpTime"}).empty() &&
           Find(status, {"pendingScale"}).is_null();
  };
  EXPECT_TRUE(admin().RunUntil(applied, kTimeout)) << Status();
  const auto reported = [this] {
    const auto events = admin().Get(absl::StrCat("/apis/events.k8s.io/v1/namespaces/", kMachineNamespace, "/events"));
    if (!events.ok()) return false;
    for (const Json& event : Find(*events, {"items"})) {
      if (TextAt(event, {"reason"}) == "MachineSizeChanged" && TextAt(event, {"regarding", "name"}) == "cluster") {
        return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(admin().RunUntil(reported, kTimeout)) << sidecar.standard_output() << sidecar.standard_error();
  // The other fields of the template are unchanged.
  EXPECT_EQ(TextAt(ReadMachineSet(), {"spec", "template", "machines_v1beta1_machine_openshift_io", "spec",
                                      "providerSpec", "value", "placement", "region"}),
            "eu-central-1");
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
}

TEST_F(RunningMachinesTest, AccountReadsNoMoreThanTheController) {
  Install("MachinesThatObserve");
  WaitForMachineRights();
  const auto account = testing::ApiUser::Make(Kubeconfig());
  ASSERT_TRUE(account.ok()) << account.status();
  for (const std::string& path :
       {std::string(kMachineSecrets), absl::StrCat(kMachineSecrets, "/cloud-credentials"),
        std::string("/api/v1/nodes/a"), std::string(kMachineSet), absl::StrCat(kMachineSet, "/other"),
        absl::StrCat(kMachineApi, "controlplanemachinesetautoscalers"),
        absl::StrCat(kMachineApi, "controlplanemachinesetautoscalingtriggerauthentications")}) {
    EXPECT_TRUE(absl::IsPermissionDenied((*account)->Get(path).status())) << path;
  }
  // Waits until the request is refused, because RBAC may still apply the rights of an earlier test.
  const Json size = {{"spec", {{"replicas", 5}}}};
  const auto refused = [&] {
    return absl::IsPermissionDenied((*account)->Patch(absl::StrCat(kMachineSet, "/cluster"), size).status());
  };
  EXPECT_TRUE(admin().RunUntil(refused, kTimeout));
}

}  // namespace
}  // namespace cpsizer::deploy
