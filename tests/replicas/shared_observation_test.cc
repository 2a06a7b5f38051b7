// Tests autoscalers of one namespace that share reads of its pods and pod metrics. Checks the requests, and that each
// observation is equal to an observation without sharing.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/url.h"
#include "client/replicas/limits.h"
#include "client/replicas/metric_paths.h"
#include "client/replicas/observer.h"
#include "client/replicas/read_answer.h"
#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::replicas {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using kube::Json;

constexpr char kPodsOfShop[] = "/api/v1/namespaces/shop/pods";
constexpr char kPodMetricsOfShop[] = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";
const absl::Duration kTooOld = kSharedAge + absl::Milliseconds(1);

std::string PodsPath(const std::string& selector) {
  kube::Query query;
  if (!selector.empty()) query.Add("labelSelector", selector);
  query.Add("limit", "500");
  query.Add("resourceVersion", "0");
  return query.AppendTo(kPodsOfShop);
}

v1::HorizontalPodAutoscaler CpuAutoscaler(const std::string& name) {
  const Json metric = {
      {"type", "Resource"},
      {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}};
  return *ReadAutoscaler(tree::FromJson(AutoscalerJson(name, Json::array({metric}))));
}

std::vector<std::string> AutoscalerNames(size_t count) {
  std::vector<std::string> names(count);
  for (size_t i = 0; i < count; ++i) names[i] = absl::StrCat("a", i);
  return names;
}

Json LabelledMetricsJson(const std::string& pod, const std::string& cpu, const Json& labels) {
  Json metrics = PodMetricsJson(pod, cpu);
  metrics["metadata"]["labels"] = labels;
  return metrics;
}

using LabelMap = std::map<std::string, std::string>;

// A selector, and a function that decides which labels the selector selects. The function does not use the tested code.
struct SelectorCase {
  const char* selector;
  std::function<bool(LabelMap)> selects;
};

const std::vector<SelectorCase>& SelectorCases() {
  static const std::vector<SelectorCase>& cases = *new std::vector<SelectorCase>{
      {"app=web", [](LabelMap labels) { return labels["app"] == "web"; }},
      {"app==db", [](LabelMap labels) { return labels["app"] == "db"; }},
      {"app in (web, db)", [](LabelMap labels) { return labels["app"] == "web" || labels["app"] == "db"; }},
      {"app=web,tier notin (a)", [](LabelMap labels) { return labels["app"] == "web" && labels["tier"] != "a"; }},
      {"app=web,!canary", [](LabelMap labels) { return labels["app"] == "web" && labels.count("canary") == 0; }},
      {"canary", [](LabelMap labels) { return labels.count("canary") > 0; }},
      {"!app", [](LabelMap labels) { return labels.count("app") == 0; }},
      {"app=nothing", [](const LabelMap&) { return false; }},
      // The observer cannot parse these selectors; only the API server can.
      {"app!=web", [](LabelMap labels) { return labels["app"] != "web"; }},
      {"app=web,tier!=a", [](LabelMap labels) { return labels["app"] == "web" && labels["tier"] != "a"; }},
  };
  return cases;
}

// Returns the labels of several pods, with many combinations of labels. The last pod has no labels.
std::vector<LabelMap> MixedLabels() {
  std::vector<LabelMap> all;
  for (const char* const app : {"web", "db", "cache"}) {
    for (const char* const tier : {"", "a", "b"}) {
      for (const bool canary : {false, true}) {
        LabelMap labels = {{"app", app}};
        if (*tier != '\0') labels["tier"] = tier;
        if (canary) labels["canary"] = "";
        all.push_back(labels);
      }
    }
  }
  all.emplace_back();
  return all;
}

class SharedObservationTest : public ::testing::Test {
 protected:
  SharedObservationTest() : client_(manual_.loop(), {}, kube::RateLimit(0, 0)) { observer_ = NewObserver(); }

  std::unique_ptr<Observer> NewObserver(absl::Duration metrics_timeout = kMetricsTimeout) {
    Observer::Options options;
    options.metrics_timeout = metrics_timeout;
    options.wall_time = [] { return absl::FromUnixSeconds(1'700'000'000); };
    return std::make_unique<Observer>(manual_.loop(), client_, options);
  }

  void SetSelector(const std::string& name, const std::string& selector) {
    cluster_.Answer(absl::StrCat("/apis/apps/v1/namespaces/shop/deployments/", name, "/scale"),
                    ScaleJson(name, 2, selector));
  }
  // Creates the autoscalers a0, a1 and so on, each with one pod, and `others` pods that do not belong to an autoscaler.
  void MakeSimpleNamespace(int autoscalers, int others = 0) {
    std::vector<Json> pods;
    pods.reserve(autoscalers + others);
    std::vector<Json> metrics;
    for (int i = 0; i < others; ++i) pods.push_back({{"metadata", {{"name", absl::StrCat("other-", i)}}}});
    for (int i = 0; i < autoscalers; ++i) {
      const std::string app = absl::StrCat("a", i);
      const std::string pod = absl::StrCat("pod-", i);
      pods.push_back(PodJson(pod, {{"app", app}}));
      metrics.push_back(PodMetricsJson(pod, "80m"));
      SetSelector(app, "app=" + app);
      cluster_.Answer(PodsPath("app=" + app), PodListJson({pods.back()}));
      cluster_.Answer(PodMetricsPath("shop", "app=" + app), ListJson("PodMetricsList", {metrics.back()}));
    }
    cluster_.Answer(PodsPath(""), PodListJson(pods));
    cluster_.Answer(kPodMetricsOfShop, ListJson("PodMetricsList", metrics));
  }

  // Observes these autoscalers at the same time.
  std::vector<absl::StatusOr<Observation>> Observe(const std::vector<std::string>& names, Observer& observer) {
    std::vector<absl::StatusOr<Observation>> results(names.size(), absl::UnknownError("no result"));
    size_t ended = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      observer.Observe(CpuAutoscaler(names[i]), [&results, &ended, i](absl::StatusOr<Observation> result) {
        results[i] = std::move(result);
        ++ended;
      });
    }
    manual_.RunUntil([&] { return ended == names.size(); });
    return results;
  }
  std::vector<absl::StatusOr<Observation>> Observe(const std::vector<std::string>& names) {
    return Observe(names, *observer_);
  }
  // Requires MakeSimpleNamespace(). Checks that each observation contains the pod of its autoscaler and the metrics of
  // this pod.
  void ExpectWell(const std::vector<std::string>& names) {
    const std::vector<absl::StatusOr<Observation>> results = Observe(names);
    for (size_t i = 0; i < names.size(); ++i) {
      ASSERT_TRUE(results[i].ok()) << results[i].status();
      const v1::RecommendReplicasRequest& request = results[i]->request;
      const std::string pod = "pod-" + names[i].substr(1);
      ASSERT_THAT(request.pods(), SizeIs(1));
      EXPECT_EQ(request.pods(0).metadata().name(), pod);
      ASSERT_THAT(request.pod_metrics(), SizeIs(1)) << request.pod_metrics_error();
      EXPECT_EQ(request.pod_metrics(0).metadata().name(), pod);
      EXPECT_EQ(request.pod_metrics_error(), "");
    }
  }

  struct Counts {
    int shared_lists = 0, lists = 0, shared_metrics = 0, metrics = 0;
    bool operator==(const Counts& other) const {
      return shared_lists == other.shared_lists && lists == other.lists && shared_metrics == other.shared_metrics &&
             metrics == other.metrics;
    }
    friend std::ostream& operator<<(std::ostream& out, const Counts& counts) {
      return out << "shared lists " << counts.shared_lists << ", lists " << counts.lists << ", shared metrics "
                 << counts.shared_metrics << ", metrics " << counts.metrics;
    }
  };
  // Expects one shared read of metrics and then `count` reads by selector. Does not check the reads of pods:
  // observations that began before the failure share them.
  void ExpectMetricsBySelector(int count) {
    const Counts counts = NewRequests();
    EXPECT_EQ(counts.shared_metrics, 1);
    EXPECT_EQ(counts.metrics, count);
  }
  // Returns the numbers of requests since the last call.
  Counts NewRequests() {
    Counts counts;
    const std::vector<std::string> requests = cluster_.requests();
    for (; counted_ < requests.size(); ++counted_) {
      const std::string& path = requests[counted_];
      const bool by_selector = absl::StrContains(path, "labelSelector");
      if (absl::StartsWith(path, kPodsOfShop)) ++(by_selector ? counts.lists : counts.shared_lists);
      if (absl::StartsWith(path, kPodMetricsOfShop)) ++(by_selector ? counts.metrics : counts.shared_metrics);
    }
    return counts;
  }

  // Creates pods with the labels of MixedLabels(), and their metrics. One pod has no metrics. If `metrics_have_labels`
  // is true, there are also metrics of a pod that is not in the list of pods. Sets the response for each selector as an
  // API server would.
  void MakeMixedNamespace(bool metrics_have_labels);
  // Returns the observation of the autoscaler `names[which]`. The observer that makes it observes no other autoscaler.
  std::string ObservedBySelector(size_t which, const std::vector<std::string>& names);

  FakeCluster cluster_;
  kube::ManualLoop manual_{cluster_.url()};
  kube::ApiClient client_;
  std::unique_ptr<Observer> observer_;
  size_t counted_ = 0;
};

void SharedObservationTest::MakeMixedNamespace(bool metrics_have_labels) {
  const std::vector<LabelMap> labels = MixedLabels();
  const auto answer = [&](const std::string& selector, const std::function<bool(LabelMap)>& selects) {
    std::vector<Json> pods;
    std::vector<Json> metrics;
    for (size_t i = 0; i < labels.size(); ++i) {
      if (!selects(labels[i])) continue;
      const std::string name = absl::StrCat("pod-", i);
      const std::string cpu = absl::StrCat(i + 1, "m");
      if (i != 3) pods.push_back(PodJson(name, labels[i]));
      if (i == 4 || (i == 3 && !metrics_have_labels)) continue;
      // Inserts at the beginning, so that the metrics and the pods have a different order.
      metrics.insert(metrics.begin(),
                     metrics_have_labels ? LabelledMetricsJson(name, cpu, labels[i]) : PodMetricsJson(name, cpu));
    }
    cluster_.Answer(PodsPath(selector), PodListJson(pods));
    cluster_.Answer(PodMetricsPath("shop", selector), ListJson("PodMetricsList", metrics));
  };
  answer("", [](const LabelMap&) { return true; });
  for (const SelectorCase& one : SelectorCases()) answer(one.selector, one.selects);
}

std::string SharedObservationTest::ObservedBySelector(size_t which, const std::vector<std::string>& names) {
  const std::unique_ptr<Observer> observer = NewObserver();
  size_t learned = 0;
  for (const std::string& name : names) {
    observer->LearnSelector(CpuAutoscaler(name), [&](const absl::Status&) { ++learned; });
  }
  manual_.RunUntil([&] { return learned == names.size(); });
  const absl::StatusOr<Observation> alone = Observe({names[which]}, *observer)[0];
  return alone.ok() ? alone->request.DebugString() : alone.status().ToString();
}

TEST_F(SharedObservationTest, TheObservationIsThatBySelector) {
  const std::vector<std::string> names = AutoscalerNames(SelectorCases().size());
  for (size_t i = 0; i < names.size(); ++i) SetSelector(names[i], SelectorCases()[i].selector);
  for (const bool metrics_have_labels : {false, true}) {
    MakeMixedNamespace(metrics_have_labels);
    manual_.Advance(kTooOld);
    // After this first observation, the observer has read all scales and has found the other autoscalers of the same
    // pods.
    Observe(names);
    NewRequests();
    manual_.Advance(kTooOld);
    const std::vector<absl::StatusOr<Observation>> shared = Observe(names);
    EXPECT_EQ(NewRequests(), (Counts{1, 2, 1, 2}));
    for (size_t i = 0; i < names.size(); ++i) {
      ASSERT_TRUE(shared[i].ok()) << shared[i].status();
      EXPECT_EQ(shared[i]->request.DebugString(), ObservedBySelector(i, names)) << SelectorCases()[i].selector;
    }
    EXPECT_THAT(shared[0]->request.rivals(), ElementsAre("a2", "a3", "a4", "a5"));
    EXPECT_THAT(shared[0]->request.pods(), SizeIs(5));
    EXPECT_THAT(shared[0]->request.pod_metrics(), SizeIs(metrics_have_labels ? 5 : 4));
  }
}

TEST_F(SharedObservationTest, ManyAutoscalersShareOneListAndOneReadOfMetrics) {
  MakeSimpleNamespace(20);
  const std::vector<std::string> names = AutoscalerNames(20);
  ExpectWell(names);
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
  manual_.Advance(kSharedAge - absl::Milliseconds(1));
  ExpectWell(names);
  EXPECT_EQ(NewRequests(), (Counts{0, 0, 0, 0})) << "at most a second old";
  manual_.Advance(kTooOld);
  ExpectWell(names);
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
}

TEST_F(SharedObservationTest, OneAloneReadsBySelector) {
  MakeSimpleNamespace(2);
  bool learned = false;
  observer_->LearnSelector(CpuAutoscaler("a1"), [&](const absl::Status&) { learned = true; });
  manual_.RunUntil([&] { return learned; });
  ExpectWell({"a0"});
  EXPECT_EQ(NewRequests(), (Counts{0, 1, 0, 1})) << "the other one is not observed";
  ExpectWell({"a1"});
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
  observer_->Delete("shop", "a1");
  manual_.Advance(kTooOld);
  ExpectWell({"a0"});
  EXPECT_EQ(NewRequests(), (Counts{0, 1, 0, 1}));
}

TEST_F(SharedObservationTest, AFailedListFailsThoseThatWaitedForIt) {
  MakeSimpleNamespace(3);
  cluster_.Answer(PodsPath(""), 403, StatusJson(403, "pods is forbidden").dump());
  for (const absl::StatusOr<Observation>& result : Observe({"a0", "a1", "a2"})) {
    EXPECT_EQ(result.status().code(), absl::StatusCode::kPermissionDenied);
  }
  EXPECT_EQ(NewRequests().lists, 0);
  MakeSimpleNamespace(3);
  ExpectWell({"a0", "a1", "a2"});
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0})) << "the failure is not kept";
}

TEST_F(SharedObservationTest, AFailedMetricsApiIsAnErrorOfEach) {
  MakeSimpleNamespace(3);
  struct FailureCase {
    int code;
    const char* error;
    const char* unavailable_api;
  };
  for (const FailureCase& one :
       {FailureCase{503, "the server is currently unable to handle the request (get pods.metrics.k8s.io)",
                    "metrics.k8s.io"},
        FailureCase{404, "the server could not find the requested resource (get pods.metrics.k8s.io)",
                    "metrics.k8s.io"},
        FailureCase{403, "no (get pods.metrics.k8s.io)", ""}}) {
    manual_.Advance(kTooOld);
    cluster_.Answer(kPodMetricsOfShop, one.code, one.code == 403 ? "no" : "gone", "text/plain");
    for (const absl::StatusOr<Observation>& result : Observe({"a0", "a1", "a2"})) {
      ASSERT_TRUE(result.ok());
      EXPECT_EQ(result->request.pod_metrics_error(), one.error);
      EXPECT_EQ(result->unavailable_api, one.unavailable_api);
      EXPECT_THAT(result->request.pods(), SizeIs(1));
    }
    EXPECT_EQ(NewRequests().metrics, 0);
  }
  MakeSimpleNamespace(3);
  ExpectWell({"a0", "a1", "a2"});
  EXPECT_EQ(NewRequests(), (Counts{0, 0, 1, 0})) << "the failure is not kept";
}

TEST_F(SharedObservationTest, MetricsApiThatHangsIsReadBySelectorNextTime) {
  observer_ = NewObserver(absl::Milliseconds(300));
  MakeSimpleNamespace(2);
  for (const char* const selector : {"", "app=a0", "app=a1"}) cluster_.Hang(PodMetricsPath("shop", selector));
  for (const int shared_metrics : {1, 0}) {
    for (const absl::StatusOr<Observation>& result : Observe({"a0", "a1"})) {
      ASSERT_TRUE(result.ok());
      EXPECT_NE(result->request.pod_metrics_error(), "");
      EXPECT_EQ(result->unavailable_api, "metrics.k8s.io");
    }
    EXPECT_EQ(NewRequests().shared_metrics, shared_metrics);
  }
}

TEST_F(SharedObservationTest, ALargeNamespaceIsReadBySelectorForSomeMinutes) {
  MakeSimpleNamespace(2, static_cast<int>(kMaxSharedPods) - 1);
  ExpectWell({"a0", "a1"});
  EXPECT_EQ(NewRequests(), (Counts{1, 2, 0, 2}));
  manual_.Advance(kBySelectorTime - absl::Seconds(1));
  ExpectWell({"a0", "a1"});
  EXPECT_EQ(NewRequests(), (Counts{0, 2, 0, 2}));
  MakeSimpleNamespace(2);
  manual_.Advance(absl::Seconds(1));
  ExpectWell({"a0", "a1"});
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
}

TEST_F(SharedObservationTest, ALongAnswerIsNotReadToItsEnd) {
  MakeSimpleNamespace(2);
  cluster_.Answer(kPodMetricsOfShop, 200, std::string(kMaxSharedMetricsBytes + 1, ' '));
  ExpectWell({"a0", "a1"});
  ExpectMetricsBySelector(2);
  manual_.Advance(kBySelectorTime);
  MakeSimpleNamespace(2);
  cluster_.Answer(PodsPath(""), 200, std::string(kMaxSharedPodPageBytes + 1, ' '));
  ExpectWell({"a0", "a1"});
  EXPECT_EQ(NewRequests(), (Counts{1, 2, 0, 2}));
}

TEST_F(SharedObservationTest, AListWithManyUnusedPodsIsNotSharedForLong) {
  MakeSimpleNamespace(2, 1'500);
  // The time advances before each observation, so the observer does not use a previous list again.
  int lists = 0;
  for (int i = 0; i < 3; ++i) {
    for (const char* const name : {"a0", "a1"}) {
      manual_.Advance(kTooOld);
      ExpectWell({name});
      lists += NewRequests().shared_lists;
    }
  }
  EXPECT_EQ(lists, 2) << "1,500 and 1,500 are more than may add up; the first observation was alone";
  manual_.Advance(kBySelectorTime);
  ExpectWell({"a0"});
  EXPECT_EQ(NewRequests().shared_lists, 1);
}

TEST_F(SharedObservationTest, AListOfManyAutoscalersMayHaveUnusedPods) {
  constexpr int kAutoscalers = 20;
  MakeSimpleNamespace(kAutoscalers, (kAutoscalers - 1) * kUnusedPodsPerList);
  const std::vector<std::string> names = AutoscalerNames(kAutoscalers);
  for (int i = 0; i < 7; ++i) {
    ExpectWell(names);
    EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
    manual_.Advance(kTooOld);
  }
}

TEST_F(SharedObservationTest, OnlyItsOwnPodsCanFailAnObservation) {
  MakeSimpleNamespace(3);
  const std::vector<Json> metrics = {PodMetricsJson("pod-0", "80m"), PodMetricsJson("pod-1", "plenty"),
                                     PodMetricsJson("pod-2", "80m")};
  cluster_.Answer(kPodMetricsOfShop, ListJson("PodMetricsList", metrics));
  const std::vector<absl::StatusOr<Observation>> results = Observe({"a1", "a0", "a2"});
  EXPECT_THAT(results[0]->request.pod_metrics(), IsEmpty());
  EXPECT_THAT(results[0]->request.pod_metrics_error(), HasSubstr("items[0]: usage[cpu]"));
  EXPECT_EQ(NewRequests(), (Counts{1, 0, 1, 0}));
  ExpectWell({"a0", "a2"});

  manual_.Advance(kTooOld);
  // The second item is not an object.
  cluster_.Answer(kPodMetricsOfShop, ListJson("PodMetricsList", {PodMetricsJson("pod-0", "80m"), 7}));
  ExpectWell({"a0", "a1", "a2"});
  ExpectMetricsBySelector(3);
  manual_.Advance(kBySelectorTime);
  cluster_.Answer(PodsPath(""), PodListJson({PodJson("pod-0", {{"app", "a0"}}), 7}));
  ExpectWell({"a0", "a1", "a2"});
  EXPECT_EQ(NewRequests(), (Counts{1, 3, 0, 3}));
}

TEST_F(SharedObservationTest, ASelectorThatTheServerRefusesIsLeftToTheDecision) {
  MakeSimpleNamespace(2);
  SetSelector("a2", "app in (web");
  cluster_.Answer(PodsPath("app in (web"), 400, StatusJson(400, "unable to parse requirement").dump());
  const std::vector<absl::StatusOr<Observation>> results = Observe({"a0", "a1", "a2"});
  for (const absl::StatusOr<Observation>& result : results) ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(results[2]->request.pods(), IsEmpty());
  EXPECT_THAT(results[2]->request.readings(), SizeIs(1));
  EXPECT_EQ(NewRequests(), (Counts{1, 1, 1, 0}));
}

TEST_F(SharedObservationTest, NoCallbackAfterTheObserverIsDestroyed) {
  MakeSimpleNamespace(2);
  cluster_.Hang(PodsPath(""));
  int results = 0;
  for (const char* const name : {"a0", "a1"}) {
    observer_->Observe(CpuAutoscaler(name), [&](const absl::StatusOr<Observation>&) { ++results; });
  }
  manual_.RunUntil([&] { return NewRequests().shared_lists == 1; });
  observer_.reset();
  manual_.Advance(kApiTimeout);
  manual_.RunUntil([&] { return true; });
  EXPECT_EQ(results, 0);
}

}  // namespace
}  // namespace cpsizer::replicas
