// Tests samples, groups of pods, requests, and the proposal of one metric: sections 1 and 5 to 8 of
// docs/reference/horizontal-pod-autoscaler.md. All numbers are computed manually. The target is 50 % of a core if a
// case does not have another target.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddAverageValue;
using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddObject;
using ::cpsizer::testing::AddPod;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddPodsValue;
using ::cpsizer::testing::AddSample;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::PodText;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::HasSubstr;

v1::ReplicasProposal ProposalsProposalFor(const v1::RecommendReplicasRequest& request) {
  return Decide(request).metrics(0);
}

// Returns the numbers of pods in the order "ready unready missing ignored extraneous".
std::string Counts(const v1::ReplicasProposal& proposal) {
  const v1::ReplicasPodCounts& pods = proposal.pods();
  return absl::StrCat(pods.ready(), " ", pods.unready(), " ", pods.missing(), " ", pods.ignored(), " ",
                      pods.extraneous());
}

struct GroupCase {
  absl::string_view name;
  PodText pod;
  bool sampled;
  absl::string_view resource;
  absl::string_view counts;  // including one ready pod
};

TEST(GroupPods, Section6ChecksInTheOrderOfTheController) {
  const GroupCase cases[] = {
      {"an ordinary pod", {}, true, "cpu", "2 0 0 0 0"},
      {"a deleted pod is ignored", {"Running", "True", -3660, -3600, true}, true, "cpu", "1 0 0 1 0"},
      {"a failed pod is ignored", {"Failed"}, true, "cpu", "1 0 0 1 0"},
      {"a succeeded pod is like a running one", {"Succeeded"}, true, "cpu", "2 0 0 0 0"},
      {"trap 5: pending comes before missing", {"Pending", "False"}, false, "cpu", "1 1 0 0 0"},
      {"pending is unready for memory too", {"Pending", "False"}, true, "memory", "1 1 0 0 0"},
      {"trap 5: missing comes before readiness", {"Running", "False", -10, -10}, false, "cpu", "1 0 1 0 0"},
      {"no condition Ready", {"Running", "-"}, true, "cpu", "1 1 0 0 0"},
      {"no start time", {"Running", "True", 1}, true, "cpu", "1 1 0 0 0"},
      {"readiness says nothing for memory", {"Running", "-"}, true, "memory", "2 0 0 0 0"},
      // The sample ends 10 s before now, and its window is 30 s long. The pod must have been ready for the whole
      // window, which began 40 s before now.
      {"inside the period, ready as long as the window", {"Running", "True", -100, -40}, true, "cpu", "2 0 0 0 0"},
      {"inside the period, ready a moment too late", {"Running", "True", -100, -39.999}, true, "cpu", "1 1 0 0 0"},
      {"inside the period, not ready", {"Running", "False", -100, -90}, true, "cpu", "1 1 0 0 0"},
      {"inside the period, Unknown is not False", {"Running", "Unknown", -100, -90}, true, "cpu", "2 0 0 0 0"},
      {"the end of the period is past it", {"Running", "True", -300, -1}, true, "cpu", "2 0 0 0 0"},
      {"one moment before it is not", {"Running", "True", -299.999, -1}, true, "cpu", "1 1 0 0 0"},
      {"past the period, never ready", {"Running", "False", -400, -371}, true, "cpu", "1 1 0 0 0"},
      {"the end of the readiness delay is ready", {"Running", "False", -400, -370}, true, "cpu", "2 0 0 0 0"},
      {"past the period, unready later", {"Running", "False", -400, -100}, true, "cpu", "2 0 0 0 0"},
  };
  for (const GroupCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddUtilization(request, c.resource, 50);
    AddPod(request, "first");
    AddSample(request, "first", c.resource, "500m");
    AddPod(request, "second", c.pod);
    if (c.sampled) AddSample(request, "second", c.resource, "500m");
    EXPECT_EQ(Counts(ProposalsProposalFor(request)), c.counts) << c.name;
  }
}

// The sample ends 10 s before now. Without a window, the pod must have been ready only at this moment.
TEST(GroupPods, ASampleWithoutAWindowIsOfOneMoment) {
  for (const double ready_since : {-10.0, -9.999}) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddUtilization(request, "cpu", 50);
    AddPod(request, "first");
    AddSample(request, "first", "cpu", "500m");
    AddPod(request, "second", {"Running", "True", -100, ready_since});
    AddSample(request, "second", "cpu", "500m").clear_window();
    EXPECT_EQ(Counts(ProposalsProposalFor(request)), ready_since == -10.0 ? "2 0 0 0 0" : "1 1 0 0 0");
  }
}

TEST(GroupPods, ReadinessCountsForCpuOfContainersButNotForPodsMetrics) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  v1::ReplicasReading& reading = AddPodsMetric(request, "10");
  AddPod(request, "young", {"Running", "False", -5, -5});
  AddPodsValue(reading, "young", "10");
  EXPECT_EQ(Counts(ProposalsProposalFor(request)), "1 0 0 0 0");
}

struct FlowCase {
  absl::string_view name;
  int current;
  std::vector<absl::string_view> usages;  // in cores; `-`: no usage; `!`: usage of a pending pod
  int target;
  int replicas;
  v1::ReplicasKeptReason kept;
};

constexpr v1::ReplicasKeptReason kNotKept = v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
constexpr v1::ReplicasKeptReason kProposalsWithin = v1::REPLICAS_KEPT_REASON_WITHIN_TOLERANCE;
constexpr v1::ReplicasKeptReason kCorrectedWithin = v1::REPLICAS_KEPT_REASON_CORRECTED_WITHIN_TOLERANCE;
constexpr v1::ReplicasKeptReason kReverses = v1::REPLICAS_KEPT_REASON_CORRECTION_REVERSES;
constexpr v1::ReplicasKeptReason kCountReverses = v1::REPLICAS_KEPT_REASON_COUNT_REVERSES;

std::vector<FlowCase> FlowCases() {
  return {
      {"seed: 200m for 100m doubles", 2, {"200m", "200m"}, 10, 4, kNotKept},
      {"seed: 50m for 100m halves", 4, {"50m", "50m", "50m", "50m"}, 10, 2, kNotKept},
      {"the ratio 1.1 is within 0.1", 1, {"550m"}, 50, 1, kProposalsWithin},
      {"trap 2: 55.9 % is 55 %, and within", 1, {"559m"}, 50, 1, kProposalsWithin},
      {"56 % of 50 % is not", 1, {"560m"}, 50, 2, kNotKept},
      {"the ratio 0.9 is within 0.1", 2, {"450m", "450m"}, 50, 2, kProposalsWithin},
      {"44 % of 50 % is not, and gives ceil(1.76)", 2, {"440m", "449m"}, 50, 2, kNotKept},
      // With doubles, 56/50 x 25 is 28.000000000000004.
      {"trap 3: 56/50 x 25 is more than 28", 25, std::vector<absl::string_view>(25, "560m"), 50, 29, kNotKept},
      {"trap 1: four replicas, one pod at 200 %", 4, {"1000m"}, 50, 2, kNotKept},
      // 80 % is 1.6 times the target. With 0 for the missing pod, the average is 40 %, which is 0.8 times the target.
      // This changes the direction.
      {"a correction that reverses keeps", 2, {"800m", "-"}, 50, 2, kReverses},
      // 100 % is 2.0 times the target. With 0 for the missing pod, the average is 66 %. The result is 1.32 x 3 = 3.96,
      // rounded up.
      {"trap 4: missing pods are 0 on the way up", 3, {"1000m", "1000m", "-"}, 50, 4, kNotKept},
      // 100 % is 2.0 times the target. With 0 for both missing pods, the average is 50 %, which is 1.0 times the
      // target.
      {"a corrected ratio within the tolerance keeps", 4, {"1000m", "1000m", "-", "-"}, 50, 4, kCorrectedWithin},
      // 20 % is 0.4 times the target. With 100 % of the request for the missing pod, the average is 120/2 = 60 %. This
      // changes the direction.
      {"trap 6: 100 % of the request on the way down", 2, {"200m", "-"}, 50, 2, kReverses},
      // 10 % is 0.2 times the target. With 100 % for the missing pod, the average is (10+10+10+100)/4 = 32 %. The
      // result is 0.64 x 4 = 2.56, rounded up.
      {"missing pods brake the way down", 4, {"100m", "100m", "100m", "-"}, 50, 3, kNotKept},
      // The target is 200 %, so 100 % is 0.5 times the target. With 200 % for the missing pod, the average is 300/2 =
      // 150 %. The result is 0.75 x 2 = 1.5, rounded up.
      {"trap 6: a target above 100 % counts instead", 2, {"1000m", "-"}, 200, 2, kNotKept},
      // 50 % is exactly the target. In this case no usage is assumed for the missing pod.
      {"at exactly 1 missing pods get nothing", 2, {"500m", "-"}, 50, 2, kCorrectedWithin},
      // 100 % is 2.0 times the target. With 0 for the unready pod, the average is (100+0)/2 = 50 %, which is exactly
      // the target.
      {"trap 4: unready pods are 0 above the target", 2, {"1000m", "!900m"}, 50, 2, kCorrectedWithin},
      // 20 % is 0.4 times the target. Only the ready pod is counted: 0.4 x 1, rounded up.
      {"trap 4: unready pods are left out below it", 2, {"200m", "!900m"}, 50, 1, kNotKept},
      // 20 % is 0.4 times the target. The unready pod is not counted. With 100 % for the missing pod, the average is
      // 120/2 = 60 %. This changes the direction.
      {"below the target only missing pods correct", 3, {"200m", "!900m", "-"}, 50, 3, kReverses},
      // There are six replicas and three pods. 100 % is above the target. With 0 for the missing pod, the result is
      // 1.32 x 3, rounded up to 4. This is less than 6.
      {"a count on the other side keeps", 6, {"1000m", "1000m", "-"}, 50, 6, kCountReverses},
      // There are two replicas and four pods. 10 % is below the target. With 100 % for the missing pod, the result is
      // 0.64 x 4, rounded up to 3. This is more than 2.
      {"a count on the other side keeps downwards", 2, {"100m", "100m", "100m", "-"}, 50, 2, kCountReverses},
  };
}

v1::RecommendReplicasRequest FlowRequest(const FlowCase& c) {
  v1::RecommendReplicasRequest request = ReplicasRequest(c.current);
  AddUtilization(request, "cpu", c.target);
  for (absl::string_view usage : c.usages) {
    if (usage.front() == '!') {
      const std::string name = absl::StrCat("p", request.pods_size());
      AddPod(request, name, {"Pending", "False"});
      AddSample(request, name, "cpu", usage.substr(1));
    } else {
      AddCpuPods(request, {usage});
    }
  }
  return request;
}

TEST(ProposeByPods, Section81Utilization) {
  for (const FlowCase& c : FlowCases()) {
    const v1::ReplicasProposal proposal = ProposalsProposalFor(FlowRequest(c));
    EXPECT_EQ(proposal.replicas(), c.replicas) << c.name << ": " << proposal.arithmetic();
    EXPECT_EQ(proposal.kept_reason(), c.kept) << c.name;
  }
}

TEST(ProposeByPods, TheStatusHasTheUncorrectedFigures) {
  const v1::RecommendReplicasResponse response = Decide(FlowRequest({"", 3, {"1000m", "500m", "-"}, 50, 0, kNotKept}));
  EXPECT_EQ(response.status().current_metrics(0).average_utilization(), 75);
  EXPECT_EQ(response.status().current_metrics(0).average_value(), "750m");
  EXPECT_DOUBLE_EQ(response.metrics(0).ratio(), 1.5);
  EXPECT_DOUBLE_EQ(response.metrics(0).corrected_ratio(), 1.0);
}

// The real controller reports memory in this form, also for metrics of containers. For less than 1,024 bytes and for
// fractions of a byte, it uses no binary suffix, because the amount would not be exact.
TEST(ProposeByPods, Section14MemoryIsReportedInBinaryForm) {
  for (const auto& [used, reported] : {std::pair("200Mi", "200Mi"),
                                       {"209715201", "209715201"},
                                       {"2048", "2Ki"},
                                       {"1000", "1k"},
                                       {"1024500m", "1024500m"}}) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    AddPod(request, "p0");
    AddSample(request, "p0", "memory", used);
    AddAverageValue(request, "memory", "1Gi");
    EXPECT_EQ(Decide(request).status().current_metrics(0).average_value(), reported);
  }
}

// Two ready pods at 100 % are 2.0 times the target. With 0 for the missing pod, the average is 200/3 = 66 %, which is
// 1.32 times the target. The last step multiplies by the number of pods, including the missing pod and the extraneous
// sample: 1.32 x 4 = 5.28.
TEST(ProposeByPods, Trap7ExtraneousSamplesOfAUtilizationCountInTheLastStepAlone) {
  v1::RecommendReplicasRequest request = FlowRequest({"", 3, {"1000m", "1000m", "-"}, 50, 0, kNotKept});
  AddSample(request, "stranger", "cpu", "7");
  const v1::ReplicasProposal proposal = ProposalsProposalFor(request);
  EXPECT_DOUBLE_EQ(proposal.ratio(), 2.0);
  EXPECT_EQ(proposal.replicas(), 6);
  EXPECT_EQ(Counts(proposal), "2 0 1 0 1");
}

// The average is (1 + 7) / 2 = 4, and the target is 1. The result is 4.0 x 1 ready pod.
TEST(ProposeByPods, Trap7ExtraneousSamplesOfAnAverageCountInTheAverage) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddAverageValue(request, "cpu", "1");
  AddCpuPods(request, {"1"});
  AddSample(request, "stranger", "cpu", "7");
  const v1::ReplicasProposal proposal = ProposalsProposalFor(request);
  EXPECT_DOUBLE_EQ(proposal.ratio(), 4.0);
  EXPECT_EQ(proposal.replicas(), 4);
}

// 200m is 0.2 times the target of 1. With exactly the target for the missing pod, the average is 1200m/2 = 600m, and
// the result is 0.6 x 2 = 1.2, rounded up.
TEST(ProposeByPods, Trap6MissingPodsOfAnAverageAreExactlyAtTheTarget) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddAverageValue(request, "cpu", "1");
  AddCpuPods(request, {"200m", "-"});
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 2);
}

// The average of 1, 1 and 2 milli-units is 1, not 1.33. The target is 1m, so this average is within the tolerance.
TEST(ProposeByPods, Section82TheAverageIsTruncatedToMilliUnits) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddAverageValue(request, "cpu", "1m");
  AddCpuPods(request, {"1m", "1m", "2m"});
  EXPECT_EQ(ProposalsProposalFor(request).kept_reason(), kProposalsWithin);
}

TEST(ProposeByPods, Section1AFractionOfAMilliUnitIsRoundedAwayFromZero) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddAverageValue(request, "cpu", "1500u");
  AddCpuPods(request, {"3100u"});
  const v1::ReplicasProposal proposal = ProposalsProposalFor(request);
  EXPECT_EQ(proposal.target(), "2m");
  EXPECT_EQ(proposal.usage(), "4m");
}

struct SampleCase {
  absl::string_view name;
  std::vector<std::string> containers;  // `name=usage`; `name`: without the resource
  bool by_container;
  absl::string_view usage;  // empty: a missing pod
};

TEST(Samples, Section5AllContainersOfAPodOrTheOneNamed) {
  const SampleCase cases[] = {
      {"the sum of the containers", {"app=1", "side=500m"}, false, "1500m"},
      {"a container without the resource", {"app=1", "side"}, false, ""},
      {"no containers", {}, false, ""},
      {"the container named", {"side=500m", "app=1"}, true, "1"},
      {"it is not there", {"side=500m"}, true, ""},
      {"it does not have the resource", {"side=500m", "app"}, true, ""},
      {"of two of that name the first", {"app=1", "app=500m"}, true, "1"},
      {"the first, though it does not have the resource", {"app", "app=500m"}, true, ""},
  };
  for (const SampleCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    if (c.by_container) {
      v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
      metric.set_type("ContainerResource");
      metric.mutable_container_resource()->set_name("memory");
      metric.mutable_container_resource()->set_container("app");
      metric.mutable_container_resource()->mutable_target()->set_type("AverageValue");
      metric.mutable_container_resource()->mutable_target()->set_average_value("1");
    } else {
      AddAverageValue(request, "memory", "1");
    }
    AddPod(request, "p");
    v1::PodMetrics& metrics = AddSample(request, "p", "cpu", "1");
    metrics.clear_containers();
    for (const std::string& text : c.containers) {
      v1::ContainerMetrics& container = *metrics.add_containers();
      const size_t end = text.find('=');
      container.set_name(text.substr(0, end));
      if (end != std::string::npos) (*container.mutable_usage())["memory"] = text.substr(end + 1);
    }
    EXPECT_EQ(ProposalsProposalFor(request).usage(), c.usage) << c.name;
  }
}

struct RequestCase {
  absl::string_view name;
  std::vector<std::string> containers;       // `name=request`; `name`: no request
  std::vector<std::string> init_containers;  // the same form; `+`: restart policy Always
  absl::string_view pod_level;               // for cpu; empty: none
  absl::string_view overhead;
  int percent;              // utilization at a usage of 1 core; 0: the metric fails
  absl::string_view error;  // error of the metric
};

void AddContainers(const std::vector<std::string>& texts, absl::string_view resource,
                   google::protobuf::RepeatedPtrField<v1::Container>& containers) {
  for (std::string text : texts) {
    v1::Container& container = *containers.Add();
    if (text.front() == '+') {
      container.set_restart_policy("Always");
      text.erase(0, 1);
    }
    const size_t end = text.find('=');
    container.set_name(text.substr(0, end));
    if (end == std::string::npos) continue;
    (*container.mutable_resources()->mutable_requests())[std::string(resource)] = text.substr(end + 1);
  }
}

TEST(PodRequests, Section7RequestOfAPod) {
  const RequestCase cases[] = {
      {"the sum of the containers", {"app=1", "side=1"}, {}, "", "", 50, ""},
      {"init containers are not a floor", {"app=1"}, {"init=10"}, "", "", 100, ""},
      {"restartable ones count", {"app=1"}, {"+proxy=1"}, "", "", 50, ""},
      {"overhead does not count", {"app=1"}, {}, "", "1", 100, ""},
      {"any container without a request",
       {"app=1", "side"},
       {},
       "",
       "",
       0,
       "missing request for cpu in container side of Pod p"},
      {"a restartable one without",
       {"app=1"},
       {"+proxy"},
       "",
       "",
       0,
       "missing request for cpu in container proxy of Pod p"},
      {"the pod as a whole", {"app"}, {}, "2", "", 50, ""},
      {"and its overhead", {"app=1"}, {}, "2", "2", 25, ""},
  };
  for (const RequestCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    AddUtilization(request, "cpu", 50);
    v1::PodSpec& spec = *AddPod(request, "p").mutable_spec();
    spec.clear_containers();
    AddContainers(c.containers, "cpu", *spec.mutable_containers());
    AddContainers(c.init_containers, "cpu", *spec.mutable_init_containers());
    if (!c.pod_level.empty()) (*spec.mutable_resources()->mutable_requests())["cpu"] = std::string(c.pod_level);
    if (!c.overhead.empty()) (*spec.mutable_overhead())["cpu"] = std::string(c.overhead);
    AddSample(request, "p", "cpu", "1");
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.status().current_metrics(0).average_utilization(), c.percent) << c.name;
    EXPECT_THAT(response.metrics(0).error(), HasSubstr(std::string(c.error))) << c.name;
  }
}

// The pod itself has a request for memory, so its request for cpu is the aggregate that the scheduler uses. The
// containers that run at the same time need 1 + 1. The init container after the restartable init container needs 3 + 1.
TEST(PodRequests, Section7ThePodsAggregateHasInitContainersAsItsFloor) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  v1::PodSpec& spec = *AddPod(request, "p").mutable_spec();
  AddContainers({"+proxy=1", "init=3"}, "cpu", *spec.mutable_init_containers());
  (*spec.mutable_resources()->mutable_requests())["memory"] = "1Gi";
  AddSample(request, "p", "cpu", "1");
  EXPECT_EQ(Decide(request).status().current_metrics(0).average_utilization(), 25);
  // Without the last init container, the pod requests the sum for the containers that run at the same time.
  v1::RecommendReplicasRequest side_by_side = request;
  side_by_side.mutable_pods(0)->mutable_spec()->mutable_init_containers()->RemoveLast();
  EXPECT_EQ(Decide(side_by_side).status().current_metrics(0).average_utilization(), 50);
  request.mutable_options()->set_pod_level_resources(false);
  EXPECT_EQ(Decide(request).status().current_metrics(0).average_utilization(), 50);
}

TEST(PodRequests, Section7OverheadIsTheRequestOfAPodWhoseContainersHaveNone) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  v1::PodSpec& spec = *AddPod(request, "p").mutable_spec();
  spec.mutable_containers(0)->clear_resources();
  (*spec.mutable_resources()->mutable_requests())["memory"] = "1Gi";
  (*spec.mutable_overhead())["cpu"] = "1";
  AddSample(request, "p", "cpu", "1");
  EXPECT_EQ(Decide(request).status().current_metrics(0).average_utilization(), 100);
}

struct ContainerCase {
  absl::string_view name;
  std::vector<std::string> init_containers;  // as in RequestCase
  absl::string_view container;
  int percent;
  absl::string_view error;
};

TEST(PodRequests, Section7OneContainer) {
  const ContainerCase cases[] = {
      {"the container named", {}, "app", 100, ""},
      {"a restartable init container is found", {"+proxy=2"}, "proxy", 50, ""},
      {"a plain one is not", {"proxy=2"}, "proxy", 0, "container proxy not found in Pod p"},
      {"without a request", {"+proxy"}, "proxy", 0, "missing request for cpu in container proxy of Pod p"},
      {"a container comes before an init container of its name", {"+app=2"}, "app", 100, ""},
      {"of two of that name the first", {"+proxy=2", "+proxy=1"}, "proxy", 50, ""},
  };
  for (const ContainerCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
    metric.set_type("ContainerResource");
    metric.mutable_container_resource()->set_name("cpu");
    metric.mutable_container_resource()->set_container(std::string(c.container));
    metric.mutable_container_resource()->mutable_target()->set_type("Utilization");
    metric.mutable_container_resource()->mutable_target()->set_average_utilization(50);
    AddContainers(c.init_containers, "cpu", *AddPod(request, "p").mutable_spec()->mutable_init_containers());
    AddSample(request, "p", "cpu", "1").mutable_containers(0)->set_name(std::string(c.container));
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.status().current_metrics(0).average_utilization(), c.percent) << c.name;
    EXPECT_EQ(response.metrics(0).error(),
              c.error.empty() ? "" : absl::StrCat("failed to get cpu utilization: ", c.error))
        << c.name;
  }
}

v1::MetricSpec& AddContainerProposal(v1::RecommendReplicasRequest& request, absl::string_view resource,
                                     absl::string_view container) {
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
  request.add_readings();
  metric.set_type("ContainerResource");
  metric.mutable_container_resource()->set_name(std::string(resource));
  metric.mutable_container_resource()->set_container(std::string(container));
  metric.mutable_container_resource()->mutable_target()->set_type("Utilization");
  metric.mutable_container_resource()->mutable_target()->set_average_utilization(50);
  return metric;
}

// There are two pods with the same containers in a different order. Each container has a different usage and request
// for each resource.
TEST(Samples, AllMetricsOfContainersAreReadInOneWalkAndEachHasItsOwn) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddContainerProposal(request, "cpu", "app");
  AddContainerProposal(request, "memory", "app");
  AddContainerProposal(request, "cpu", "side");
  AddUtilization(request, "cpu", 50);
  AddContainerProposal(request, "cpu", "app")
      .mutable_container_resource()
      ->mutable_target()
      ->set_average_utilization(20);
  for (const std::vector<std::string>& names : {std::vector<std::string>{"app", "side"}, {"side", "app"}}) {
    const std::string pod = absl::StrCat("p", request.pods_size());
    v1::PodSpec& spec = *AddPod(request, pod).mutable_spec();
    v1::PodMetrics& metrics = AddSample(request, pod, "cpu", "1");
    spec.clear_containers();
    metrics.clear_containers();
    for (const std::string& name : names) {
      auto& requests = *spec.add_containers();
      requests.set_name(name);
      (*requests.mutable_resources()->mutable_requests())["cpu"] = name == "app" ? "1" : "3";
      (*requests.mutable_resources()->mutable_requests())["memory"] = "1k";
      v1::ContainerMetrics& container = *metrics.add_containers();
      container.set_name(name);
      (*container.mutable_usage())["cpu"] = name == "app" ? "400m" : "600m";
      (*container.mutable_usage())["memory"] = "700";
    }
  }
  const v1::RecommendReplicasResponse response = Decide(request);
  std::vector<std::string> usages;
  for (const v1::ReplicasProposal& metric : response.metrics()) usages.push_back(metric.usage());
  EXPECT_THAT(usages, ::testing::ElementsAre("40%", "70%", "20%", "25%", "40%"));
}

// If a pod requests 0 of a resource, it has no utilization.
TEST(ProposeByPods, Section81WithoutAnyRequestedAmountTheMetricFails) {
  v1::RecommendReplicasRequest request = FlowRequest({"", 1, {"1"}, 50, 0, kNotKept});
  auto& container = *request.mutable_pods(0)->mutable_spec()->mutable_containers(0);
  (*container.mutable_resources()->mutable_requests())["cpu"] = "0";
  EXPECT_EQ(ProposalsProposalFor(request).error(),
            "failed to get cpu utilization: no metrics returned matched known pods");
}

// Each of the two pods has the value 10, and the target is 4. The result is 2.5 x 2 = 5.
TEST(ProposeByPods, Section82PodsMetricsCompareTheAverageOfThePods) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  v1::ReplicasReading& reading = AddPodsMetric(request, "4");
  for (const char* pod : {"a", "b"}) {
    AddPod(request, pod);
    AddPodsValue(reading, pod, "10");
  }
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 5);
  // The later of two values of a pod counts: (10 + 4) / 2 = 7, and the result is 1.75 x 2 = 3.5, rounded up.
  AddPodsValue(*request.mutable_readings(0), "b", "4");
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 4);
}

TEST(PodRequests, Trap19AMissingRequestOfAnIgnoredPodFailsTheMetric) {
  v1::RecommendReplicasRequest request = FlowRequest({"", 1, {"1"}, 50, 0, kNotKept});
  AddPod(request, "dead", {"Failed"}).mutable_spec()->mutable_containers(0)->clear_resources();
  EXPECT_EQ(ProposalsProposalFor(request).error(),
            "failed to get cpu utilization: missing request for cpu in container app of Pod dead");
}

struct FailureCase {
  absl::string_view name;
  std::vector<absl::string_view> usages;
  bool answered;
  absl::string_view error;
};

TEST(ProposeByPods, FailsInTheControllersOrder) {
  const FailureCase cases[] = {
      {"no entries at all",
       {"-"},
       false,
       "unable to get metrics for resource cpu: no metrics returned from resource metrics API"},
      {"no pods", {}, true, "no pods returned by selector while calculating replica count"},
      {"section 6: nothing left of the samples",
       {"!1"},
       true,
       "did not receive metrics for targeted pods (pods might be unready)"},
  };
  for (const FailureCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    AddUtilization(request, "cpu", 50);
    for (const absl::string_view usage : c.usages) {
      AddPod(request, "p", {usage == "-" ? "Running" : "Pending"});
      if (usage != "-") AddSample(request, "p", "cpu", usage.substr(1));
    }
    if (c.answered && request.pod_metrics().empty()) AddSample(request, "stranger", "cpu", "1");
    EXPECT_EQ(ProposalsProposalFor(request).error(), absl::StrCat("failed to get cpu utilization: ", c.error))
        << c.name;
  }
}

struct ProposalsTotalCase {
  absl::string_view name;
  bool external;
  absl::string_view type;
  absl::string_view target;
  std::vector<absl::string_view> values;
  int current;
  int status_replicas;
  int ready_pods;
  int replicas;
  absl::string_view reported;
};

TEST(ProposeByTotal, Sections83And84) {
  const ProposalsTotalCase cases[] = {
      {"value: ratio times ready pods", false, "Value", "10", {"25"}, 3, 3, 3, 8, "25"},
      {"external values are summed", true, "Value", "10", {"10", "15"}, 3, 3, 3, 8, "25"},
      {"within the tolerance", true, "Value", "10", {"11"}, 3, 3, 1, 3, "11"},
      {"trap 9: an overload with few ready pods proposes fewer", true, "Value", "10", {"30"}, 4, 4, 1, 3, "30"},
      {"trap 9: and none with no ready pod", true, "Value", "10", {"30"}, 4, 4, 0, 0, "30"},
      {"section 1: a positive overflow is held",
       true,
       "Value",
       "1m",
       {"9e15", "9e15"},
       1,
       1,
       3,
       2147483647,
       "9223372036854775807m"},
      {"average: usage by target alone", false, "AverageValue", "10", {"95"}, 3, 3, 0, 10, "31667m"},
      {"trap 8: the tolerance is by status replicas", true, "AverageValue", "10", {"50"}, 3, 5, 0, 5, "10"},
      {"trap 8: spec replicas do not matter", true, "AverageValue", "10", {"41"}, 9, 4, 0, 4, "10250m"},
      {"a negative value is taken for an overflow",
       true,
       "AverageValue",
       "10",
       {"-1"},
       1,
       1,
       0,
       2147483647,
       "9223372036854775807m"},
      {"an object's negative value is not", false, "AverageValue", "10", {"-25"}, 3, 5, 0, -2, "-5"},
      {"trap 20: from zero status replicas the ratio is infinite",
       true,
       "AverageValue",
       "10",
       {"25"},
       3,
       0,
       0,
       3,
       "25"},
      {"a value past the end is not divided",
       true,
       "AverageValue",
       "10",
       {"9223372036854775807m"},
       3,
       3,
       0,
       2147483647,
       "9223372036854775807m"},
      {"an object's value is, as a double",
       false,
       "AverageValue",
       "10",
       {"9223372036854775807m"},
       3,
       3,
       0,
       2147483647,
       "3074457345618258432m"},
      {"the average is rounded up", true, "AverageValue", "10", {"100"}, 3, 3, 0, 10, "33334m"},
  };
  for (const ProposalsTotalCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(c.current);
    if (c.external) {
      AddExternal(request, c.type, c.target, c.values);
    } else {
      AddObject(request, c.type, c.target, c.values.front());
    }
    request.mutable_scale()->mutable_status()->set_replicas(c.status_replicas);
    for (int i = 0; i < c.ready_pods; ++i) AddPod(request, absl::StrCat("p", i), {"Running", "True", -10, -5, i == 0});
    AddPod(request, "unready", {"Running", "False"});
    AddPod(request, "pending", {"Pending", "True"});
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.metrics(0).replicas(), c.replicas) << c.name << ": " << response.metrics(0).arithmetic();
    const v1::MetricValueStatus& status = response.status().current_metrics(0);
    EXPECT_EQ(c.type == "Value" ? status.value() : status.average_value(), c.reported) << c.name;
  }
}

// See section 1: the arithmetic in the response says that the integers of the controller wrap.
TEST(ProposeByTotal, ReportsNumbersThatAreClamped) {
  const struct {
    absl::string_view name;
    bool external;
    const char* type;
    const char* target;
    std::vector<absl::string_view> values;
    int current;
    absl::string_view arithmetic;
  } kCases[] = {
      {"the largest number of replicas",
       false,
       "AverageValue",
       "1",
       {"2147483647"},
       3,
       "ceil(2147483647 / 1) = 2147483647"},
      {"one more",
       false,
       "AverageValue",
       "1",
       {"2147483648"},
       3,
       "ceil(2147483648 / 1) = 2147483647; a number of replicas is clamped to 2147483647"},
      {"a fraction more",
       false,
       "AverageValue",
       "1",
       {"2147483647001m"},
       3,
       "ceil(2147483647001m / 1) = 2147483647; a number of replicas is clamped to 2147483647"},
      {"the smallest", false, "AverageValue", "1", {"-2147483648"}, 3, "ceil(-2147483648 / 1) = -2147483648"},
      {"one less",
       false,
       "AverageValue",
       "1",
       {"-2147483649"},
       3,
       "ceil(-2147483649 / 1) = -2147483648; a number of replicas is clamped to -2147483648"},
      {"times ready pods",
       false,
       "Value",
       "1m",
       {"2e9"},
       3,
       "ceil(2e+12 x 2 ready pods) = 2147483647; a number of replicas is clamped to 2147483647"},
      {"from zero replicas",
       false,
       "Value",
       "1m",
       {"2e9"},
       0,
       "ceil(2e+12) = 2147483647, from zero replicas; a number of replicas is clamped to 2147483647"},
      {"no number",
       false,
       "AverageValue",
       "20E",
       {"0"},
       3,
       "ceil(0 / 0) = 0; a result that is not a number is treated as 0"},
      {"a target that counts as nothing",
       false,
       "AverageValue",
       "20E",
       {"1"},
       3,
       "ceil(1 / 0) = 2147483647; a number of replicas is clamped to 2147483647"},
      {"a sum at the end",
       true,
       "Value",
       "9e15",
       {"9e15", "223372036854775807m"},
       3,
       "the ratio is within the tolerance: 3 stays"},
      {"a sum past the end",
       true,
       "Value",
       "9e15",
       {"9e15", "223372036854775808m"},
       3,
       "the ratio is within the tolerance: 3 stays; the sum of the values is above 9223372036854775807m, and is "
       "clamped to it"},
      {"a sum past the end by the least amount",
       true,
       "Value",
       "9e15",
       {"9223372036854775807m", "1m"},
       3,
       "the ratio is within the tolerance: 3 stays; the sum of the values is above 9223372036854775807m, and is "
       "clamped to it"},
      {"a sum past the other end",
       true,
       "Value",
       "9e15",
       {"-9e15", "-9e15"},
       3,
       "ceil(0.0496382 x 2 ready pods) = 1; the sum of the values is below -9223372036854775808m, and wraps around"},
      {"an average past the end",
       true,
       "AverageValue",
       "9e15",
       {"9e15", "9e15"},
       3,
       "ceil(9223372036854775807m / 9P) = 2; the sum of the values is above 9223372036854775807m, and is clamped to "
       "it"},
      {"an average at the end",
       true,
       "AverageValue",
       "9e15",
       {"9223372036854775807m"},
       3,
       "ceil(9223372036854775807m / 9P) = 2"},
      {"an average below zero",
       true,
       "AverageValue",
       "9e15",
       {"5", "-6"},
       3,
       "ceil(9223372036854775807m / 9P) = 2; a sum of the values below 0 is treated as 9223372036854775807m"},
      {"one that is below zero for a moment",
       true,
       "AverageValue",
       "9e15",
       {"-6", "50"},
       3,
       "ceil(9223372036854775807m / 9P) = 2; a sum of the values below 0 is treated as 9223372036854775807m"},
      {"one that never is", true, "AverageValue", "10", {"50", "-6"}, 3, "ceil(44 / 10) = 5"},
      {"an object below zero", false, "AverageValue", "10", {"-25"}, 3, "ceil(-25 / 10) = -2"},
  };
  for (const auto& c : kCases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(c.current, 0);
    request.mutable_options()->set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
    if (c.external) {
      AddExternal(request, c.type, c.target, c.values);
    } else {
      AddObject(request, c.type, c.target, c.values.front());
    }
    request.mutable_scale()->mutable_status()->set_replicas(3);
    for (int i = 0; i < 2; ++i) AddPod(request, absl::StrCat("p", i), {"Running", "True", -10, -5, i == 0});
    EXPECT_EQ(Decide(request).metrics(0).arithmetic(), c.arithmetic) << c.name;
  }
}

TEST(ProposeByPods, ReportsANumberOfReplicasThatIsClamped) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddAverageValue(request, "cpu", "1m");
  AddCpuPods(request, {"2e9"});
  EXPECT_EQ(Decide(request).metrics(0).arithmetic(),
            "ceil(2e+12 x 1 ready pod) = 2147483647; a number of replicas is clamped to 2147483647");
}

TEST(ProposeByTotal, ValueTargetsNeedPodsOnlyPastTheTolerance) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "Value", "10", {"30"});
  EXPECT_EQ(ProposalsProposalFor(request).error(),
            "unable to calculate ready pods: no pods returned by selector while calculating replica count");
  request.mutable_readings(0)->mutable_external_values(0)->set_value("10");
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 3);
}

TEST(ProposeByTotal, AnObjectsTypeDecidesWhichTargetCounts) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddObject(request, "AverageValue", "10", "100");
  v1::MetricTarget& target = *request.mutable_horizontal_pod_autoscaler()
                                  ->mutable_spec()
                                  ->mutable_metrics(0)
                                  ->mutable_object()
                                  ->mutable_target();
  target.set_value("1");
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 10);
  target.clear_average_value();
  EXPECT_EQ(ProposalsProposalFor(request).error(),
            "invalid object metric source: neither a value target nor an average value target was set");
}

TEST(Metrics, Section3WithoutAnyCpuAtEightyPercentCounts) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddCpuPods(request, {"1600m"});
  const v1::ReplicasProposal proposal = ProposalsProposalFor(request);
  EXPECT_EQ(proposal.target(), "80%");
  EXPECT_EQ(proposal.replicas(), 2);
}

TEST(Metrics, Section8AverageValueCountsWhateverTheType) {
  v1::RecommendReplicasRequest request = FlowRequest({"", 1, {"1"}, 50, 0, kNotKept});
  v1::MetricTarget& target = *request.mutable_horizontal_pod_autoscaler()
                                  ->mutable_spec()
                                  ->mutable_metrics(0)
                                  ->mutable_resource()
                                  ->mutable_target();
  ASSERT_EQ(target.type(), "Utilization");
  target.clear_average_utilization();
  target.set_average_value("1");
  EXPECT_EQ(ProposalsProposalFor(request).replicas(), 1);
}

}  // namespace
}  // namespace cpsizer
