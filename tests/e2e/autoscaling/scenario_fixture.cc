#include "tests/e2e/autoscaling/scenario_fixture.h"

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/tree/node_json.h"
#include "tests/e2e/autoscaling/replica_sidecar.h"
#include "tests/e2e/autoscaling/scenario_metrics.h"
#include "tests/e2e/autoscaling/scenario_objects.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::TextAt;

// Returns a RuntimeClass whose pods have an overhead.
Json HeavyRuntime() {
  return {{"metadata", {{"name", "heavy"}}},
          {"handler", "heavy"},
          {"overhead", {{"podFixed", {{"cpu", "100m"}, {"memory", "64Mi"}}}}}};
}

}  // namespace

absl::StatusOr<std::unique_ptr<ScenarioFixture>> ScenarioFixture::Start() {
  testing::RealApiServer::Options options;
  // Without this feature gate, the API server refuses autoscalers with minReplicas 0.
  options.flags = {"--feature-gates=HPAScaleToZero=true"};
  options.audited_user = kSidecar;
  absl::StatusOr<std::unique_ptr<testing::RealApiServer>> server = testing::RealApiServer::Start(options);
  if (!server.ok()) return server.status();
  std::unique_ptr<ScenarioFixture> fixture(new ScenarioFixture);
  fixture->server_ = *std::move(server);
  absl::Status status = fixture->metrics_.Install(fixture->admin());
  if (status.ok()) status = testing::InstallCrd(fixture->admin(), "tests/testing/crds/workloads.yaml");
  if (status.ok()) status = fixture->admin().Create("/apis/node.k8s.io/v1/runtimeclasses", HeavyRuntime()).status();
  if (status.ok()) status = AllowSidecarToObserve(fixture->server());
  if (!status.ok()) return status;
  fixture->Watch();
  return fixture;
}

void ScenarioFixture::Watch() {
  const auto see = [this](const tree::Node& autoscaler) { See(tree::ToJson(autoscaler)); };
  watch_ = std::make_unique<kube::Reflector>(
      admin().loop(), admin().client(), kube::Resource{kAutoscalers, ""},
      kube::Reflector::Callbacks{.list_begins = [] {},
                                 .listed = see,
                                 .list_ends = [this] { watching_ = true; },
                                 .changed = see,
                                 .deleted = [](const tree::Node&) {},
                                 .failed = [](const absl::Status& status) { ADD_FAILURE() << status; }});
  EXPECT_TRUE(admin().RunUntil([this] { return watching_; }));
}

void ScenarioFixture::See(const Json& autoscaler) {
  const Json& status = kube::Find(autoscaler, {"status"});
  if (TextAt(autoscaler, {"metadata", "name"}) != kName || !status.contains("conditions")) return;
  States& states = states_[std::string(TextAt(autoscaler, {"metadata", "namespace"}))];
  AutoscalerState state = StateOf(status);
  if (states.empty() || !(states.back() == state)) states.push_back(std::move(state));
}

absl::Status ScenarioFixture::Add(const std::vector<Scenario>& scenarios, absl::Time now) {
  ScenarioRequests requests;
  for (const Scenario& scenario : scenarios) {
    AddRequests(scenario, now, requests);
    metrics_.SetResponses(scenario.name_space, MetricsOf(scenario.fields, now));
  }
  for (std::vector<kube::HttpRequest>* step :
       {&requests.namespaces, &requests.objects, &requests.reports, &requests.deletions, &requests.autoscalers}) {
    if (absl::Status status = admin().SendAll(std::move(*step)); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ScenarioFixture::Change(const Scenario& scenario, size_t changes, absl::Time now) {
  const Json fields = FieldsAfter(scenario, changes);
  const Json& change = scenario.fields["change"][changes - 1];
  metrics_.SetResponses(scenario.name_space, MetricsOf(fields, now));
  if (change.value("recreated", false)) {
    ScenarioRequests requests;
    AddRequests(scenario, now, requests);
    return admin().SendAll(requests.autoscalers);
  }
  if (change.value("gone", false)) return admin().Delete(TargetPath(scenario)).status();
  if (change.contains("spec")) {
    const absl::Status status = admin().Patch(AutoscalerPath(scenario), {{"spec", fields["spec"]}}).status();
    if (!status.ok()) return status;
  }
  if (!change.contains("replicas")) return absl::OkStatus();
  return admin().Patch(ScalePath(scenario), {{"spec", {{"replicas", fields["replicas"]}}}}).status();
}

absl::Status ScenarioFixture::Remove(const std::vector<Scenario>& scenarios) {
  for (const Scenario& scenario : scenarios) {
    const absl::StatusOr<Json> deleted = admin().Delete(PathIn(scenario, "autoscaling/v2", "horizontalpodautoscalers"));
    if (!deleted.ok()) return deleted.status();
  }
  return absl::OkStatus();
}

std::set<std::string> ScenarioFixture::EventsOf(const Scenario& scenario) {
  const absl::StatusOr<Json> list = admin().Get(PathIn(scenario, "v1", "events"));
  EXPECT_TRUE(list.ok()) << list.status();
  std::set<std::string> events;
  if (!list.ok()) return events;
  const Json items = kube::Find(*list, {"items"});
  for (const Json& event : items) {
    if (TextAt(event, {"involvedObject", "name"}) != kName) continue;
    // The controller tried to update an object that it had already changed, and retries. This event depends on timing.
    if (event["reason"] == "FailedUpdateStatus") continue;
    events.insert(absl::StrCat(TextAt(event, {"type"}), " ", TextAt(event, {"reason"}), ": ",
                               WithSortedRivals(std::string(TextAt(event, {"message"})))));
  }
  return events;
}

int64_t ScenarioFixture::ReplicasOf(const Scenario& scenario) {
  const absl::StatusOr<Json> scale = admin().Get(ScalePath(scenario));
  return scale.ok() ? kube::NumberAt(*scale, {"spec", "replicas"}) : -1;
}

}  // namespace cpsizer::e2e
