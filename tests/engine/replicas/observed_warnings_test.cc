// Tests the warnings about the pods and the target.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
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
using ::cpsizer::testing::AddSample;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// Returns a text such as "POD_REQUESTS_MISSING spec.metrics[0].resource: 1 of 2 pods ..." for each finding.
std::vector<std::string> FindingsFor(const v1::RecommendReplicasRequest& request) {
  std::vector<std::string> texts;
  const v1::RecommendReplicasResponse response = Decide(request);
  for (const v1::Finding& finding : response.findings()) {
    texts.push_back(absl::StrCat(finding.rule(), " ", finding.path(), ": ", finding.message()));
  }
  return texts;
}

void DropRequests(v1::Pod& pod) {
  pod.mutable_spec()->mutable_containers(0)->clear_resources();
}

v1::MetricSpec& AddContainerMetric(v1::RecommendReplicasRequest& request, absl::string_view container,
                                   absl::string_view type) {
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
  request.add_readings();
  metric.set_type("ContainerResource");
  metric.mutable_container_resource()->set_name("cpu");
  metric.mutable_container_resource()->set_container(std::string(container));
  v1::MetricTarget& target = *metric.mutable_container_resource()->mutable_target();
  target.set_type(std::string(type));
  if (type == "Utilization") {
    target.set_average_utilization(50);
  } else {
    target.set_average_value("1");
  }
  return metric;
}

TEST(ObservedWarnings, PodsWithoutTheRequestAreCountedAndNamed) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddUtilization(request, "cpu", 50);
  AddAverageValue(request, "cpu", "1");
  AddCpuPods(request, {"1", "1", "1"});
  EXPECT_THAT(FindingsFor(request), IsEmpty());
  DropRequests(*request.mutable_pods(0));
  DropRequests(*request.mutable_pods(2));
  EXPECT_THAT(
      FindingsFor(request),
      ElementsAre("POD_REQUESTS_MISSING spec.metrics[0].resource: 2 of 3 pods do not request cpu: p0 (container "
                  "app) and p2 (container app)"))
      << "an average needs no requests";
  v1::RecommendReplicasRequest average = ReplicasRequest(1);
  AddAverageValue(average, "cpu", "1");
  AddCpuPods(average, {"1"});
  (*average.mutable_pods(0)->mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests())["cpu"] =
      "lots";
  EXPECT_THAT(FindingsFor(average), IsEmpty()) << "and does not read them";
}

TEST(ObservedWarnings, OfManyPodsWithoutTheRequestTenAreNamed) {
  v1::RecommendReplicasRequest request = ReplicasRequest(12);
  AddUtilization(request, "cpu", 50);
  for (int i = 0; i < 12; ++i) DropRequests(AddPod(request, absl::StrCat("p", i)));
  const std::vector<std::string> findings = FindingsFor(request);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0], ::testing::HasSubstr("12 of 12 pods"));
  EXPECT_THAT(findings[0], ::testing::EndsWith("p9 (container app) and 2 more"));
}

TEST(ObservedWarnings, APodWithAnotherPodLevelRequestIsNamedAlone) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  AddCpuPods(request, {"1"});
  DropRequests(*request.mutable_pods(0));
  (*request.mutable_pods(0)->mutable_spec()->mutable_resources()->mutable_requests())["memory"] = "1Gi";
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("POD_REQUESTS_MISSING spec.metrics[0].resource: 1 of 1 pods do not request cpu: p0"));
}

TEST(ObservedWarnings, AContainerThatNoPodHas) {
  for (const char* type : {"Utilization", "AverageValue"}) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddContainerMetric(request, "application", type);
    AddContainerMetric(request, "app", type);
    AddCpuPods(request, {"1", "1"});
    EXPECT_THAT(FindingsFor(request),
                ElementsAre("CONTAINER_NOT_FOUND spec.metrics[0].containerResource.container: none "
                            "of 2 pods has a container application; they have app"))
        << type;
    // After this change, each of the two containers is in only one of the pods.
    request.mutable_pods(1)->mutable_spec()->mutable_containers(0)->set_name("application");
    const std::vector<std::string> findings = FindingsFor(request);
    if (absl::string_view(type) == "AverageValue") {
      EXPECT_THAT(findings, ElementsAre("CONTAINER_NOT_FOUND spec.metrics[0].containerResource.container: 1 of 2 pods "
                                        "has no container application, and counts as missing: p0 (app)"))
          << "the other pod has a sample of its former container";
    } else {
      EXPECT_THAT(findings, ElementsAre("CONTAINER_NOT_FOUND spec.metrics[0].containerResource.container: 1 of 2 pods "
                                        "has no container application: p0 (app)",
                                        "CONTAINER_NOT_FOUND spec.metrics[1].containerResource.container: 1 of 2 pods "
                                        "has no container app: p1 (application)"));
    }
  }
}

TEST(ObservedWarnings, EachPodWithoutTheContainerIsNamedWithItsContainers) {
  v1::RecommendReplicasRequest request = ReplicasRequest(4);
  AddContainerMetric(request, "app", "AverageValue");
  AddCpuPods(request, {"1", "1"});
  AddPod(request, "w2").mutable_spec()->mutable_containers(0)->set_name("b");
  v1::PodSpec& spec = *AddPod(request, "w3").mutable_spec();
  spec.mutable_containers(0)->set_name("c");
  v1::Container& init = *spec.add_init_containers();
  init.set_name("proxy");
  init.set_restart_policy("Always");
  AddPod(request, "failed", {.phase = "Failed"}).mutable_spec()->mutable_containers(0)->set_name("b");
  AddPod(request, "unknown").clear_spec();
  EXPECT_THAT(FindingsFor(request),
              Contains("CONTAINER_NOT_FOUND spec.metrics[0].containerResource.container: 2 of 6 pods have no container "
                       "app, and count as missing: w2 (b) and w3 (c and proxy)"));
}

TEST(ObservedWarnings, ARestartableInitContainerIsThereAndAPlainOneIsNot) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddContainerMetric(request, "proxy", "AverageValue");
  v1::Container& init = *AddPod(request, "p").mutable_spec()->add_init_containers();
  init.set_name("proxy");
  EXPECT_EQ(FindingsFor(request).size(), 1U);
  init.set_restart_policy("Always");
  EXPECT_THAT(FindingsFor(request), IsEmpty());
}

TEST(ObservedWarnings, UnknownContainersWithoutPodsCauseNoWarning) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddContainerMetric(request, "app", "AverageValue");
  EXPECT_THAT(FindingsFor(request), IsEmpty()) << "no pods";
  AddPod(request, "p").clear_spec();
  request.set_pod_metrics_error("no metrics API");
  EXPECT_THAT(FindingsFor(request), IsEmpty()) << "a caller may leave out what it does not need";
}

TEST(ObservedWarnings, OtherAutoscalersOfTheSamePods) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  request.add_rivals("web-old");
  request.add_rivals("web-new");
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("PODS_SHARED rivals: some of these pods are also selected by web-old and web-new"));
}

TEST(ObservedWarnings, PodsThatDoNotBelongToTheTarget) {
  const std::string start = "SELECTOR_TOO_WIDE spec.scaleTargetRef: ";
  v1::RecommendReplicasRequest request = Desiring(2, 5);
  for (const char* name : {"front0", "front1"}) AddPod(request, name);
  AddPod(request, "failed", {.phase = "Failed"});
  AddPod(request, "old", {.deleted = true});
  AddPod(request, "done-and-deleted", {.phase = "Succeeded", .deleted = true});
  EXPECT_THAT(FindingsFor(request), IsEmpty()) << "failed and deleted pods are not counted";

  AddPod(request, "back0", {.phase = "Pending"});
  EXPECT_THAT(FindingsFor(request), ElementsAre(start + "the selector selects 3 pods, and the target has 2 replicas"));
  request.add_other_owners("Deployment web-canary");
  request.add_other_owners("Job load");
  EXPECT_THAT(FindingsFor(request),
              ElementsAre(start + "the selector selects 3 pods, and the target has 2 replicas; the selector also "
                                  "selects pods of Deployment web-canary and Job load"));
  request.mutable_scale()->mutable_spec()->set_replicas(3);
  EXPECT_THAT(FindingsFor(request),
              ElementsAre(start + "the selector also selects pods of Deployment web-canary and Job load"))
      << "replicas are being added";
  request.clear_other_owners();
  EXPECT_THAT(FindingsFor(request), IsEmpty());
}

TEST(ObservedWarnings, PodsThatHaveEnded) {
  v1::RecommendReplicasRequest request = Desiring(1, 5);
  AddPod(request, "web");
  AddPod(request, "load-1", {.phase = "Succeeded"});
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("SELECTOR_TOO_WIDE spec.scaleTargetRef: 1 selected pod has ended (Succeeded): load-1"));
  EXPECT_THAT(Decide(request).findings(0).remedy(), StartsWith("Delete the pods that have ended"));
  request.add_other_owners("Job load");
  EXPECT_THAT(Decide(request).findings(0).remedy(), StartsWith("Give the pods of the target a label"))
      << "pods of another owner come again";
}

TEST(ObservedWarnings, PodsWithoutAnOwner) {
  v1::RecommendReplicasRequest request = Desiring(2, 5);
  for (const char* name : {"web", "debug"}) AddPod(request, name);
  request.add_other_owners("Pod debug");
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("SELECTOR_TOO_WIDE spec.scaleTargetRef: a selected pod has no owner: debug"));
  request.add_other_owners("Job load");
  request.add_other_owners("Pod test");
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("SELECTOR_TOO_WIDE spec.scaleTargetRef: the selector also selects pods of Job load; selected "
                          "pods have no owner: debug and test"));
}

// kube-controller-manager proposes status.replicas within the tolerance: section 8.4 of the specification.
TEST(ObservedWarnings, ExistingReplicasThatBecomeWantedReplicas) {
  v1::RecommendReplicasRequest request = ReplicasRequest(10);
  AddExternal(request, "AverageValue", "100", {"1500"});
  request.mutable_scale()->mutable_status()->set_replicas(15);
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("STATUS_REPLICAS_KEPT spec.metrics[0]: the controller proposes 15 (status.replicas) instead "
                          "of 10 (spec.replicas), as during a rolling update: a known fault of the controller"));
  EXPECT_THAT(Decide(request).summary(),
              EndsWith("the ratio is within the tolerance, so the controller proposes the 15 of status.replicas, not "
                       "the 10 of spec.replicas"));
  request.mutable_scale()->mutable_spec()->set_replicas(15);
  EXPECT_THAT(FindingsFor(request), IsEmpty());
  EXPECT_THAT(Decide(request).summary(), EndsWith("the ratio is within the tolerance: 15 stays"));

  v1::RecommendReplicasRequest outside = ReplicasRequest(10);
  AddExternal(outside, "AverageValue", "100", {"3000"});
  outside.mutable_scale()->mutable_status()->set_replicas(15);
  EXPECT_THAT(FindingsFor(outside), IsEmpty()) << "the proposal does not depend on status.replicas";
  v1::RecommendReplicasRequest value = ReplicasRequest(10);
  AddExternal(value, "Value", "100", {"100"});
  value.mutable_scale()->mutable_status()->set_replicas(15);
  EXPECT_THAT(FindingsFor(value), IsEmpty()) << "a target for the value itself uses spec.replicas";
}

struct ManifestCase {
  int replicas;
  absl::string_view message;
};

TEST(ObservedWarnings, AManifestThatSetsTheNumberToo) {
  const ManifestCase cases[] = {
      {3, "has 3 replicas, regardless of the load"},     {2, "has 2 replicas, regardless of the load"},
      {10, "has 10 replicas, regardless of the load"},   {1, "has 1 replica, fewer than minReplicas 2"},
      {11, "has 11 replicas, more than maxReplicas 10"}, {0, "has 0 replicas, which disables the autoscaler"},
  };
  for (const ManifestCase& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(3, 5, 2, 10);
    request.set_manifest_replicas(c.replicas);
    EXPECT_THAT(FindingsFor(request),
                ElementsAre(absl::StrCat("REPLICAS_PINNED manifestReplicas: each time that the manifest of the "
                                         "target is applied, the target ",
                                         c.message)));
  }
  EXPECT_THAT(FindingsFor(Desiring(3, 5, 2, 10)), IsEmpty()) << "a manifest that leaves it out";
}

TEST(ObservedWarnings, AGateThatIsKnownToBeOnIsNotReported) {
  v1::RecommendReplicasRequest request = Desiring(3, 5, 0);
  EXPECT_THAT(FindingsFor(request), IsEmpty());
  request.mutable_options()->set_kubernetes_version("v1.36.3");
  EXPECT_THAT(FindingsFor(request), ElementsAre("SCALE_TO_ZERO_GATED spec.minReplicas: minReplicas is 0, and the "
                                                "feature gate HPAScaleToZero is off"));
  request.mutable_options()->set_scale_to_zero(true);
  EXPECT_THAT(FindingsFor(request), IsEmpty());
}

// See section 1 of docs/reference/horizontal-pod-autoscaler.md. If the amount is a target, the finding is
// TARGET_OVERFLOW.
TEST(ObservedWarnings, AnAmountPastSixtyFourBitsCountsAsAnother) {
  const std::pair<const char*, const char*> amounts[] = {{"20E", "0"},
                                                         {"-20E", "0"},
                                                         {"10000000000000001", "-8446744073709550616m"},
                                                         {"9223372036854775807", "-1"},
                                                         {"10000000000000000000", "1864712049423024128m"},
                                                         {"16Ei", "-1"}};
  for (const auto& [amount, counted] : amounts) {
    const std::string message =
        absl::StrCat(amount, " is beyond 9223372036854775807 thousandths, and is read as ", counted);
    v1::RecommendReplicasRequest object = ReplicasRequest(3);
    AddObject(object, "Value", "10", amount);
    EXPECT_THAT(FindingsFor(object), Contains("AMOUNT_OVERFLOW readings[0].values[0].value: " + message));
    v1::RecommendReplicasRequest external = ReplicasRequest(3);
    AddExternal(external, "Value", "10", {"1", amount});
    EXPECT_THAT(FindingsFor(external), Contains("AMOUNT_OVERFLOW readings[0].externalValues[1].value: " + message));
    v1::RecommendReplicasRequest pods = ReplicasRequest(3);
    AddAverageValue(pods, "cpu", "1");
    AddCpuPods(pods, {amount});
    EXPECT_THAT(FindingsFor(pods), Contains("AMOUNT_OVERFLOW podMetrics[0].containers[0].usage[cpu]: " + message));
    v1::RecommendReplicasRequest requests = ReplicasRequest(3);
    AddUtilization(requests, "cpu", 50);
    AddCpuPods(requests, {"1"});
    (*requests.mutable_pods(0)->mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests())["cpu"] =
        amount;
    EXPECT_THAT(FindingsFor(requests),
                Contains(AllOf(StartsWith("AMOUNT_OVERFLOW pods[0].spec: container "), EndsWith(message))));
    v1::RecommendReplicasRequest target = ReplicasRequest(3);
    AddObject(target, "Value", amount[0] == '-' ? "20E" : amount, "10");
    EXPECT_THAT(FindingsFor(target), Not(Contains(StartsWith("AMOUNT_OVERFLOW"))));
  }
}

TEST(ObservedWarnings, TheAmountOfPrometheusAdapterForNanIsNamed) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "AverageValue", "10", {"-9223372036854775808m"});
  EXPECT_THAT(FindingsFor(request),
              ElementsAre("AMOUNT_OVERFLOW readings[0].externalValues[0].value: -9223372036854775808m is beyond "
                          "9223372036854775807 billionths, and is read as 0; prometheus-adapter writes it for NaN and "
                          "infinity"));
}

struct SumCase {
  const char* name;
  const char* target;
  std::vector<absl::string_view> values;
  std::vector<std::string> findings;
};

TEST(ObservedWarnings, ASumBelowZeroOfAnExternalMetric) {
  const std::string place = "EXTERNAL_SUM_NEGATIVE readings[0].externalValues";
  const SumCase cases[] = {
      {"a value",
       "AverageValue",
       {"-1"},
       {place + "[0].value: the sum of the values is -1 here, and a sum below 0 of a metric with averageValue means "
                "maxReplicas"}},
      {"the order counts",
       "AverageValue",
       {"-1", "31"},
       {place + "[0].value: the sum of the values is -1 here, and a sum below 0 of a metric with averageValue means "
                "maxReplicas"}},
      {"the sum never falls below zero", "AverageValue", {"31", "-1"}, {}},
      {"later values",
       "AverageValue",
       {"1", "2", "-3500m", "-1"},
       {place + "[2].value: the sum of the values is -500m here, and a sum below 0 of a metric with averageValue means "
                "maxReplicas"}},
      {"a value target scales down instead", "Value", {"-1"}, {}},
  };
  for (const SumCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(3);
    AddExternal(request, c.target, "10", c.values);
    EXPECT_THAT(FindingsFor(request), ElementsAreArray(c.findings)) << c.name;
  }
}

TEST(ObservedWarnings, AmountThatWrapsInBillionthsCausesAWarning) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "Value", "10", {"-10000000000.00000000001"});
  EXPECT_THAT(FindingsFor(request),
              Contains("AMOUNT_OVERFLOW readings[0].externalValues[0].value: -10000000000.00000000001 is beyond "
                       "9223372036854775807 billionths, and is read as 8446744073710m"));
}

// Regression test: a plain integer of 17 to 19 digits was read as 0, so the result was 1. The result of the real
// controller is 20.
TEST(ObservedWarnings, APlainIntegerPastSixtyFourBitsDecidesAsInTheController) {
  v1::RecommendReplicasRequest request = ReplicasRequest(10);
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(20);
  AddExternal(request, "AverageValue", "1000", {"10000000000000001"});
  EXPECT_EQ(Decide(request).desired_replicas(), 20);
}

TEST(ObservedWarnings, OnlyTheFirstAmountPastSixtyFourBitsCausesAWarning) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "Value", "10", {"1", "20E", "30E", "9223372036854775807m"});
  EXPECT_THAT(FindingsFor(request),
              ElementsAre(StartsWith("AMOUNT_OVERFLOW readings[0].externalValues[1].value: 20E")));
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_THAT(FindingsFor(request), IsEmpty());
}

TEST(ObservedWarnings, ABriefAnswerHasNone) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  request.add_rivals("web-old");
  request.set_manifest_replicas(3);
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_THAT(FindingsFor(request), IsEmpty());
}

// A Job and a CronJob have no scale, so the controller cannot read it. The finding gives this reason.
TEST(ObservedWarnings, ATargetWithoutAScaleIsNamedWithTheErrorOfItsScale) {
  for (const absl::string_view kind : {"Job", "CronJob"}) {
    v1::RecommendReplicasRequest request = Desiring(3, 3);
    v1::CrossVersionObjectReference& target =
        *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_scale_target_ref();
    target.set_api_version("batch/v1");
    target.set_kind(std::string(kind));
    request.set_scale_error("the server could not find the requested resource");
    EXPECT_THAT(FindingsFor(request),
                ElementsAre(absl::StrCat("TARGET_NOT_SCALABLE spec.scaleTargetRef.kind: the number of pods of a ", kind,
                                         " cannot be set")));
  }
}

}  // namespace
}  // namespace cpsizer
