// Tests that the indexes find the same objects as a search of all objects.
#include "client/cli/replicas/replica_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

using objects::LabelSelector;
using objects::ReplicaObjects;

// Creates random objects. There are only a few names, so that objects often match.
class RandomObjects {
 public:
  explicit RandomObjects(unsigned seed) : random_(seed) {}

  ReplicaObjects Make() {
    ReplicaObjects objects;
    for (int i = 0; i < 6; ++i) AddAutoscaler(absl::StrCat("target", i), objects);
    for (int i = 0; i < 10; ++i) AddPod(objects);
    for (int i = 0; i < 10; ++i) AddSample(objects);
    for (int i = 0; i < 10; ++i) AddValue(objects);
    return objects;
  }

 private:
  std::string One(const std::vector<std::string>& words) {
    return words[std::uniform_int_distribution<size_t>(0, words.size() - 1)(random_)];
  }
  std::string Namespace() { return One({"", "a", "b"}); }
  std::string PodName() { return One({"p0", "p1", "p2", "p3", "p4", "p5"}); }

  objects::Labels SomeLabels() {
    objects::Labels labels;
    if (const std::string app = One({"", "x", "y"}); !app.empty()) labels["app"] = app;
    if (const std::string tier = One({"", "1"}); !tier.empty()) labels["tier"] = tier;
    return labels;
  }

  void AddAutoscaler(const std::string& target, ReplicaObjects& objects) {
    const std::string name_space = Namespace();
    objects::FoundAutoscaler& found = objects.autoscalers.emplace_back();
    found.autoscaler.mutable_metadata()->set_name(One({"h0", "h1", "h2", "h3"}));
    found.autoscaler.mutable_metadata()->set_namespace_(name_space);
    found.autoscaler.mutable_spec()->mutable_scale_target_ref()->set_name(target);
    v1::MetricSpec& metric = *found.autoscaler.mutable_spec()->add_metrics();
    metric.set_type("Pods");
    metric.mutable_pods()->mutable_metric()->set_name("hits");
    objects::FoundScale& scale = objects.scales.emplace_back();
    scale.name = target;
    scale.name_space = name_space;
    scale.scale.mutable_status()->set_selector(
        One({"app=x", "app=y", "app in (x,y)", "app=x,tier=1", "tier", "!tier", "app notin (x)", "app!=x"}));
  }

  void AddPod(ReplicaObjects& objects) {
    objects::FoundPod& pod = objects.pods.emplace_back();
    pod.name_space = Namespace();
    pod.labels = SomeLabels();
    pod.pod.mutable_metadata()->set_name(PodName());
  }

  void AddSample(ReplicaObjects& objects) {
    objects::FoundPodMetrics& sample = objects.pod_metrics.emplace_back();
    sample.name_space = Namespace();
    sample.labels = SomeLabels();
    sample.metrics.mutable_metadata()->set_name(PodName());
    sample.metrics.set_window(absl::StrCat(objects.pod_metrics.size(), "s"));  // identifies the sample
  }

  void AddValue(ReplicaObjects& objects) {
    objects::FoundMetricValue& value = objects.metric_values.emplace_back();
    value.name_space = Namespace();
    value.metric.set_name(One({"hits", "misses"}));
    value.value.mutable_described_object()->set_kind(One({"Pod", "Service"}));
    value.value.mutable_described_object()->set_name(PodName());
    value.value.set_value(absl::StrCat(objects.metric_values.size()));  // identifies the value
  }

  std::mt19937 random_;
};

// The expected input of the autoscaler at `place`. It is found by a search of all objects.
class Expectation {
 public:
  Expectation(const ReplicaObjects& objects, size_t place) : objects_(objects), place_(place) {}

  bool Selects(size_t autoscaler, const objects::FoundPod& pod) const {
    return SameNamespace(pod.name_space, NamespaceOf(autoscaler)) && SelectorOf(autoscaler).Selects(pod.labels);
  }

  std::vector<std::string> Pods() const {
    std::vector<std::string> names;
    for (const objects::FoundPod& pod : objects_.pods) {
      if (Selects(place_, pod)) names.push_back(pod.pod.metadata().name());
    }
    return names;
  }

  std::vector<std::string> Samples() const {
    std::vector<std::string> windows;
    for (const objects::FoundPodMetrics& sample : objects_.pod_metrics) {
      const bool others = !sample.labels.empty() && !SelectorOf(place_).Selects(sample.labels);
      if (!SameNamespace(sample.name_space, NamespaceOf(place_))) continue;
      if (MayBelong(sample.metrics.metadata().name(), others)) windows.push_back(sample.metrics.window());
    }
    return windows;
  }

  std::vector<std::string> Values() const {
    std::vector<std::string> values;
    for (const objects::FoundMetricValue& value : objects_.metric_values) {
      const v1::CrossVersionObjectReference& described = value.value.described_object();
      if (!SameNamespace(value.name_space, NamespaceOf(place_)) || value.metric.name() != "hits") continue;
      if (described.kind() == "Pod" && MayBelong(described.name(), false)) values.push_back(value.value.value());
    }
    return values;
  }

  std::vector<std::string> Rivals() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < objects_.autoscalers.size(); ++i) {
      const v1::ObjectMeta& other = objects_.autoscalers[i].autoscaler.metadata();
      if (other.name() == objects_.autoscalers[place_].autoscaler.metadata().name()) continue;
      if (!SameNamespace(other.namespace_(), NamespaceOf(place_))) continue;
      const bool shares = std::any_of(objects_.pods.begin(), objects_.pods.end(), [&](const objects::FoundPod& pod) {
        return Selects(place_, pod) && Selects(i, pod);
      });
      if (shares) names.push_back(other.name());
    }
    return names;
  }

 private:
  const std::string& NamespaceOf(size_t autoscaler) const {
    return objects_.autoscalers[autoscaler].autoscaler.metadata().namespace_();
  }
  LabelSelector SelectorOf(size_t autoscaler) const {
    return LabelSelector(objects_.scales[autoscaler].scale.status().selector());
  }
  bool MayBelong(const std::string& name, bool others) const {
    bool known = false;
    for (const objects::FoundPod& pod : objects_.pods) {
      if (pod.pod.metadata().name() != name) continue;
      if (Selects(place_, pod)) return true;
      known = true;
    }
    return !known && !others;
  }

  const ReplicaObjects& objects_;
  const size_t place_;
};

TEST(ReplicaInput, FindsTheSameAsASearchOfAllObjects) {
  std::set<size_t> pods, rivals;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const ReplicaObjects objects = RandomObjects(seed).Make();
    const ReplicaInput input(objects);
    for (size_t place = 0; place < objects.autoscalers.size(); ++place) {
      SCOPED_TRACE(absl::StrCat("seed ", seed, ", autoscaler ", place));
      const auto made = input.Make(place, ReplicaPlaces(objects.autoscalers[place]));
      ASSERT_TRUE(made.ok()) << made.status();
      const Expectation expected(objects, place);
      std::vector<std::string> found_pods, found_samples, found_values;
      for (const v1::Pod& pod : made->request.pods()) found_pods.push_back(pod.metadata().name());
      for (const v1::PodMetrics& sample : made->request.pod_metrics()) found_samples.push_back(sample.window());
      for (const v1::MetricValue& value : made->request.readings(0).values()) found_values.push_back(value.value());
      const std::vector<std::string> found_rivals(made->request.rivals().begin(), made->request.rivals().end());
      ASSERT_EQ(found_pods, expected.Pods());
      ASSERT_EQ(found_samples, expected.Samples());
      ASSERT_EQ(found_values, expected.Values());
      ASSERT_EQ(found_rivals, expected.Rivals());
      ASSERT_EQ(input.SharersOf(place), found_rivals) << "each target has a name of its own";
      pods.insert(found_pods.size());
      rivals.insert(found_rivals.size());
    }
  }
  EXPECT_GT(pods.size(), 3U) << "the objects meet";
  EXPECT_GT(rivals.size(), 3U);
}

}  // namespace
}  // namespace cpsizer::cli
