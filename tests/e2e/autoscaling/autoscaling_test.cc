#include "tests/e2e/autoscaling/autoscaling_test.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

// Contains the fixture that all tests of this program share. The first test creates the fixture, and it is destroyed
// after the last test.
class SharedFixture : public ::testing::Environment {
 public:
  const absl::StatusOr<std::unique_ptr<ScenarioFixture>>& Get() {
    if (absl::IsUnknown(fixture_.status())) fixture_ = ScenarioFixture::Start();
    return fixture_;
  }
  void TearDown() override { fixture_ = absl::UnknownError(""); }

  // The number of the next scenario. It is not reset between tests, so that no namespace is used twice.
  size_t next = 1;

 private:
  // The status is Unknown until a test creates the fixture.
  absl::StatusOr<std::unique_ptr<ScenarioFixture>> fixture_;
};

// gtest deletes this object.
SharedFixture& shared_fixture = static_cast<SharedFixture&>(*::testing::AddGlobalTestEnvironment(new SharedFixture));

}  // namespace

AutoscalingTest::Flags AutoscalingTest::OtherSettings() {
  return {"--feature-gates=HPAScaleToZero=true", "--horizontal-pod-autoscaler-downscale-stabilization=3s",
          "--horizontal-pod-autoscaler-tolerance=0.2", "--horizontal-pod-autoscaler-initial-readiness-delay=20m",
          "--horizontal-pod-autoscaler-cpu-initialization-period=0s"};
}

v1::RecommendReplicasOptions AutoscalingTest::OtherOptions() {
  v1::RecommendReplicasOptions options;
  options.set_scale_to_zero(true);
  options.set_downscale_stabilization("3s");
  options.set_tolerance("0.2");
  options.set_initial_readiness_delay("20m");
  options.set_cpu_initialization_period("0s");
  return options;
}

void AutoscalingTest::SetUp() {
  const std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd", "kube-controller-manager"});
  if (!reason.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
    GTEST_SKIP() << reason;
  }
  ASSERT_TRUE(shared_fixture.Get().ok()) << shared_fixture.Get().status();
  writes_before_ = fixture().server().AuditedRequests().size();
}

void AutoscalingTest::TearDown() {
  sidecar_.reset();
  if (scenarios_.empty()) return;
  EXPECT_EQ(fixture().Remove(scenarios_), absl::OkStatus());
}

ScenarioFixture& AutoscalingTest::fixture() {
  return **shared_fixture.Get();
}

size_t AutoscalingTest::MostChanges() const {
  size_t most = 0;
  for (const Scenario& scenario : scenarios_) most = std::max(most, ChangesOf(scenario));
  return most;
}

void AutoscalingTest::Add(const std::vector<std::string>& files, const Wanted& wanted) {
  std::vector<Scenario> scenarios;
  for (const std::string& file : files) {
    absl::StatusOr<std::vector<Scenario>> read = ReadScenarios(file, shared_fixture.next);
    ASSERT_TRUE(read.ok()) << file << ": " << read.status();
    shared_fixture.next += read->size();
    std::copy_if(read->begin(), read->end(), std::back_inserter(scenarios), wanted);
  }
  Add(scenarios);
}

void AutoscalingTest::Add(const std::vector<Scenario>& scenarios) {
  scenarios_ = scenarios;
  now_ = absl::Now();
  ASSERT_EQ(fixture().Add(scenarios_, now_), absl::OkStatus());
}

void AutoscalingTest::Expect(v1::RecommendReplicasOptions options) {
  if (!options.has_downscale_stabilization()) options.set_downscale_stabilization(kWindow);
  // Without OtherSettings(), the gate of the real controller is off even if a condition proves that it was on.
  if (!options.has_scale_to_zero()) options.set_scale_to_zero(false);
  const auto version = fixture().admin().Get("/version");
  ASSERT_TRUE(version.ok()) << version.status();
  options.set_kubernetes_version(std::string(kube::TextAt(*version, {"gitVersion"})));
  absl::StatusOr<std::unique_ptr<ScenarioObserver>> observer = ScenarioObserver::Start(fixture().server());
  ASSERT_TRUE(observer.ok()) << observer.status();
  observer_ = *std::move(observer);
  for (const Scenario& scenario : scenarios_) expectations_.emplace_back(scenario, *observer_, options, now_);
}

void AutoscalingTest::Change(size_t changes) {
  for (const Scenario& scenario : scenarios_) {
    if (ChangesOf(scenario) < changes) continue;
    if (scenario.fields["change"][changes - 1].value("recreated", false)) {
      ASSERT_EQ(fixture().Remove({scenario}), absl::OkStatus());
      WaitUntilForgotten(scenario);
    }
    ASSERT_EQ(fixture().Change(scenario, changes, now_), absl::OkStatus()) << scenario.name;
  }
  for (Expectation& expectation : expectations_) {
    if (ChangesOf(expectation.scenario()) >= changes) expectation.Change(changes);
  }
}

void AutoscalingTest::StartSidecar(const Flags& flags) {
  absl::StatusOr<std::unique_ptr<ReplicaSidecar>> sidecar = ReplicaSidecar::Start(fixture().server(), flags);
  ASSERT_TRUE(sidecar.ok()) << sidecar.status();
  sidecar_ = *std::move(sidecar);
}

std::vector<std::string> AutoscalingTest::WritesOfSidecar() {
  const std::vector<kube::Json> requests = fixture().server().AuditedRequests();
  std::vector<std::string> writes;
  for (size_t i = writes_before_; i < requests.size(); ++i) {
    const absl::string_view uri = kube::TextAt(requests[i], {"requestURI"});
    const absl::string_view path = uri.substr(0, uri.find('?'));
    if (!absl::StrContains(path, "/events")) {
      writes.push_back(absl::StrCat(kube::TextAt(requests[i], {"verb"}), " ", path));
    }
  }
  return writes;
}

}  // namespace cpsizer::e2e
