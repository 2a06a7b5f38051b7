// Tests readings. A reading is the result of the metrics APIs for one metric. The tests check which fields a reading
// may have for each type of metric, and the effect of each field.
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"
#include "tests/engine/size/requests.h"

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
using ::cpsizer::testing::At;
using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

void MakeContainerMetric(v1::RecommendReplicasRequest& request, absl::string_view container) {
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_metrics(0);
  metric.set_type("ContainerResource");
  *metric.mutable_container_resource()->mutable_name() = metric.resource().name();
  metric.mutable_container_resource()->set_container(std::string(container));
  *metric.mutable_container_resource()->mutable_target() = metric.resource().target();
  metric.clear_resource();
}

// Returns a request with one metric of this type, an empty reading, and a pod `p0` with metrics.
v1::RecommendReplicasRequest WithMetric(absl::string_view type) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddCpuPods(request, {"1"});
  if (type == "Resource" || type == "ContainerResource") AddAverageValue(request, "cpu", "1");
  if (type == "ContainerResource") MakeContainerMetric(request, "app");
  if (type == "Pods") AddPodsMetric(request, "1");
  if (type == "Object") AddObject(request, "Value", "1", "1").clear_values();
  if (type == "External") AddExternal(request, "Value", "1", {});
  return request;
}

// Adds the usage of a pod over 30 seconds. `seconds` is the end of this period relative to now.
void AddUsage(v1::ReplicasReading& reading, absl::string_view pod, absl::string_view value, double seconds = -10) {
  AddPodsValue(reading, pod, value);
  v1::MetricValue& last = *reading.mutable_values(reading.values_size() - 1);
  last.set_timestamp(At(seconds));
  last.set_window_seconds(30);
}

// Returns a text such as "FIELD_FORBIDDEN readings[0].values" for each violation. Without violations, returns `decided`
// or `failed`.
std::vector<std::string> VerdictsOn(const v1::RecommendReplicasRequest& request) {
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request, response);
  if (status.ok()) return {response.metrics(0).error().empty() ? "decided" : "failed"};
  std::vector<std::string> verdicts;
  for (const v1::Finding& finding : response.findings()) {
    verdicts.push_back(absl::StrCat(finding.rule(), " ", finding.path()));
  }
  return verdicts;
}

// Tests each type of metric with each combination of the fields of a reading. The library must not ignore any field.
TEST(Readings, EachFieldCountsOrIsRefused) {
  const std::string no_error = "FIELD_FORBIDDEN readings[0].error";
  const std::string no_values = "FIELD_FORBIDDEN readings[0].values";
  const std::string no_external = "FIELD_FORBIDDEN readings[0].externalValues";
  struct Type {
    absl::string_view name;
    std::string empty;  // result for an empty reading
    std::vector<std::string> values, external_values, both;
  };
  const Type types[] = {
      {"Resource", "decided", {"decided"}, {no_external}, {no_external}},
      {"ContainerResource", "decided", {"decided"}, {no_external}, {no_external}},
      {"Pods", "failed", {"decided"}, {no_external}, {no_external}},
      {"Object", "failed", {"decided"}, {no_external}, {no_external}},
      {"External", "failed", {no_values}, {"decided"}, {no_values}},
  };
  for (const Type& type : types) {
    for (int fields = 0; fields < 8; ++fields) {
      v1::RecommendReplicasRequest request = WithMetric(type.name);
      v1::ReplicasReading& reading = *request.mutable_readings(0);
      const bool error = (fields & 1) != 0, values = (fields & 2) != 0, external_values = (fields & 4) != 0;
      if (error) reading.set_error("boom");
      if (values) AddUsage(reading, "p0", "1");
      if (external_values) reading.add_external_values()->set_value("1");
      std::vector<std::string> expected = values && external_values ? type.both
                                          : values                  ? type.values
                                          : external_values         ? type.external_values
                                          : error                   ? std::vector<std::string>{"failed"}
                                                                    : std::vector<std::string>{type.empty};
      if (error && expected.back() == "decided") expected.clear();
      if (error && (values || external_values)) expected.push_back(no_error);
      EXPECT_EQ(VerdictsOn(request), expected) << type.name << " " << reading.ShortDebugString();
    }
  }
}

TEST(Readings, ErrorNamesTheFieldToSend) {
  v1::RecommendReplicasRequest request = WithMetric("Resource");
  request.mutable_readings(0)->add_external_values()->set_value("1");
  v1::RecommendReplicasResponse response;
  EXPECT_FALSE(RecommendReplicas(request, response).ok());
  EXPECT_EQ(response.findings(0).message(),
            "externalValues are of an External metric, and this is a Resource metric; send values");
}

struct SpoiledValueCase {
  absl::string_view verdict;
  std::function<void(v1::ReplicasReading&)> spoil;
};

TEST(Readings, ValuesOfAResourceNameTheirPodsAndTimes) {
  using R = v1::ReplicasReading;
  const SpoiledValueCase cases[] = {
      {"decided", [](R&) {}},
      {"FIELD_MISSING readings[0].values[0].describedObject.name",
       [](R& r) { r.mutable_values(0)->clear_described_object(); }},
      {"POD_NAME_DUPLICATE readings[0].values[1].describedObject.name", [](R& r) { AddUsage(r, "p0", "1"); }},
      {"FIELD_MISSING readings[0].values[0].timestamp", [](R& r) { r.mutable_values(0)->clear_timestamp(); }},
      {"TIME_MALFORMED readings[0].values[0].timestamp", [](R& r) { r.mutable_values(0)->set_timestamp("x"); }},
      {"FIELD_MISSING readings[0].values[0].windowSeconds", [](R& r) { r.mutable_values(0)->clear_window_seconds(); }},
      {"VALUE_NEGATIVE readings[0].values[0].windowSeconds", [](R& r) { r.mutable_values(0)->set_window_seconds(-1); }},
      {"decided", [](R& r) { r.mutable_values(0)->set_window_seconds(0); }},
      {"QUANTITY_MALFORMED readings[0].values[0].value", [](R& r) { r.mutable_values(0)->set_value("much"); }},
  };
  for (const absl::string_view type : {"Resource", "ContainerResource"}) {
    for (const SpoiledValueCase& c : cases) {
      v1::RecommendReplicasRequest request = WithMetric(type);
      AddUsage(*request.mutable_readings(0), "p0", "1");
      c.spoil(*request.mutable_readings(0));
      EXPECT_THAT(VerdictsOn(request), ElementsAre(c.verdict)) << type;
    }
  }
}

// The times of samples do not affect decisions about memory.
TEST(Readings, ValuesOfMemoryNeedNoTimes) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "memory", 50);
  AddPod(request, "p0");
  AddPodsValue(*request.mutable_readings(0), "p0", "1Gi");
  EXPECT_EQ(Decide(request).metrics(0).usage(), "100%");
}

// For a Pods metric, the controller also uses the last value of a pod.
TEST(Readings, OfTwoValuesOfAPodsMetricTheLaterCounts) {
  v1::RecommendReplicasRequest request = WithMetric("Pods");
  AddPodsValue(*request.mutable_readings(0), "p0", "9");
  AddPodsValue(*request.mutable_readings(0), "p0", "3");
  EXPECT_EQ(Decide(request).metrics(0).usage(), "3");
}

TEST(Readings, AnObjectMetricHasOneValue) {
  v1::RecommendReplicasRequest request = WithMetric("Object");
  for (int i = 0; i < 2; ++i) request.mutable_readings(0)->add_values()->set_value("1");
  EXPECT_THAT(VerdictsOn(request), ElementsAre("LIMIT_EXCEEDED readings[0].values[1]"));
}

// Returns the request after moving its podMetrics into the reading of its first metric.
v1::RecommendReplicasRequest WithoutPodMetrics(v1::RecommendReplicasRequest request, absl::string_view resource) {
  for (const v1::PodMetrics& metrics : request.pod_metrics()) {
    v1::MetricValue& value = *request.mutable_readings(0)->add_values();
    value.mutable_described_object()->set_name(metrics.metadata().name());
    value.set_timestamp(metrics.timestamp());
    value.set_window_seconds(30);
    value.set_value(metrics.containers(0).usage().at(std::string(resource)));
  }
  request.clear_pod_metrics();
  return request;
}

// Returns a request with young pods. For these pods, the times of their samples decide whether they count as ready. One
// pod has no sample. One sample belongs to a pod that the selector does not select.
v1::RecommendReplicasRequest MixedPods(absl::string_view resource) {
  v1::RecommendReplicasRequest request = ReplicasRequest(4);
  AddUtilization(request, resource, 50);
  AddPod(request, "old");
  AddSample(request, "old", resource, "900m");
  AddPod(request, "young", {"Running", "True", -60, -35});
  AddSample(request, "young", resource, "800m", -5);  // its window begins when the pod became ready
  AddPod(request, "younger", {"Running", "True", -60, -34.9});
  AddSample(request, "younger", resource, "700m", -5);
  AddPod(request, "missing");
  AddSample(request, "other", resource, "600m");
  return request;
}

TEST(Readings, ValuesOfAResourceDecideAsPodMetricsDo) {
  for (const absl::string_view resource : {"cpu", "memory"}) {
    for (const bool of_container : {false, true}) {
      v1::RecommendReplicasRequest request = MixedPods(resource);
      if (of_container) MakeContainerMetric(request, "app");
      const v1::RecommendReplicasResponse expected = Decide(request);
      EXPECT_EQ(expected.metrics(0).pods().ready(), resource == "cpu" ? 2 : 3);
      EXPECT_EQ(expected.metrics(0).pods().extraneous(), 1);
      EXPECT_EQ(Decide(WithoutPodMetrics(request, resource)).SerializeAsString(), expected.SerializeAsString())
          << resource << of_container;
    }
  }
}

// The request has two metrics of one resource. Each metric must use only its own values.
TEST(Readings, ValuesCountForTheirMetricAlone) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddUtilization(request, "cpu", 50);
  AddAverageValue(request, "cpu", "1");
  AddCpuPods(request, {"500m", "500m"});
  AddUsage(*request.mutable_readings(1), "p0", "3");
  AddUsage(*request.mutable_readings(1), "p1", "1");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.metrics(0).usage(), "50%");
  EXPECT_EQ(response.metrics(1).usage(), "2");
  EXPECT_EQ(response.desired_replicas(), 4);
}

// An error of all resource metrics does not affect a metric with its own reading.
TEST(Readings, ValuesCountWhereAllPodMetricsFailed) {
  v1::RecommendReplicasRequest request = WithMetric("Resource");
  AddUtilization(request, "memory", 50);
  request.set_pod_metrics_error("down");
  AddUsage(*request.mutable_readings(0), "p0", "1");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.metrics(0).usage(), "1");
  EXPECT_EQ(response.metrics(1).error(),
            "failed to get memory utilization: unable to get metrics for resource memory: unable to fetch metrics from "
            "resource metrics API: down");
}

TEST(Readings, OneFailingResourceMetricLeavesTheOthers) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddUtilization(request, "cpu", 50);
  AddUtilization(request, "memory", 50);
  AddCpuPods(request, {"1", "1"});
  for (v1::PodMetrics& metrics : *request.mutable_pod_metrics()) {
    (*metrics.mutable_containers(0)->mutable_usage())["memory"] = "1Gi";
  }
  request.mutable_readings(1)->set_error("boom");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.desired_replicas(), 4) << "cpu at twice its target";
  EXPECT_EQ(response.metrics(1).error(),
            "failed to get memory utilization: unable to get metrics for resource memory: unable to fetch metrics from "
            "resource metrics API: boom");
  EXPECT_EQ(response.error(), absl::StrCat("invalid metrics (1 invalid out of 2), first error is: failed to get memory "
                                           "resource metric value: ",
                                           response.metrics(1).error()));
  EXPECT_EQ(response.events(0).reason(), "FailedGetResourceMetric");
}

// The error in the reading of a metric takes precedence over the error of all resource metrics.
TEST(Readings, AnErrorOfItsOwnIsTheErrorOfAMetric) {
  v1::RecommendReplicasRequest request = WithMetric("Resource");
  request.mutable_readings(0)->set_error("mine");
  request.set_pod_metrics_error("all");
  EXPECT_THAT(Decide(request).metrics(0).error(), ::testing::EndsWith("resource metrics API: mine"));
}

// The default metric can have a reading like any other metric.
TEST(Readings, TheReadingOfTheDefaultMetricCounts) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddCpuPods(request, {"1"});
  request.add_readings()->set_error("boom");
  EXPECT_EQ(Decide(request).outcome(), v1::REPLICAS_OUTCOME_METRICS_FAILED);
}

TEST(Readings, TooManyExceedTheLimitAndTooFewAreMissing) {
  v1::RecommendReplicasRequest request = WithMetric("Resource");
  AddAverageValue(request, "memory", "1");
  request.add_readings();
  v1::RecommendReplicasResponse response;
  absl::Status status = RecommendReplicas(request, response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "readings");
  request.mutable_readings()->DeleteSubrange(0, 2);
  response.Clear();
  status = RecommendReplicas(request, response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "FIELD_MISSING");
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "readings");
}

// The values prove that the container exists, even if no pod in the request has this container.
TEST(Readings, AContainerWithValuesIsNotMissing) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddAverageValue(request, "memory", "1");
  MakeContainerMetric(request, "sidecar");
  AddPod(request, "p0");
  ASSERT_EQ(Decide(request).findings(0).rule(), "CONTAINER_NOT_FOUND");
  AddPodsValue(*request.mutable_readings(0), "p0", "1");
  EXPECT_THAT(Decide(request).findings(), IsEmpty());
}

}  // namespace
}  // namespace cpsizer
