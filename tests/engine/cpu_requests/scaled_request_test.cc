// Tests the scaled requests: arithmetic, totals, and the readings (interpretations of the proposal) in section 5 of
// docs/reference/cpu-request-scaling.md.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/cpu_requests/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddContainer;
using ::cpsizer::testing::AddIdleUsage;
using ::cpsizer::testing::AddInitContainer;
using ::cpsizer::testing::AddNode;
using ::cpsizer::testing::AddWorkload;
using ::cpsizer::testing::CpuContainers;
using ::cpsizer::testing::CpuFindings;
using ::cpsizer::testing::CpuLimit;
using ::cpsizer::testing::ExcessRequests;
using ::cpsizer::testing::ScaleCpu;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ScaledCase {
  absl::string_view name;
  int limit;
  int count;
  absl::string_view request;
  absl::string_view idle;  // empty: unknown
  absl::string_view scaled;
  v1::CpuRequestsBound bound;
  absl::string_view arithmetic;
};

v1::CpuRequestsScaledRequest ScaledOf(const ScaledCase& c) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(c.limit, {c.request});
  request.mutable_options()->set_default_control_plane_cpu_count(c.count);
  if (!c.idle.empty()) {
    request.mutable_options()->set_cap_by_idle_usage(true);
    AddIdleUsage(*request.mutable_workloads(0), "c0", c.idle);
  }
  return ScaleCpu(request).workloads(0).containers(0);
}

TEST(ScaledRequest, Section2) {
  constexpr auto kShare = v1::CPU_REQUESTS_BOUND_SHARE;
  constexpr auto kIdle = v1::CPU_REQUESTS_BOUND_IDLE_USAGE;
  constexpr auto kMinimum = v1::CPU_REQUESTS_BOUND_MINIMUM;
  constexpr auto kDefault = v1::CPU_REQUESTS_BOUND_DEFAULT;
  const ScaledCase cases[] = {
      {"no limit", 0, 6, "350m", "", "350m", kDefault, "350m, not scaled"},
      {"the default limit", 6, 6, "350m", "", "350m", kDefault, "350m, not scaled"},
      {"one above the default", 7, 6, "350m", "", "350m", kDefault, "350m, not scaled"},
      {"the least default", 1, 1, "350m", "", "350m", kDefault, "350m, not scaled"},
      {"one below the default", 5, 6, "350m", "", "291m", kShare, "floor(350m x 5 / 6) = 291m"},
      {"rounded down", 4, 6, "350m", "", "233m", kShare, "floor(350m x 4 / 6) = 233m"},
      {"a third", 2, 6, "150m", "", "50m", kShare, "floor(150m x 2 / 6) = 50m"},
      {"multiplied before it is divided", 1, 3, "2999m", "", "999m", kShare, "floor(2999m x 1 / 3) = 999m"},
      {"whole CPUs", 3, 6, "2", "", "1", kShare, "floor(2 x 3 / 6) = 1"},
      {"a fraction of a CPU", 4, 6, "0.35", "", "233m", kShare, "floor(350m x 4 / 6) = 233m"},
      {"below a millicore, rounded up first", 3, 6, "20100u", "", "10m", kShare, "floor(21m x 3 / 6) = 10m"},
      {"one nano-unit above a millicore", 3, 6, "20000001n", "", "10m", kShare, "floor(21m x 3 / 6) = 10m"},
      {"exactly the minimum", 3, 6, "10m", "", "5m", kShare, "floor(10m x 3 / 6) = 5m"},
      {"the minimum", 3, 6, "9m", "", "5m", kMinimum, "max(floor(9m x 3 / 6), 5m) = 5m"},
      {"a default at the minimum", 1, 6, "5m", "", "5m", kDefault, "min(max(floor(5m x 1 / 6), 5m), 5m) = 5m"},
      {"a default below the minimum", 1, 6, "3m", "", "3m", kDefault, "min(max(floor(3m x 1 / 6), 5m), 3m) = 3m"},
      {"zero", 1, 6, "0", "", "0", kDefault, "min(max(floor(0 x 1 / 6), 5m), 0) = 0"},
      {"idle usage", 4, 6, "350m", "60m", "120m", kIdle, "min(floor(350m x 4 / 6), 2 x 60m) = 120m"},
      {"idle usage that does not bind", 4, 6, "350m", "117m", "233m", kShare, "floor(350m x 4 / 6) = 233m"},
      {"idle usage of exactly half the share", 4, 6, "300m", "100m", "200m", kShare, "floor(300m x 4 / 6) = 200m"},
      {"idle usage of a share of 100m", 4, 6, "150m", "1m", "100m", kShare, "floor(150m x 4 / 6) = 100m"},
      {"idle usage of a share of 101m", 4, 6, "152m", "1m", "5m", kMinimum,
       "max(min(floor(152m x 4 / 6), 2 x 1m), 5m) = 5m"},
      {"idle usage of zero", 4, 6, "152m", "0", "5m", kMinimum, "max(min(floor(152m x 4 / 6), 2 x 0), 5m) = 5m"},
      {"idle usage without a limit", 0, 6, "350m", "1m", "350m", kDefault, "350m, not scaled"},
      {"the largest default", 2147483646, 2147483647, "9223372036854775807m", "", "9223372032559808508m", kShare,
       "floor(9223372036854775807m x 2147483646 / 2147483647) = 9223372032559808508m"},
      {"the largest idle usage", 4, 6, "350m", "9223372036854775807m", "233m", kShare, "floor(350m x 4 / 6) = 233m"},
  };
  for (const ScaledCase& c : cases) {
    const v1::CpuRequestsScaledRequest scaled = ScaledOf(c);
    EXPECT_EQ(scaled.scaled_request(), c.scaled) << c.name;
    EXPECT_EQ(scaled.bound(), c.bound) << c.name;
    EXPECT_EQ(scaled.arithmetic(), c.arithmetic) << c.name;
  }
}

TEST(ScaledRequest, OutcomeReportsWhetherAnyRequestIsScaled) {
  EXPECT_EQ(ScaleCpu(CpuContainers(0, {"1"})).outcome(), v1::CPU_REQUESTS_OUTCOME_NO_LIMIT);
  EXPECT_EQ(ScaleCpu(CpuContainers(5, {"1"})).outcome(), v1::CPU_REQUESTS_OUTCOME_SCALED);
  EXPECT_EQ(ScaleCpu(CpuContainers(6, {"1"})).outcome(), v1::CPU_REQUESTS_OUTCOME_LIMIT_NOT_BELOW_DEFAULT);
}

TEST(ScaledRequest, AnInfrastructureWithoutTheFieldHasNoLimit) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"1"});
  request.mutable_infrastructure();
  EXPECT_EQ(ScaleCpu(request).outcome(), v1::CPU_REQUESTS_OUTCOME_NO_LIMIT);
  request.mutable_infrastructure()->mutable_status()->set_control_plane_cpu_limit(4);
  EXPECT_EQ(ScaleCpu(request).outcome(), v1::CPU_REQUESTS_OUTCOME_SCALED);
  EXPECT_EQ(ScaleCpu(request).control_plane_cpu_limit(), 4);
}

// Each test of the suite CpuReadings tests one reading of section 5.

TEST(CpuReadings, C1TheShareIsTheExactFloor) {
  EXPECT_EQ(ScaleCpu(CpuContainers(4, {"350m"})).workloads(0).containers(0).scaled_request(), "233m");
}

TEST(CpuReadings, C2TheDefaultCountIsSixAndCanBeSet) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"700m"});
  EXPECT_EQ(ScaleCpu(request).default_control_plane_cpu_count(), 6);
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(0).scaled_request(), "466m");
  request.mutable_options()->set_default_control_plane_cpu_count(7);
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(0).scaled_request(), "400m");
}

TEST(CpuReadings, C3IdleUsageIsABoundOnlyIfRequestedAndKnown) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"350m", "350m"});
  AddIdleUsage(*request.mutable_workloads(0), "c0", "60m");
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(0).scaled_request(), "233m") << "not asked for";
  request.mutable_options()->set_cap_by_idle_usage(true);
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(0).scaled_request(), "120m");
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(1).scaled_request(), "233m") << "not known";
  AddIdleUsage(*request.mutable_workloads(0), "c0", "70m");
  EXPECT_EQ(ScaleCpu(request).workloads(0).containers(0).scaled_request(), "140m") << "the larger of two";
}

TEST(CpuReadings, C4TheMinimumIsFiveMillicoresAndNeverAboveTheDefault) {
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(CpuContainers(1, {"6m", "4m"}));
  EXPECT_EQ(response.workloads(0).containers(0).scaled_request(), "5m");
  EXPECT_EQ(response.workloads(0).containers(1).scaled_request(), "4m");
}

TEST(CpuReadings, C5ZeroMeansWithoutALimit) {
  EXPECT_EQ(ScaleCpu(CpuContainers(0, {"350m"})).outcome(), v1::CPU_REQUESTS_OUTCOME_NO_LIMIT);
  EXPECT_THAT(testing::CpuErrors(CpuContainers(-1, {"350m"})), ElementsAre("VALUE_NEGATIVE controlPlaneCPULimit"));
}

// The tests of the suite CpuTotals test the totals of section 3.

v1::CpuRequestsScaledWorkload TotalOf(const v1::ScaleCpuRequestsRequest& request) {
  return ScaleCpu(request).workloads(0);
}

TEST(CpuTotals, ContainersAreAddedUpAfterScaling) {
  const v1::CpuRequestsScaledWorkload workload = TotalOf(CpuContainers(4, {"350m", "350m", "6m"}));
  EXPECT_EQ(workload.default_request(), "706m");
  EXPECT_EQ(workload.scaled_request(), "471m") << "233 + 233 + 5";
}

TEST(CpuTotals, TheLargestInitContainerIsALowerBound) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(3, {"100m"});
  AddInitContainer(*request.mutable_workloads(0), "copy", "400m");
  AddInitContainer(*request.mutable_workloads(0), "check", "300m");
  EXPECT_EQ(TotalOf(request).default_request(), "400m");
  EXPECT_EQ(TotalOf(request).scaled_request(), "200m");
  EXPECT_TRUE(TotalOf(request).containers(0).init());
  EXPECT_EQ(TotalOf(request).containers(2).name(), "c0");
  EXPECT_FALSE(TotalOf(request).containers(2).init());
}

TEST(CpuTotals, ARestartableInitContainerRunsTogetherWithTheOthers) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(3, {"100m"});
  AddInitContainer(*request.mutable_workloads(0), "proxy", "60m", /*restarts_always=*/true);
  AddInitContainer(*request.mutable_workloads(0), "check", "120m");
  EXPECT_EQ(TotalOf(request).default_request(), "180m") << "proxy with check is more than proxy with c0";
  EXPECT_EQ(TotalOf(request).scaled_request(), "90m");
}

TEST(CpuTotals, ARequestOfThePodReplacesThoseOfItsContainers) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(3, {"100m", ""});
  (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = "500m";
  EXPECT_EQ(TotalOf(request).default_request(), "500m");
  EXPECT_EQ(TotalOf(request).scaled_request(), "250m");
  EXPECT_EQ(TotalOf(request).pod_level().arithmetic(), "floor(500m x 3 / 6) = 250m");
  EXPECT_EQ(TotalOf(request).containers(0).scaled_request(), "50m");
  EXPECT_THAT(CpuFindings(ScaleCpu(request)), IsEmpty()) << "c1 is covered by the request of the pod";
}

TEST(CpuTotals, ARequestOfThePodIsNotBelowThatOfItsContainers) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(1, {"6m", "6m"});
  (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = "13m";
  EXPECT_EQ(TotalOf(request).pod_level().scaled_request(), "10m");
  EXPECT_EQ(TotalOf(request).pod_level().bound(), v1::CPU_REQUESTS_BOUND_CONTAINERS);
  EXPECT_EQ(TotalOf(request).pod_level().arithmetic(), "max(floor(13m x 1 / 6), 10m of its containers) = 10m");
  (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = "60m";
  EXPECT_EQ(TotalOf(request).pod_level().scaled_request(), "10m");
  EXPECT_EQ(TotalOf(request).pod_level().bound(), v1::CPU_REQUESTS_BOUND_SHARE) << "as much as its containers";
  (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = "8m";
  EXPECT_EQ(TotalOf(request).pod_level().scaled_request(), "8m") << "never above the default";
}

TEST(CpuTotals, OverheadIsAddedAndNotScaled) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(3, {"100m"});
  (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_overhead())["cpu"] = "250m";
  EXPECT_EQ(TotalOf(request).default_request(), "350m");
  EXPECT_EQ(TotalOf(request).scaled_request(), "300m");
}

TEST(CpuTotals, NamespacesAreSortedAndCountTheirPods) {
  v1::ScaleCpuRequestsRequest request = CpuLimit(3);
  v1::CpuRequestsWorkload& web = AddWorkload(request, "prod", "web");
  AddContainer(web, "app", "100m");
  web.set_pods(3);
  AddContainer(AddWorkload(request, "etcd", "etcd"), "etcd", "200m");
  AddContainer(AddWorkload(request, "prod", "db"), "db", "11m");
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(request);
  ASSERT_EQ(response.namespaces_size(), 2);
  EXPECT_EQ(response.namespaces(0).namespace_(), "etcd");
  EXPECT_EQ(response.namespaces(1).pods(), 4);
  EXPECT_EQ(response.namespaces(1).default_request(), "311m");
  EXPECT_EQ(response.namespaces(1).scaled_request(), "155m");
  EXPECT_EQ(response.fit().default_request(), "511m");
  EXPECT_EQ(response.fit().scaled_request(), "255m");
}

TEST(CpuTotals, AWorkloadWithoutPodsRequestsNothing) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(3, {"100m"});
  request.mutable_workloads(0)->set_pods(0);
  EXPECT_EQ(TotalOf(request).scaled_request(), "50m") << "of each pod";
  EXPECT_EQ(ScaleCpu(request).fit().scaled_request(), "0");
}

struct FitCase {
  absl::string_view name;
  int limit;
  absl::string_view request;
  bool fits;
  absl::string_view left;
  absl::string_view shortfall;
  absl::string_view default_shortfall;
};

TEST(CpuTotals, TheFit) {
  const FitCase cases[] = {
      {"no limit", 0, "100", true, "", "", ""},
      {"below the limit", 4, "5999m", true, "1m", "", "1999m"},
      {"at the limit", 4, "6", true, "0", "", "2"},
      {"one millicore above the limit", 4, "6002m", false, "", "1m", "2002m"},
      {"the measured demand of the proposal", 4, "7", false, "", "666m", "3"},
      {"at a limit that is not below the default", 7, "7", true, "0", "", ""},
      {"above a limit that is not below the default", 7, "7001m", false, "", "1m", "1m"},
  };
  for (const FitCase& c : cases) {
    const v1::ScaleCpuRequestsResponse response = ScaleCpu(CpuContainers(c.limit, {c.request}));
    EXPECT_EQ(response.fit().fits(), c.fits) << c.name;
    EXPECT_EQ(response.fit().left(), c.left) << c.name;
    EXPECT_EQ(response.fit().shortfall(), c.shortfall) << c.name;
    EXPECT_EQ(response.fit().default_shortfall(), c.default_shortfall) << c.name;
    EXPECT_EQ(CpuFindings(response).empty(), c.fits) << c.name;
  }
}

TEST(CpuTotals, WithoutWorkloadsThereIsNothingToFit) {
  v1::ScaleCpuRequestsRequest request = CpuLimit(4);
  AddNode(request, "a", "8");
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(request);
  EXPECT_FALSE(response.has_fit());
  EXPECT_EQ(response.summary(), "Node a offers 8 CPUs of 8 to pods.");
  request.clear_limit();
  EXPECT_EQ(ScaleCpu(request).outcome(), v1::CPU_REQUESTS_OUTCOME_NO_LIMIT);
  EXPECT_EQ(ScaleCpu(request).control_plane_cpu_limit(), 0);
}

TEST(CpuTotals, ShortfallCausesAWarning) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"7"});
  EXPECT_THAT(CpuFindings(ScaleCpu(request)), ElementsAre("WARNING REQUESTS_ABOVE_LIMIT controlPlaneCPULimit"));
  request.mutable_infrastructure()->mutable_status()->set_control_plane_cpu_limit(4);
  EXPECT_THAT(CpuFindings(ScaleCpu(request)),
              ElementsAre("WARNING REQUESTS_ABOVE_LIMIT infrastructure.status.controlPlaneCPULimit"));
}

TEST(CpuTotals, ContainerWithoutARequestCausesAWarning) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"100m", ""});
  AddInitContainer(*request.mutable_workloads(0), "copy", "");
  AddInitContainer(*request.mutable_workloads(0), "proxy", "", /*restarts_always=*/true);
  EXPECT_THAT(CpuFindings(ScaleCpu(request)),
              ElementsAre("WARNING CPU_REQUEST_MISSING workloads[0].podSpec.initContainers[1]",
                          "WARNING CPU_REQUEST_MISSING workloads[0].podSpec.containers[1]"));
  EXPECT_EQ(TotalOf(request).containers_size(), 1);
  request = CpuContainers(4, {""});
  EXPECT_EQ(TotalOf(request).default_request(), "0");
  EXPECT_EQ(TotalOf(request).scaled_request(), "0");
}

// Tests the values of the table in the enhancement proposal, which has a goal of 4 CPUs.
TEST(CpuTotals, TheOperatorsWithTheHighestExcess) {
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(ExcessRequests(4));
  std::vector<std::string> scaled;
  for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
    scaled.push_back(workload.scaled_request());
  }
  EXPECT_THAT(scaled, ElementsAre("233m", "100m", "83m", "66m", "66m", "43m", "193m", "53m"));
  EXPECT_EQ(response.fit().default_request(), "1260m");
  EXPECT_EQ(response.fit().scaled_request(), "837m");
  EXPECT_EQ(
      response.summary(),
      "The CPU limit of 4 is below the default of 6: 8 pods request 0.837 CPUs instead of 1.26, which leaves 3.163 "
      "CPUs of the limit.");
}

// Computes the percentage of each request that is unused while the cluster is idle, rounded as in the enhancement
// proposal.
TEST(CpuTotals, TheExcessOfThoseOperatorsIsThatOfTheProposal) {
  std::vector<int64_t> percent;
  const v1::ScaleCpuRequestsRequest request = ExcessRequests(4);
  for (const v1::CpuRequestsWorkload& workload : request.workloads()) {
    const double requested = std::stod(workload.pod_spec().containers(0).resources().requests().at("cpu"));
    const double used = std::stod(workload.idle_usage(0).usage().at("cpu"));
    percent.push_back(std::lround(100 * (requested - used) / requested));
  }
  EXPECT_THAT(percent, ElementsAre(43, 96, 87, 97, 96, 94, 21, 71));
}

TEST(CpuTotals, ABriefAnswerHasNoTexts) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"7"});
  AddNode(request, "a", "8");
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(request);
  EXPECT_EQ(response.summary(), "");
  EXPECT_EQ(response.findings_size(), 0);
  EXPECT_EQ(response.workloads(0).containers(0).arithmetic(), "");
  EXPECT_EQ(response.nodes(0).arithmetic(), "");
  EXPECT_EQ(response.workloads(0).containers(0).scaled_request(), "4666m");
  EXPECT_EQ(response.fit().shortfall(), "666m");
  EXPECT_EQ(response.nodes(0).allocatable(), "8");
}

TEST(CpuTotals, SummariesDescribeTheScaledRequestsAndTheNodes) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(0, {"7"});
  EXPECT_EQ(ScaleCpu(request).summary(), "There is no CPU limit, so nothing is scaled: 1 pod requests 7 CPUs.");
  request.set_control_plane_cpu_limit(4);
  EXPECT_EQ(
      ScaleCpu(request).summary(),
      "The CPU limit of 4 is below the default of 6: 1 pod requests 4.666 CPUs instead of 7, 0.666 CPUs above the "
      "limit.");
  EXPECT_THAT(ScaleCpu(CpuContainers(4, {"6"})).summary(), HasSubstr(", which leaves 0 CPUs of the limit."));
  request.set_control_plane_cpu_limit(8);
  AddNode(request, "a", "104");
  EXPECT_EQ(
      ScaleCpu(request).summary(),
      "The CPU limit of 8 is not below the default of 6, so nothing is scaled: 1 pod requests 7 CPUs, which leaves 1 "
      "CPU of the limit. Node a offers 104 CPUs of 104 to pods.");
  AddNode(request, "b", "8");
  testing::Kubelet(request).set_cpu_over_subscription_capacity(0.5);
  EXPECT_THAT(ScaleCpu(request).summary(),
              HasSubstr(" 2 nodes offer 113 CPUs of 112 to pods, 1 by over-subscription."));
}

}  // namespace
}  // namespace cpsizer
