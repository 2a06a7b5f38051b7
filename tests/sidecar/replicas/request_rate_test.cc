#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/replicas/observer.h"
#include "client/replicas/read_answer.h"
#include "client/sidecar/control/options.h"
#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

// The test is about 2,000 autoscalers in 100 namespaces. To be fast, it observes a tenth of them in a tenth of the
// period.
constexpr int kPart = 10;
constexpr int kNamespaces = 100 / kPart;
constexpr int kInNamespace = 20;
constexpr int kAutoscalers = kNamespaces * kInNamespace;
constexpr int kAtOnce = 25;

std::string SpaceOf(int autoscaler) {
  return absl::StrCat("team-", autoscaler / kInNamespace);
}

// Configures `cluster` to answer all reads of the observer for kAutoscalers autoscalers with one pod each.
void AnswerAll(replicas::FakeCluster& cluster) {
  for (int first = 0; first < kAutoscalers; first += kInNamespace) {
    const std::string space = SpaceOf(first);
    std::vector<Json> pods;
    std::vector<Json> metrics;
    for (int i = first; i < first + kInNamespace; ++i) {
      const std::string name = absl::StrCat("web-", i);
      cluster.Answer(absl::StrCat("/apis/apps/v1/namespaces/", space, "/deployments/", name, "/scale"),
                     replicas::ScaleJson(name, 1, "app=" + name));
      pods.push_back(replicas::PodJson(name + "-pod", {{"app", name}}));
      metrics.push_back(replicas::PodMetricsJson(name + "-pod", "80m"));
    }
    cluster.Answer(absl::StrCat("/api/v1/namespaces/", space, "/pods"), replicas::PodListJson(pods));
    cluster.Answer(absl::StrCat("/apis/metrics.k8s.io/v1beta1/namespaces/", space, "/pods"),
                   replicas::ListJson("PodMetricsList", metrics));
  }
}

v1::HorizontalPodAutoscaler AutoscalerNumber(int i) {
  const Json metric = {
      {"type", "Resource"},
      {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}};
  Json object = replicas::AutoscalerJson(absl::StrCat("web-", i), Json::array({metric}));
  object["metadata"]["namespace"] = SpaceOf(i);
  return *replicas::ReadAutoscaler(tree::FromJson(object));
}

class RequestRateTest : public ::testing::Test {
 protected:
  RequestRateTest() { AnswerAll(cluster_); }

  // Observes the autoscalers in this order, at most kAtOnce at the same time. `interval` is the time between two
  // starts.
  void Observe(const std::vector<int>& autoscalers, absl::Duration interval) {
    size_t begun = 0;
    size_t ended = 0;
    const std::function<void()> begin = [&] {
      if (begun == autoscalers.size()) return;
      observer_.Observe(AutoscalerNumber(autoscalers[begun++]), [&](const absl::StatusOr<replicas::Observation>& got) {
        EXPECT_TRUE(got.ok() && got->request.pods_size() > 0 && got->request.pod_metrics_size() > 0) << got.status();
        manual_.Advance(interval);
        ++ended;
        begin();
      });
    };
    for (int i = 0; i < kAtOnce; ++i) begin();
    manual_.RunUntil([&] { return ended == autoscalers.size(); });
  }

  replicas::FakeCluster cluster_;
  kube::ManualLoop manual_{cluster_.url()};
  kube::ApiClient client_{manual_.loop(), {}, kube::RateLimit(0, 0)};
  replicas::Observer observer_{manual_.loop(), client_, {}};
};

TEST_F(RequestRateTest, TwoThousandAutoscalersFitIntoAPeriodAtTheDefaultRate) {
  const absl::StatusOr<CommandLine> defaults = ParseCommandLine({"--controller=replicas"});
  ASSERT_TRUE(defaults.ok());
  const absl::Duration period = defaults->options.sync_period / kPart;
  std::vector<int> two_of_each;
  std::vector<int> all;
  for (int i = 0; i < kAutoscalers; ++i) {
    if (i % kInNamespace < 2) two_of_each.push_back(i);
    all.push_back(i);
  }
  // After the first period, the observer has recorded which namespaces have several autoscalers.
  Observe(two_of_each, absl::ZeroDuration());
  manual_.Advance(defaults->options.sync_period);
  const size_t before = cluster_.requests().size();
  Observe(all, period / kAutoscalers);

  const size_t requests = cluster_.requests().size() - before;
  // In enforce mode, each autoscaler may need a write of its status.
  const auto with_writes = static_cast<double>(requests + kAutoscalers);
  EXPECT_LE(with_writes, defaults->options.kube_api_qps * absl::ToDoubleSeconds(period));
  // The observer sends one request for the scale of each autoscaler, and two for each namespace: pods and metrics.
  EXPECT_EQ(requests, kAutoscalers + 2u * kNamespaces);
}

}  // namespace
}  // namespace cpsizer::sidecar
