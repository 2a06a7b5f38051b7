// Tests cpsizer-sidecar --controller=machines on the real kube-apiserver. The API server aggregates an API with node
// metrics, and a real Prometheus runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/e2e/machines/admission_webhook.h"
#include "tests/e2e/machines/real_prometheus.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/machine/machine_objects_json.h"
#include "tests/testing/real_api/fake_metrics_apis.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::HasSubstr;

constexpr absl::Duration kLongTimeout = absl::Seconds(100);
constexpr absl::Duration kUpDelay = absl::Seconds(8);
constexpr char kCollections[] = "/apis/machine.openshift.io/";
const std::string& MachineSets() {
  static const std::string& path =
      *new std::string(absl::StrCat(kCollections, "v1/namespaces/", machine::kNamespace, "/controlplanemachinesets"));
  return path;
}
const std::string& Autoscalers() {
  static const std::string& path = *new std::string(
      absl::StrCat(kCollections, "v1alpha1/namespaces/", machine::kNamespace, "/controlplanemachinesetautoscalers"));
  return path;
}

// The CPU usage of the three nodes, in percent. The variable must outlive the API server of this program.
std::atomic<int> node_percent = 50;
testing::FakeMetricsApis& Metrics() {
  static testing::FakeMetricsApis& metrics = *new testing::FakeMetricsApis;  // NOLINT: intentionally leaked
  return metrics;
}

Json NodeItems() {
  const std::string now = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone());
  Json items = Json::array();
  for (const char* node : {"a", "b", "c"}) {
    items.push_back(machine::NodeMetricsJson(node, now, absl::StrCat(40 * node_percent.load(), "m")));
    items.back()["window"] = "1s";
  }
  return items;
}

absl::Status InstallMachines(testing::ApiUser& admin) {
  Metrics().SetNodes(NodeItems);
  absl::Status status = Metrics().Install(admin);
  for (const char* crd : {"deploy/crds/machines/controlplanemachinesetautoscalers.yaml",
                          "deploy/crds/machines/controlplanemachinesetautoscalingtriggerauthentications.yaml",
                          "tests/testing/crds/controlplanemachinesets.yaml"}) {
    if (status.ok()) status = testing::InstallCrd(admin, crd);
  }
  for (const char* node : {"a", "b", "c"}) {
    if (status.ok()) status = admin.Create("/api/v1/nodes", machine::NodeJson(node)).status();
    const Json capacity = {{"status", machine::NodeJson(node)["status"]}};
    if (status.ok()) status = admin.Patch(absl::StrCat("/api/v1/nodes/", node, "/status"), capacity).status();
  }
  return status;
}

class MachinesTest : public RealClusterTest {
 protected:
  void SetUp() override {
    RealClusterTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    static const absl::Status& installed = *new absl::Status(InstallMachines(admin()));
    ASSERT_EQ(installed, absl::OkStatus());
    node_percent = 50;
    MustCreate(MachineSets(), machine::MachineSetJson());
    FinishRollout();
  }

  void TearDown() override {
    if (IsSkipped()) return;
    KillAll();
    for (const auto& sidecar : sidecars_) {
      if (HasFailure()) std::cout << sidecar->standard_error() << "\n";
    }
    AdmissionWebhook::Remove(admin()).IgnoreError();
    for (const std::string& path : {Autoscalers(), MachineSets()}) {
      EXPECT_EQ(admin().Delete(absl::StrCat(path, "/cluster")).status(), absl::OkStatus());
    }
    // Deletes the lease, so that the next leader does not wait until it expires.
    admin().Delete("/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar-machines").IgnoreError();
  }

  // Returns an autoscaler with short windows and delays. The sidecar decides it every second.
  static Json FastAutoscaler() {
    Json autoscaler = machine::AutoscalerJson("5s");
    autoscaler["spec"]["syncPeriod"] = "1s";
    autoscaler["spec"]["scaleUp"]["scaleUpDelay"] = absl::FormatDuration(kUpDelay);
    autoscaler["spec"]["scaleDown"]["scaleDownDelay"] = "2s";
    return autoscaler;
  }

  testing::Subprocess& StartSidecar() {
    auto started = testing::Subprocess::Start(
        {SidecarProgram(), "--controller=machines", "--mode=enforce", "--sample-interval=1s",
         absl::StrCat("--kubeconfig=", server().AdminKubeconfig()), "--leader-elect-resource-namespace=cpsizer",
         "--leader-elect-lease-duration=3s", "--leader-elect-renew-deadline=2s", "--leader-elect-retry-period=500ms"});
    EXPECT_TRUE(started.ok()) << started.status();
    sidecars_.push_back(*std::move(started));
    return *sidecars_.back();
  }

  void KillAll() {
    for (const auto& sidecar : sidecars_) sidecar->Signal(SIGKILL);
  }

  bool WaitUntil(const std::function<bool()>& done) { return admin().RunUntil(done, kLongTimeout); }

  Json MachineSet() { return MustGet(absl::StrCat(MachineSets(), "/cluster")); }
  std::string Size() {
    Json set = MachineSet();
    return machine::ProviderSpecOf(set)["instanceType"];
  }
  // Returns how often the spec of the ControlPlaneMachineSet has changed.
  int64_t Steps() { return kube::NumberAt(MachineSet(), {"metadata", "generation"}) - 1; }
  Json Status() { return Find(MustGet(absl::StrCat(Autoscalers(), "/cluster")), {"status"}); }
  absl::Time StatusTime(const char* field) {
    absl::Time time;
    const std::string text(TextAt(Status(), {field}));
    return absl::ParseTime(absl::RFC3339_full, text, &time, nullptr) ? time : absl::InfinitePast();
  }
  std::string ConditionOf(const std::string& type, const char* field) {
    const Json conditions = Find(Status(), {"conditions"});
    for (const Json& condition : conditions) {
      if (condition["type"] == type) return condition[field];
    }
    return "";
  }
  bool HasPending() { return Find(Status(), {"pendingScale"}).is_object(); }

  // Sets the status as the operator does after a rollout.
  void FinishRollout() {
    const Json status = {{"observedGeneration", kube::NumberAt(MachineSet(), {"metadata", "generation"})},
                         {"replicas", 3},
                         {"updatedReplicas", 3}};
    ASSERT_TRUE(admin().Patch(absl::StrCat(MachineSets(), "/cluster/status"), {{"status", status}}).ok());
  }

  // Sets an old time for the pending change in the status, so that the change is considered abandoned.
  void AgePending() {
    const std::string old = absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::Now() - absl::Minutes(3), absl::UTCTimeZone());
    const Json status = {{"status", {{"pendingScale", {{"time", old}}}}}};
    ASSERT_TRUE(admin().Patch(absl::StrCat(Autoscalers(), "/cluster/status"), status).ok());
  }

 private:
  std::vector<std::unique_ptr<testing::Subprocess>> sidecars_;
};

TEST_F(MachinesTest, RisingLoadStepsUpAndFallingLoadStepsDownAfterRollouts) {
  MustCreate(Autoscalers(), FastAutoscaler());
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("ScalingActive", "reason") == "NoTriggerMet"; }));
  const absl::Time rising = absl::Now();
  node_percent = 95;
  ASSERT_TRUE(WaitUntil([&] { return StatusTime("lastScaleUpTime") > absl::InfinitePast(); }));
  EXPECT_EQ(Size(), "medium");
  EXPECT_GE(StatusTime("lastScaleUpTime"), rising + absl::Seconds(2)) << "the mean of the window was not above 80 %";
  EXPECT_EQ(Steps(), 1);
  EXPECT_FALSE(HasPending());
  // The second change must wait until the rollout of the first change has ended.
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("ScalingActive", "reason") == "RolloutInProgress"; }));
  ASSERT_TRUE(WaitUntil([&] { return absl::Now() > StatusTime("lastScaleUpTime") + kUpDelay + absl::Seconds(2); }));
  EXPECT_EQ(Size(), "medium");
  FinishRollout();
  ASSERT_TRUE(WaitUntil([&] { return Size() == "large"; }));
  FinishRollout();
  node_percent = 10;
  ASSERT_TRUE(WaitUntil([&] { return StatusTime("lastScaleDownTime") > absl::InfinitePast(); }));
  EXPECT_EQ(Size(), "medium");
  EXPECT_GE(StatusTime("lastScaleDownTime"), StatusTime("lastScaleUpTime") + kUpDelay);
  EXPECT_EQ(Steps(), 3);
}

TEST_F(MachinesTest, KillBetweenStatusAndPatchNeitherRepeatsNorLosesTheStep) {
  AdmissionWebhook webhook;
  ASSERT_EQ(webhook.Install(admin()), absl::OkStatus());
  MustCreate(Autoscalers(), FastAutoscaler());
  webhook.Set(AdmissionWebhook::Rule::kHoldMachineSet);
  node_percent = 95;
  testing::Subprocess& first = StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return webhook.held() > 0; }));
  first.Signal(SIGKILL);
  ASSERT_TRUE(HasPending());
  EXPECT_EQ(Size(), "small");
  webhook.Set(AdmissionWebhook::Rule::kAdmit);
  StartSidecar();
  const std::string time(TextAt(Status(), {"pendingScale", "time"}));
  const absl::Time full = absl::Now() + absl::Seconds(8);
  ASSERT_TRUE(WaitUntil([&] { return absl::Now() > full; }));
  EXPECT_EQ(TextAt(Status(), {"pendingScale", "time"}), time) << "the patch may still be on its way";
  EXPECT_EQ(Steps(), 0);
  KillAll();
  AgePending();
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return StatusTime("lastScaleUpTime") > absl::InfinitePast(); }));
  EXPECT_EQ(Size(), "medium");
  EXPECT_EQ(Steps(), 1);

  // In this part of the test, the sidecar is killed directly after the patch.
  FinishRollout();
  webhook.Set(AdmissionWebhook::Rule::kHoldLastStatus);
  const int held = webhook.held();
  ASSERT_TRUE(WaitUntil([&] { return webhook.held() > held; }));
  KillAll();
  ASSERT_TRUE(HasPending());
  EXPECT_EQ(Size(), "large");
  const std::string last(TextAt(Status(), {"pendingScale", "time"}));
  webhook.Set(AdmissionWebhook::Rule::kAdmit);
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return !HasPending(); }));
  EXPECT_EQ(TextAt(Status(), {"lastScaleUpTime"}), last);
  EXPECT_EQ(Steps(), 2);
}

TEST_F(MachinesTest, SizeRefusedByTheWebhookIsNotAStep) {
  AdmissionWebhook webhook;
  ASSERT_EQ(webhook.Install(admin()), absl::OkStatus());
  MustCreate(Autoscalers(), FastAutoscaler());
  webhook.Set(AdmissionWebhook::Rule::kDenyMachineSet);
  node_percent = 95;
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("ScalingActive", "reason") == "ChangeRefused"; }));
  EXPECT_THAT(ConditionOf("ScalingActive", "message"), HasSubstr("there is no such instance type"));
  EXPECT_EQ(Size(), "small");
  EXPECT_FALSE(HasPending());
  EXPECT_EQ(StatusTime("lastScaleUpTime"), absl::InfinitePast());
}

TEST_F(MachinesTest, OfTwoSidecarsOneStepsAndTheOtherTakesOver) {
  MustCreate(Autoscalers(), FastAutoscaler());
  testing::Subprocess& first = StartSidecar();
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("ScalingActive", "reason") == "NoTriggerMet"; }));
  node_percent = 95;
  ASSERT_TRUE(WaitUntil([&] { return StatusTime("lastScaleUpTime") > absl::InfinitePast(); }));
  FinishRollout();
  const absl::Time stepped = StatusTime("lastScaleUpTime");
  first.Signal(SIGKILL);
  ASSERT_TRUE(WaitUntil([&] { return Size() == "large"; }));
  EXPECT_EQ(Steps(), 2);
  ASSERT_TRUE(WaitUntil([&] { return !HasPending() && StatusTime("lastScaleUpTime") > stepped; }));
  EXPECT_GE(StatusTime("lastScaleUpTime"), stepped + kUpDelay) << "a decision uses the delay in the status";
}

class MachineQueriesTest : public MachinesTest {
 protected:
  void SetUp() override {
    MachinesTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const std::string reason = testing::WhyPrometheusIsMissing();
    if (!reason.empty()) {
      if (testing::PromtoolIsRequired()) FAIL() << reason << ", which CI requires";
      GTEST_SKIP() << reason;
    }
    auto started = RealPrometheus::Start();
    ASSERT_TRUE(started.ok()) << started.status();
    prometheus_ = *std::move(started);
    Json secret = machine::SecretJson("prometheus", "password", RealPrometheus::kPassword);
    secret["data"]["username"] = machine::SecretJson("", "u", RealPrometheus::kUser)["data"]["u"];
    secret["data"]["ca.crt"] = machine::SecretJson("", "c", prometheus_->authority())["data"]["c"];
    MustCreate(absl::StrCat("/api/v1/namespaces/", machine::kNamespace, "/secrets"), secret);
    Json references = Json::array();
    for (const auto& [parameter, key] :
         {std::pair{"username", "username"}, {"password", "password"}, {"ca", "ca.crt"}}) {
      references.push_back({{"parameter", parameter}, {"name", "prometheus"}, {"key", key}});
    }
    MustCreate(absl::StrCat(kCollections, "v1alpha1/namespaces/", machine::kNamespace,
                            "/controlplanemachinesetautoscalingtriggerauthentications"),
               {{"apiVersion", "machine.openshift.io/v1alpha1"},
                {"kind", "ControlPlaneMachineSetAutoscalingTriggerAuthentication"},
                {"metadata", {{"name", "prometheus"}}},
                {"spec", {{"secretTargetRef", references}}}});
  }

  Json QueryAutoscaler() {
    Json trigger = machine::QueryTriggerJson(prometheus_->url(), "5");
    trigger["prometheus"]["query"] = "test_load";
    trigger["prometheus"]["authModes"] = "basic";
    trigger["prometheus"]["ignoreNullValues"] = false;
    trigger["authenticationRef"] = {{"name", "prometheus"}};
    Json autoscaler = FastAutoscaler();
    autoscaler["spec"]["scaleUp"]["triggers"] = Json::array({trigger});
    autoscaler["spec"].erase("scaleDown");
    return autoscaler;
  }
  void SetQuery(const Json& autoscaler, const std::string& query) {
    Json triggers = autoscaler["spec"]["scaleUp"]["triggers"];
    triggers[0]["prometheus"]["query"] = query;
    const Json patch = {{"spec", {{"scaleUp", {{"triggers", triggers}}}}}};
    ASSERT_TRUE(admin().Patch(absl::StrCat(Autoscalers(), "/cluster"), patch).ok());
  }

  std::unique_ptr<RealPrometheus> prometheus_;
};

TEST_F(MachineQueriesTest, QueryOfPrometheusStepsUpAndInvalidQueryIsDegraded) {
  const Json autoscaler = QueryAutoscaler();
  MustCreate(Autoscalers(), autoscaler);
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("ScalingActive", "reason") == "NoTriggerMet"; }));
  EXPECT_EQ(ConditionOf("Degraded", "status"), "False");
  struct Broken {
    const char* query;
    const char* reason;
  };
  for (const Broken& broken : {Broken{"sum(", "PrometheusQueryInvalid"},
                               {"up or test_load", "PrometheusQueryInvalid"},
                               {"no_such_metric", "PrometheusMetricMissing"},
                               {"test_load[1m]", "PrometheusQueryInvalid"}}) {
    prometheus_->SetLoad(9);
    SetQuery(autoscaler, broken.query);
    EXPECT_TRUE(WaitUntil([&] {
      return ConditionOf("Degraded", "status") == "True" && ConditionOf("Degraded", "reason") == broken.reason;
    })) << broken.query;
    EXPECT_EQ(Steps(), 0) << broken.query;
  }
  SetQuery(autoscaler, "test_load");
  ASSERT_TRUE(WaitUntil([&] { return Size() == "medium"; }));
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("Degraded", "status") == "False"; }));
  EXPECT_EQ(Steps(), 1);
}

}  // namespace
}  // namespace cpsizer::e2e
