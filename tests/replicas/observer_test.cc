#include "client/replicas/observer.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/replicas/read_answer.h"
#include "client/tree/limits.h"
#include "client/tree/node_json.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::replicas {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

using kube::Json;

constexpr char kScale[] = "/apis/apps/v1/namespaces/shop/deployments/web/scale";
constexpr char kTarget[] = "/apis/apps/v1/namespaces/shop/deployments/web";
constexpr char kPods[] = "/api/v1/namespaces/shop/pods";
constexpr char kPodMetrics[] = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";
constexpr char kCustomGroup[] = "/apis/custom.metrics.k8s.io";

Json CpuMetric() {
  return {{"type", "Resource"},
          {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}};
}

Json Target() {
  return {{"type", "AverageValue"}, {"averageValue", "10"}};
}

Json PodsMetric(const std::string& name, const Json& selector = nullptr) {
  return {{"type", "Pods"}, {"pods", {{"metric", {{"name", name}, {"selector", selector}}}, {"target", Target()}}}};
}

Json ObjectMetric(const std::string& api_version, const std::string& kind, const std::string& object) {
  return {{"type", "Object"},
          {"object",
           {{"describedObject", {{"apiVersion", api_version}, {"kind", kind}, {"name", object}}},
            {"metric", {{"name", "hits"}}},
            {"target", Target()}}}};
}

Json ExternalMetric(const std::string& name) {
  return {{"type", "External"},
          {"external",
           {{"metric", {{"name", name}, {"selector", {{"matchLabels", {{"queue", "jobs"}}}}}}}, {"target", Target()}}}};
}

Json CustomGroup(const std::vector<std::string>& versions, const std::string& preferred) {
  Json group = {
      {"kind", "APIGroup"}, {"name", "custom.metrics.k8s.io"}, {"preferredVersion", {{"version", preferred}}}};
  for (const std::string& version : versions) group["versions"].push_back({{"version", version}});
  return group;
}

Json MetricValueJson(const std::string& object, const Json& value) {
  return {{"describedObject", {{"kind", "Pod"}, {"name", object}}},
          {"metric", {{"name", "rps"}}},
          {"timestamp", "2026-01-02T00:00:00Z"},
          {"value", value}};
}

v1::HorizontalPodAutoscaler Autoscaler(const std::string& name, const std::vector<Json>& metrics) {
  return *ReadAutoscaler(tree::FromJson(AutoscalerJson(name, metrics)));
}

// An observer of a cluster without errors. The cluster has a Deployment `web` with two pods. Each pod uses 80m of CPU.
class ObserverTest : public ::testing::Test {
 protected:
  ObserverTest() : client_(manual_.loop(), {}, kube::RateLimit(0, 0)) {
    cluster_.Answer(kScale, ScaleJson("web", 2, "app=web"));
    cluster_.Answer(kPods, PodListJson({PodJson("web-a", {{"app", "web"}}), PodJson("web-b", {{"app", "web"}})}));
    cluster_.Answer(kPodMetrics,
                    ListJson("PodMetricsList", {PodMetricsJson("web-a", "80m"), PodMetricsJson("web-b", "80m")}));
    Renew(kMetricsTimeout);
  }

  void Renew(absl::Duration metrics_timeout, bool read_manifest = false) {
    Observer::Options options;
    options.read_manifest = read_manifest;
    options.metrics_timeout = metrics_timeout;
    options.wall_time = [] { return absl::FromUnixMillis(1'700'000'000'250); };
    observer_ = std::make_unique<Observer>(manual_.loop(), client_, options);
  }

  absl::StatusOr<Observation> Observe(const v1::HorizontalPodAutoscaler& autoscaler) {
    absl::optional<absl::StatusOr<Observation>> result;
    observer_->Observe(autoscaler, [&](absl::StatusOr<Observation> got) { result = std::move(got); });
    manual_.RunUntil([&] { return result.has_value(); });
    return *std::move(result);
  }
  // Makes the observer read the scale of the target of another autoscaler. The scale contains `selector`.
  void LearnSelector(const std::string& name, const std::string& selector) {
    cluster_.Answer("/apis/apps/v1/namespaces/shop/deployments/" + name + "/scale", ScaleJson(name, 1, selector));
    absl::optional<absl::Status> learned;
    observer_->LearnSelector(Autoscaler(name, {CpuMetric()}), [&](const absl::Status& status) { learned = status; });
    manual_.RunUntil([&] { return learned.has_value(); });
    EXPECT_TRUE(learned->ok());
  }

  v1::RecommendReplicasRequest Request(const std::vector<Json>& metrics) {
    absl::StatusOr<Observation> observation = Observe(Autoscaler("web", metrics));
    EXPECT_TRUE(observation.ok()) << observation.status();
    return observation.ok() ? observation->request : v1::RecommendReplicasRequest();
  }

  FakeCluster cluster_;
  kube::ManualLoop manual_{cluster_.url()};
  kube::ApiClient client_;
  std::unique_ptr<Observer> observer_;
};

TEST_F(ObserverTest, MakesARequestFromScalePodsAndResourceMetrics) {
  const absl::StatusOr<Observation> observation = Observe(Autoscaler("web", {CpuMetric()}));
  ASSERT_TRUE(observation.ok()) << observation.status();
  const v1::RecommendReplicasRequest& request = observation->request;
  EXPECT_EQ(request.scale().spec().replicas(), 2);
  EXPECT_EQ(request.scale().status().selector(), "app=web");
  ASSERT_EQ(request.pods_size(), 2);
  EXPECT_EQ(request.pods(0).metadata().name(), "web-a");
  EXPECT_EQ(request.pods(0).spec().containers(0).resources().requests().at("cpu"), "100m");
  ASSERT_THAT(request.pods(0).status().conditions(), SizeIs(1));
  EXPECT_EQ(request.pods(0).status().conditions(0).last_transition_time(), "2026-01-01T00:00:00Z");
  ASSERT_EQ(request.pod_metrics_size(), 2);
  EXPECT_EQ(request.pod_metrics(1).containers(0).usage().at("cpu"), "80m");
  EXPECT_EQ(request.pod_metrics_error(), "");
  EXPECT_EQ(request.readings_size(), 1);
  EXPECT_EQ(request.now(), "2023-11-14T22:13:20.25Z");
  EXPECT_THAT(request.rivals(), IsEmpty());
  EXPECT_EQ(observation->scale.version().path, kScale);
  EXPECT_EQ(observation->scale.uid, "d-web");
  EXPECT_EQ(observation->scale.resource_version, "77");
  EXPECT_EQ(observation->scale.replicas, 2);
}

TEST_F(ObserverTest, ReadsPodsFromTheCacheOfTheServerAndNothingTwice) {
  Request({CpuMetric(), CpuMetric()});
  EXPECT_THAT(cluster_.requests(),
              AllOf(Contains("/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb&limit=500&resourceVersion=0"),
                    Contains("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=app%3Dweb")));
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 1u);
  EXPECT_EQ(cluster_.CountOf("/apis/custom.metrics.k8s.io"), 0u);
  Request({CpuMetric()});
  EXPECT_EQ(cluster_.CountOf("/apis/apps"), 1u) << "discovery is known for a while";
  manual_.Advance(kDiscoveryAge);
  Request({CpuMetric()});
  EXPECT_EQ(cluster_.CountOf("/apis/apps"), 2u);
}

TEST_F(ObserverTest, AtZeroReplicasReadsNoMetricsUnlessTheTargetMayBeRestored) {
  cluster_.Answer(kScale, ScaleJson("web", 0, "app=web"));
  EXPECT_THAT(Request({CpuMetric(), PodsMetric("rps")}).readings(), SizeIs(2));
  EXPECT_EQ(cluster_.CountOf(kPods), 0u);
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 0u);
  EXPECT_EQ(cluster_.CountOf(kCustomGroup), 0u);
  v1::HorizontalPodAutoscaler from_zero = Autoscaler("web", {CpuMetric()});
  from_zero.mutable_spec()->set_min_replicas(0);
  ASSERT_TRUE(Observe(from_zero).ok());
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 1u);
  v1::HorizontalPodAutoscaler taken_there = Autoscaler("web", {CpuMetric()});
  taken_there.mutable_status()->add_conditions()->set_type("ScaledToZero");
  taken_there.mutable_status()->mutable_conditions(0)->set_status("True");
  ASSERT_TRUE(Observe(taken_there).ok());
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 2u);
  taken_there.mutable_status()->mutable_conditions(0)->set_status("False");
  ASSERT_TRUE(Observe(taken_there).ok());
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 2u);
}

Json TargetWith(const Json& annotation) {
  return {{"kind", "PartialObjectMetadata"},
          {"metadata",
           {{"name", "web"}, {"annotations", {{"kubectl.kubernetes.io/last-applied-configuration", annotation}}}}}};
}

TEST_F(ObserverTest, ReadsTheReplicasOfTheManifestIfEnabled) {
  cluster_.Answer(kTarget, TargetWith(R"({"kind":"Deployment","spec":{"replicas":3}})"));
  EXPECT_FALSE(Request({CpuMetric()}).has_manifest_replicas());
  EXPECT_EQ(cluster_.CountOf(kTarget), 0u) << "permission for scales is enough";
  Renew(kMetricsTimeout, /*read_manifest=*/true);
  EXPECT_EQ(Request({CpuMetric()}).manifest_replicas(), 3);
  cluster_.Answer(kScale, ScaleJson("web", 0, "app=web"));
  EXPECT_EQ(Request({CpuMetric()}).manifest_replicas(), 3) << "which may be why there are none";
}

TEST_F(ObserverTest, IgnoresAManifestThatCannotBeRead) {
  Renew(kMetricsTimeout, /*read_manifest=*/true);
  for (const Json& hostile :
       std::vector<Json>{"", "{", "<html>", 7, Json::array({1}), R"({"spec":{"replicas":"3"}})",
                         R"({"spec":{"replicas":-1}})", R"({"spec":{"replicas":99999999999}})", R"({"spec":[]})",
                         "a: &a [*a, *a]", std::string(100'000, '['), R"({"spec":{}})"}) {
    cluster_.Answer(kTarget, TargetWith(hostile));
    const v1::RecommendReplicasRequest request = Request({CpuMetric()});
    EXPECT_FALSE(request.has_manifest_replicas()) << hostile.dump().substr(0, 100);
    EXPECT_EQ(request.pods_size(), 2);
  }
  for (const char* const body : {"[]", "null", R"({"metadata":{"annotations":[]}})", "<html>"}) {
    cluster_.Answer(kTarget, 200, body);
    EXPECT_FALSE(Request({CpuMetric()}).has_manifest_replicas()) << body;
  }
  cluster_.Answer(kTarget, 403, StatusJson(403, "no").dump());
  const v1::RecommendReplicasRequest request = Request({CpuMetric()});
  EXPECT_FALSE(request.has_manifest_replicas());
  EXPECT_EQ(request.pods_size(), 2) << "it is only for a warning";
}

TEST_F(ObserverTest, FollowsThePagesOfAListOfPods) {
  cluster_.Answer(kPods, PodListJson({PodJson("web-a", {{"app", "web"}})}, "next="));
  absl::optional<absl::StatusOr<Observation>> result;
  observer_->Observe(Autoscaler("web", {CpuMetric()}), [&](absl::StatusOr<Observation> got) { result = got; });
  manual_.RunUntil([&] { return cluster_.CountOf(kPods) == 2; });
  cluster_.Answer(kPods, PodListJson({PodJson("web-b", {{"app", "web"}})}));
  manual_.RunUntil([&] { return result.has_value(); });
  ASSERT_TRUE(result->ok());
  EXPECT_GE((*result)->request.pods_size(), 2);
  EXPECT_EQ((*result)->request.pods().rbegin()->metadata().name(), "web-b");
  EXPECT_THAT(cluster_.requests(),
              Contains("/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb&limit=500&continue=next%3D"));
}

TEST_F(ObserverTest, MorePodsThanARequestMayHaveAreAFailure) {
  std::vector<Json> pods;
  for (size_t i = 0; i <= kMaxPods; ++i) pods.push_back({{"metadata", {{"name", absl::StrCat("p", i)}}}});
  cluster_.Answer(kPods, PodListJson(pods));
  const absl::StatusOr<Observation> observation = Observe(Autoscaler("web", {CpuMetric()}));
  EXPECT_EQ(observation.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(observation.status().message()), HasSubstr("more than 10000 pods"));
}

TEST_F(ObserverTest, ReadsTheCustomMetricsOfPodsByTheVersionThatIsPreferred) {
  cluster_.Answer(kCustomGroup, CustomGroup({"v1beta1", "v1beta2"}, "v1beta2"));
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/%2A/rps",
                  ListJson("MetricValueList", {MetricValueJson("web-a", "1500m"), MetricValueJson("web-b", 7)}));
  const Json selector = {{"matchLabels", {{"verb", "GET"}}}};
  const v1::RecommendReplicasRequest request = Request({PodsMetric("rps", selector)});
  ASSERT_EQ(request.readings_size(), 1);
  ASSERT_THAT(request.readings(0).values(), SizeIs(2)) << request.readings(0).error();
  EXPECT_EQ(request.readings(0).values(0).described_object().name(), "web-a");
  EXPECT_EQ(request.readings(0).values(0).value(), "1500m");
  EXPECT_EQ(request.readings(0).values(1).value(), "7");
  EXPECT_THAT(cluster_.requests(), Contains("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/%2A/"
                                            "rps?labelSelector=app%3Dweb&metricLabelSelector=verb%3DGET"));
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 0u) << "no metric needs resource metrics";
}

TEST_F(ObserverTest, UsesAnOlderVersionOfCustomMetricsIfThereIsNoOther) {
  cluster_.Answer(kCustomGroup, CustomGroup({"v9", "v1beta1"}, "v9"));
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta1/namespaces/shop/pods/%2A/rps",
                  ListJson("MetricValueList", {MetricValueJson("web-a", "1")}));
  EXPECT_THAT(Request({PodsMetric("rps")}).readings(0).values(), SizeIs(1));
}

TEST_F(ObserverTest, ReadsTheMetricOfAnObjectByTheResourceOfItsKind) {
  cluster_.Answer(kCustomGroup, CustomGroup({"v1beta2"}, "v1beta2"));
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/deployments.apps/front/hits",
                  ListJson("MetricValueList", {MetricValueJson("front", "3")}));
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/services/front/hits",
                  ListJson("MetricValueList", {MetricValueJson("front", "4")}));
  // The observer requests metrics only for the namespace of the autoscaler. The name of the Namespace object is
  // ignored.
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/metrics/hits",
                  ListJson("MetricValueList", {MetricValueJson("shop", "5")}));
  const v1::RecommendReplicasRequest request =
      Request({ObjectMetric("apps/v1", "Deployment", "front"), ObjectMetric("v1", "Service", "front"),
               ObjectMetric("v1", "Namespace", "other")});
  ASSERT_EQ(request.readings_size(), 3);
  std::vector<std::string> values;
  for (const v1::ReplicasReading& reading : request.readings()) {
    EXPECT_EQ(reading.error(), "");
    for (const v1::MetricValue& value : reading.values()) values.push_back(value.value());
  }
  EXPECT_THAT(values, ElementsAre("3", "4", "5"));
}

TEST_F(ObserverTest, ReadsExternalMetricsByTheirSelector) {
  cluster_.Answer("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/depth",
                  ListJson("ExternalMetricValueList",
                           {{{"metricName", "depth"}, {"value", "12"}}, {{"metricName", "depth"}, {"value", "500m"}}}));
  const v1::RecommendReplicasRequest request = Request({ExternalMetric("depth")});
  ASSERT_THAT(request.readings(0).external_values(), SizeIs(2)) << request.readings(0).error();
  EXPECT_EQ(request.readings(0).external_values(1).value(), "500m");
  EXPECT_THAT(cluster_.requests(),
              Contains("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/depth?labelSelector=queue%3Djobs"));
}

// The paths of FakeCluster are case-sensitive, like the series of prometheus-adapter.
TEST_F(ObserverTest, RequestsAnExternalMetricInLowerCase) {
  const std::string path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/";
  cluster_.Answer(path + "ext_plain",
                  ListJson("ExternalMetricValueList", {{{"metricName", "ext_plain"}, {"value", "12"}}}));
  cluster_.Answer(path + "Ext_Upper",
                  ListJson("ExternalMetricValueList", {{{"metricName", "Ext_Upper"}, {"value", "12"}}}));
  const v1::RecommendReplicasRequest request =
      Request({ExternalMetric("Ext_Plain"), ExternalMetric("Ext_Upper"), PodsMetric("Hits")});
  ASSERT_THAT(request.readings(0).external_values(), SizeIs(1)) << request.readings(0).error();
  EXPECT_EQ(request.readings(1).error(),
            "the server could not find the requested resource (get Ext_Upper.external.metrics.k8s.io)");
  EXPECT_EQ(request.horizontal_pod_autoscaler().spec().metrics(0).external().metric().name(), "Ext_Plain");
  EXPECT_EQ(cluster_.CountOf(path + "Ext_Upper"), 0U);
}

TEST_F(ObserverTest, MetricsApisThatAreNotThereAreErrorsInTheControllersWords) {
  cluster_.Answer(kPodMetrics, 503, "service unavailable\n", "text/plain");
  const v1::RecommendReplicasRequest request =
      Request({CpuMetric(), PodsMetric("rps"), ExternalMetric("depth"), ObjectMetric("v1", "Sevice", "front")});
  EXPECT_EQ(request.pod_metrics_error(),
            "the server is currently unable to handle the request (get pods.metrics.k8s.io)");
  ASSERT_EQ(request.readings_size(), 4);
  EXPECT_EQ(request.readings(0).error(), "");
  EXPECT_EQ(request.readings(1).error(), "no custom metrics API (custom.metrics.k8s.io) registered");
  EXPECT_EQ(request.readings(2).error(),
            "the server could not find the requested resource (get depth.external.metrics.k8s.io)");
  EXPECT_EQ(request.readings(3).error(),
            "unable to map kind Sevice to resource: no matches for kind \"Sevice\" in group \"\"");
}

TEST_F(ObserverTest, NamesAMetricsApiThatIsDownOrNotInstalled) {
  const auto unavailable = [this](const std::vector<Json>& metrics) {
    return Observe(Autoscaler("web", metrics))->unavailable_api;
  };
  EXPECT_EQ(unavailable({CpuMetric()}), "");
  cluster_.Answer(kPodMetrics, 503, "service unavailable\n", "text/plain");
  EXPECT_EQ(unavailable({CpuMetric()}), "metrics.k8s.io");
  cluster_.Answer(kPodMetrics, 404, "404 page not found\n", "text/plain");
  EXPECT_EQ(unavailable({CpuMetric()}), "metrics.k8s.io");
  cluster_.Answer(kPodMetrics, 403, StatusJson(403, "forbidden").dump());
  EXPECT_EQ(unavailable({CpuMetric()}), "") << "another namespace may be allowed";
  EXPECT_EQ(unavailable({ExternalMetric("depth")}), "") << "another metric may be there";
  EXPECT_EQ(unavailable({PodsMetric("rps")}), "custom.metrics.k8s.io") << "it is not installed";
  cluster_.Hang("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/depth");
  EXPECT_EQ(unavailable({ExternalMetric("depth")}), "external.metrics.k8s.io");
}

TEST_F(ObserverTest, AMissingMetricIsReportedInTheWordsOfItsApi) {
  cluster_.Answer(kCustomGroup, CustomGroup({"v1beta2"}, "v1beta2"));
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/%2A/rps", 404,
                  StatusJson(404, "the server could not find the metric rps for pods").dump());
  cluster_.Answer("/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/services/front/hits",
                  ListJson("MetricValueList", {}));
  const v1::RecommendReplicasRequest request = Request({PodsMetric("rps"), ObjectMetric("v1", "Service", "front")});
  EXPECT_EQ(request.readings(0).error(), "the server could not find the metric rps for pods");
  EXPECT_EQ(request.readings(1).error(),
            "the custom metrics API server returned 0 results when we asked for exactly one");
}

TEST_F(ObserverTest, ReportsOnlyTextOfAFailingApi) {
  cluster_.Answer(kPodMetrics, 500, R"({"error":"no database"})");
  EXPECT_EQ(Request({CpuMetric()}).pod_metrics_error(),
            "an error on the server (\"unknown\") has prevented the request from succeeding (get pods.metrics.k8s.io)");
  cluster_.Answer(kPodMetrics, 500, "no database\n", "Text/plain; charset=utf-8");
  EXPECT_EQ(Request({CpuMetric()}).pod_metrics_error(),
            "an error on the server (\"no database\") has prevented the request from succeeding (get "
            "pods.metrics.k8s.io)");
}

TEST_F(ObserverTest, AMetricsApiThatTimesOutIsAnErrorOfItsReadingsOnly) {
  Renew(absl::Milliseconds(300));
  cluster_.Hang("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/depth");
  const v1::RecommendReplicasRequest request = Request({CpuMetric(), ExternalMetric("depth")});
  EXPECT_EQ(request.scale().spec().replicas(), 2);
  EXPECT_NE(request.readings(1).error(), "");
  EXPECT_THAT(request.readings(1).external_values(), IsEmpty());
}

TEST_F(ObserverTest, AnInvalidResponseOfAMetricsApiIsAnError) {
  const std::string deep = absl::StrCat("{\"kind\":\"PodMetricsList\",\"items\":", std::string(100'000, '['),
                                        std::string(100'000, ']'), "}");
  const std::string two =
      ListJson("PodMetricsList", {PodMetricsJson("web-a", "80m"), PodMetricsJson("web-b", "plenty")}).dump();
  for (const std::string& lie :
       {std::string("<html>"), std::string("null"), std::string("[]"), std::string("{}"), deep, two,
        ListJson("NodeMetricsList", {}).dump(), std::string(R"({"kind":"PodMetricsList","items":7})"),
        std::string(R"({"kind":"PodMetricsList","items":[7]})"),
        std::string(R"({"kind":"PodMetricsList","items":[{"containers":{"a":1}}]})"),
        std::string(R"({"kind":"PodMetricsList","items":[{"containers":[{"usage":{"cpu":[]}}]}]})"),
        std::string("\xff\xfe")}) {
    cluster_.Answer(kPodMetrics, 200, lie);
    const v1::RecommendReplicasRequest request = Request({CpuMetric()});
    EXPECT_NE(request.pod_metrics_error(), "") << lie.substr(0, 200);
    EXPECT_THAT(request.pod_metrics(), IsEmpty()) << lie.substr(0, 200);
    EXPECT_LE(request.pod_metrics_error().size(), 2'000u);
  }
}

TEST_F(ObserverTest, AnEmptyAnswerOfAMetricsApiIsAnAnswer) {
  cluster_.Answer(kPodMetrics, 200, R"({"kind":"PodMetricsList","items":null})");
  const v1::RecommendReplicasRequest request = Request({CpuMetric()});
  EXPECT_EQ(request.pod_metrics_error(), "");
  EXPECT_THAT(request.pod_metrics(), IsEmpty());
}

TEST_F(ObserverTest, AnAnswerThatIsTooLongIsAnError) {
  cluster_.Answer(kPodMetrics, 200, std::string(kMaxMetricsBytes + 1, ' '));
  EXPECT_THAT(Request({CpuMetric()}).pod_metrics_error(), HasSubstr("longer than"));
}

TEST_F(ObserverTest, AnAnswerOfTooManyNodesIsAnErrorThatNamesThePath) {
  std::string nested;
  for (size_t i = 0; i < tree::kMaxNodes; ++i) nested += "[],";
  cluster_.Answer(kPodMetrics, 200, absl::StrCat(R"({"kind":"PodMetricsList","items":[)", nested, "[]]}"));
  EXPECT_THAT(Request({CpuMetric()}).pod_metrics_error(),
              AllOf(HasSubstr("/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods: "), HasSubstr("1000000 keys")));
}

TEST_F(ObserverTest, ANameThatIsAPathIsNeverPartOfOne) {
  constexpr char kName[] = "../../api/v1/secrets";
  v1::HorizontalPodAutoscaler in_namespace = Autoscaler("web", {CpuMetric()});
  in_namespace.mutable_metadata()->set_namespace_(kName);
  v1::HorizontalPodAutoscaler of_target = Autoscaler("web", {CpuMetric()});
  of_target.mutable_spec()->mutable_scale_target_ref()->set_name(kName);
  for (const v1::HorizontalPodAutoscaler& autoscaler : {in_namespace, of_target}) {
    const absl::StatusOr<Observation> observation = Observe(autoscaler);
    EXPECT_EQ(observation.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(observation.status().message()), HasSubstr("is not sent"));
  }
  for (const std::string& path : cluster_.requests()) EXPECT_THAT(path, Not(HasSubstr("secrets")));
}

TEST_F(ObserverTest, ReportsWhyThereIsNoScale) {
  struct Case {
    std::string api_version, kind, error;
  };
  const std::vector<Case> cases = {
      {"apps/v1", "Deploymint", "no matches for kind \"Deploymint\" in group \"apps\""},
      {"example.com/v1", "Web", "no matches for kind \"Web\" in group \"example.com\""},
      {"v1", "Deployment", "no matches for kind \"Deployment\" in group \"\""},
      {"a/b/c", "Deployment", "unexpected GroupVersion string: a/b/c"},
      {"apps/v1", "DaemonSet", "the server could not find the requested resource (get daemonsets web)"},
  };
  for (const Case& one : cases) {
    v1::HorizontalPodAutoscaler autoscaler = Autoscaler("web", {CpuMetric(), PodsMetric("rps")});
    autoscaler.mutable_spec()->mutable_scale_target_ref()->set_api_version(one.api_version);
    autoscaler.mutable_spec()->mutable_scale_target_ref()->set_kind(one.kind);
    const absl::StatusOr<Observation> observation = Observe(autoscaler);
    ASSERT_TRUE(observation.ok()) << observation.status();
    EXPECT_EQ(observation->request.scale_error(), one.error);
    EXPECT_EQ(observation->request.readings_size(), 2);
    EXPECT_EQ(observation->scale.target_path, "");
  }
  EXPECT_EQ(cluster_.CountOf(kPods), 0u);
}

TEST_F(ObserverTest, TheVersionThatAReferenceNamesDoesNotCount) {
  v1::HorizontalPodAutoscaler autoscaler = Autoscaler("web", {CpuMetric()});
  autoscaler.mutable_spec()->mutable_scale_target_ref()->set_api_version("apps/v1beta7");
  const absl::StatusOr<Observation> observation = Observe(autoscaler);
  ASSERT_TRUE(observation.ok());
  EXPECT_EQ(observation->request.scale().spec().replicas(), 2);
}

TEST_F(ObserverTest, ADeletedTargetIsReportedInTheServersWords) {
  cluster_.Answer(kScale, 404, StatusJson(404, "deployments.apps \"web\" not found").dump());
  EXPECT_EQ(Request({CpuMetric()}).scale_error(), "deployments.apps \"web\" not found");
}

TEST_F(ObserverTest, AMissingPermissionIsAFailureOfTheObservation) {
  cluster_.Answer(kScale, 403, StatusJson(403, "deployments.apps is forbidden").dump());
  EXPECT_EQ(Observe(Autoscaler("web", {CpuMetric()})).status().code(), absl::StatusCode::kPermissionDenied);
  cluster_.Answer(kScale, ScaleJson("web", 2, "app=web"));
  cluster_.Answer(kPods, 403, StatusJson(403, "pods is forbidden").dump());
  EXPECT_EQ(Observe(Autoscaler("web", {CpuMetric()})).status().code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(ObserverTest, WithoutASelectorNeitherPodsNorMetricsAreRead) {
  cluster_.Answer(kScale, ScaleJson("web", 2, ""));
  const v1::RecommendReplicasRequest request = Request({CpuMetric(), PodsMetric("rps")});
  EXPECT_TRUE(request.has_scale());
  EXPECT_EQ(request.readings_size(), 2);
  EXPECT_EQ(cluster_.CountOf(kPods) + cluster_.CountOf(kPodMetrics), 0u);
}

TEST_F(ObserverTest, ASelectorThatTheServerRefusesIsLeftToTheDecision) {
  cluster_.Answer(kScale, ScaleJson("web", 2, "app in (web"));
  cluster_.Answer(kPods, 400, StatusJson(400, "unable to parse requirement").dump());
  const v1::RecommendReplicasRequest request = Request({CpuMetric()});
  EXPECT_EQ(request.scale().status().selector(), "app in (web");
  EXPECT_EQ(cluster_.CountOf(kPodMetrics), 0u);
}

TEST_F(ObserverTest, ReportsOtherAutoscalersOfTheSamePods) {
  LearnSelector("front", "app in (web,shop)");
  LearnSelector("back", "app=back");
  EXPECT_EQ(cluster_.CountOf(kPods), 0u);
  EXPECT_THAT(Request({CpuMetric()}).rivals(), ElementsAre("front"));
  observer_->Delete("shop", "front");
  EXPECT_THAT(Request({CpuMetric()}).rivals(), IsEmpty());
}

TEST_F(ObserverTest, IgnoresAnotherAutoscalerThatIsDeletedWhileItIsObserved) {
  cluster_.Answer("/apis/apps/v1/namespaces/shop/deployments/front/scale", ScaleJson("front", 1, "app"));
  bool learned = false;
  observer_->LearnSelector(Autoscaler("front", {CpuMetric()}), [&](const absl::Status&) { learned = true; });
  observer_->Delete("shop", "front");
  manual_.RunUntil([&] { return learned; });
  EXPECT_THAT(Request({CpuMetric()}).rivals(), IsEmpty());
}

TEST_F(ObserverTest, IgnoresAnotherAutoscalerWithAnInvalidSelector) {
  for (const char* selector : {"app!=back", "app=web,tier!=db", "shards>1", "app in (web", ""}) {
    LearnSelector("front", selector);
    EXPECT_THAT(Request({CpuMetric()}).rivals(), IsEmpty()) << selector;
  }
}

TEST_F(ObserverTest, KeepsTheLastSelectorIfItCannotBeReadAgain) {
  LearnSelector("front", "app");
  LearnSelector("front", "app!=back");
  EXPECT_THAT(Request({CpuMetric()}).rivals(), ElementsAre("front"));
  LearnSelector("front", "app=back");
  EXPECT_THAT(Request({CpuMetric()}).rivals(), IsEmpty());
}

TEST_F(ObserverTest, ObservesManyAtATimeAndNoneAfterItsEnd) {
  int answers = 0;
  for (int i = 0; i < 20; ++i) {
    observer_->Observe(Autoscaler("web", {CpuMetric()}), [&](const absl::StatusOr<Observation>& got) {
      EXPECT_TRUE(got.ok()) << got.status();
      ++answers;
    });
  }
  manual_.RunUntil([&] { return answers == 20; });
  observer_->Observe(Autoscaler("web", {CpuMetric()}), [&](const absl::StatusOr<Observation>&) { ++answers; });
  observer_.reset();
  manual_.RunUntil([&] { return manual_.loop().http().size() == 0; });
  EXPECT_EQ(answers, 20);
}

TEST_F(ObserverTest, AServerThatCannotBeReachedIsAFailure) {
  kube::ManualLoop manual("http://127.0.0.1:9");
  kube::ApiClient client(manual.loop(), {}, kube::RateLimit(0, 0));
  Observer observer(manual.loop(), client, {});
  absl::optional<absl::Status> status;
  observer.Observe(Autoscaler("web", {CpuMetric()}),
                   [&](const absl::StatusOr<Observation>& got) { status = got.status(); });
  manual.RunUntil([&] { return status.has_value(); });
  EXPECT_EQ(status->code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace cpsizer::replicas
