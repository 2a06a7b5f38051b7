#include "tests/sidecar/replicas/random_autoscalers.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

constexpr char kShop[] = "shop";
constexpr int kLoadOfAReplica = 50;
constexpr int kMostReplicas = 10;
constexpr double kScaleTolerance = 0.1;
// With each of these loads and each number of replicas, the ratio is clearly inside or outside the tolerance.
constexpr int kLoads[] = {20, 75, 120, 210, 260, 340, 480};

testing::FakeApiKind DeploymentKind() {
  testing::FakeApiKind kind{"apps/v1", "Deployment", "deployments"};
  kind.has_scale = true;
  return kind;
}

testing::FakeApiKind AutoscalerKind() {
  return {"autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"};
}

std::string MetricName(const std::string& name) {
  return absl::StrCat("load-", name);
}

// Returns a behavior without stabilization, whose limit for the speed of changes is never reached.
Json AnySpeed() {
  return {{"stabilizationWindowSeconds", 0},
          {"selectPolicy", "Max"},
          {"policies", Json::array({{{"type", "Pods"}, {"value", 1000}, {"periodSeconds", 1}}})}};
}

}  // namespace

int DecidedReplicas(int load, int replicas) {
  const double ratio = static_cast<double>(load) / (kLoadOfAReplica * replicas);
  if (std::abs(1 - ratio) <= kScaleTolerance) return replicas;
  return std::clamp((load + kLoadOfAReplica - 1) / kLoadOfAReplica, 1, kMostReplicas);
}

std::string RandomAutoscalers::NameOf(int number) {
  return absl::StrCat("app-", number);
}

std::string RandomAutoscalers::DeploymentPath(const std::string& name) {
  return testing::PathOf(DeploymentKind(), kShop, name);
}

std::string RandomAutoscalers::AutoscalerPath(const std::string& name) {
  return testing::PathOf(AutoscalerKind(), kShop, name);
}

testing::FakeApiKind RandomAutoscalers::MetricKind(const std::string& name) {
  // The server finds the collection of an object by its kind, so each metric has a kind with its own name.
  testing::FakeApiKind kind{"external.metrics.k8s.io/v1beta1", absl::StrCat("ExternalMetricValue-", name),
                            MetricName(name)};
  kind.list_kind = "ExternalMetricValueList";
  return kind;
}

int RandomAutoscalers::ReplicasOf(const Json& deployment) {
  return static_cast<int>(kube::NumberAt(deployment, {"spec", "replicas"}));
}

int RandomAutoscalers::LoadOf(const Json& metric) {
  int load = 0;
  return absl::SimpleAtoi(TextAt(metric, {"value"}), &load) ? load : 0;
}

void RandomAutoscalers::Begin() {
  server_.InstallKind(DeploymentKind());
  server_.InstallKind(AutoscalerKind());
  // The sidecar reads the pods for each decision, although an External metric does not need them.
  server_.InstallKind({"v1", "Pod", "pods"});
  for (int i = 0; i < count_; ++i) {
    server_.InstallKind(MetricKind(NameOf(i)));
    PutLoad(NameOf(i));
    PutDeployment(NameOf(i));
    PutAutoscaler(NameOf(i));
  }
}

void RandomAutoscalers::PutDeployment(const std::string& name) {
  server_.Put({{"apiVersion", "apps/v1"},
               {"kind", "Deployment"},
               {"metadata", {{"name", name}, {"namespace", kShop}}},
               {"spec", {{"replicas", 1 + RandomBelow(kMostReplicas)}}}});
}

void RandomAutoscalers::PutAutoscaler(const std::string& name) {
  const Json metric = {{"type", "External"},
                       {"external",
                        {{"metric", {{"name", MetricName(name)}}},
                         {"target", {{"type", "AverageValue"}, {"averageValue", absl::StrCat(kLoadOfAReplica)}}}}}};
  server_.Put({{"apiVersion", "autoscaling/v2"},
               {"kind", "HorizontalPodAutoscaler"},
               {"metadata", {{"name", name}, {"namespace", kShop}}},
               {"spec",
                {{"scaleTargetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", name}}},
                 {"minReplicas", 1},
                 {"maxReplicas", kMostReplicas},
                 {"behavior", {{"scaleUp", AnySpeed()}, {"scaleDown", AnySpeed()}}},
                 {"metrics", Json::array({metric})}}}});
}

void RandomAutoscalers::PutLoad(const std::string& name) {
  server_.Put({{"apiVersion", "external.metrics.k8s.io/v1beta1"},
               {"kind", MetricKind(name).kind},
               {"metadata", {{"name", name}, {"namespace", kShop}}},
               {"metricName", MetricName(name)},
               {"timestamp", "2026-01-01T00:00:00Z"},
               {"value", absl::StrCat(kLoads[RandomBelow(std::size(kLoads))])}});
}

void RandomAutoscalers::ChangeSomething() {
  const std::string name = NameOf(RandomBelow(count_));
  switch (RandomBelow(32)) {
    case 0:
      server_.Modify(DeploymentPath(name),
                     [this](Json& deployment) { deployment["spec"]["replicas"] = 1 + RandomBelow(kMostReplicas); });
      return;
    case 1:
      // Replaces the Deployment by another Deployment with the same name.
      server_.Remove(DeploymentPath(name));
      return PutDeployment(name);
    case 2:
      server_.Remove(AutoscalerPath(name));
      return PutAutoscaler(name);
    case 3:
      if (RandomBelow(32) == 0) server_.BreakWatches();
      return;
    case 4:
      if (RandomBelow(32) == 0) server_.EndWatches();
      return;
    case 5:
      return server_.Compact();
    case 6:
      return server_.SendBookmarks();
    case 7:
    case 8:
      return PutLoad(name);
    default:
      return;
  }
}

std::string RandomAutoscalers::Unsettled() const {
  for (int i = 0; i < count_; ++i) {
    const std::string name = NameOf(i);
    const int replicas = ReplicasOf(server_.Get(DeploymentPath(name)));
    const int load = LoadOf(server_.Get(testing::PathOf(MetricKind(name), kShop, name)));
    const int decided = DecidedReplicas(load, replicas);
    if (decided != replicas) return absl::StrCat(name, ": ", replicas, " replicas, decided ", decided);
  }
  return "";
}

}  // namespace cpsizer::sidecar
