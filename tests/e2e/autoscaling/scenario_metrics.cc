#include "tests/e2e/autoscaling/scenario_metrics.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/e2e/autoscaling/scenario_objects.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using testing::MetricsScript;

constexpr int64_t kSampledAgo = 10;

std::string SampledAt(const Json& pod, absl::Time now) {
  return Ago(now, FieldOr(pod, "sampled", kSampledAgo));
}

// Returns a quantity as a string, as all APIs write it. In the table, a quantity may also be a plain number.
std::string Quantity(const Json& value) {
  return value.is_string() ? std::string(value) : value.dump();
}

// Adds the metrics of a pod to `items`. A pod without metrics gets no entry, and a container without metrics is
// omitted.
void AddResources(const Json& pod, absl::Time now, Json& items) {
  Json containers = Json::array();
  const Json written = ContainersOf(pod);
  for (const Json& container : written) {
    if (!container.contains("usage")) continue;
    Json usage = Json::object();
    for (const auto& resource : container["usage"].items()) usage[resource.key()] = Quantity(resource.value());
    containers.push_back({{"name", container["name"]}, {"usage", usage}});
  }
  if (containers.empty() && !pod.contains("sampled")) return;
  items.push_back({{"metadata", {{"name", pod["name"]}}},
                   {"timestamp", SampledAt(pod, now)},
                   {"window", FieldOr(pod, "window", "30s")},
                   {"containers", containers}});
}

Json ValueOf(const Json& described, absl::string_view metric, const Json& value, const std::string& time) {
  return {
      {"describedObject", described}, {"metric", {{"name", metric}}}, {"timestamp", time}, {"value", Quantity(value)}};
}

void AddCustom(const Json& pod, absl::Time now, MetricsScript& script) {
  const Json values = FieldOr(pod, "custom", Json::object());
  const Json described = {{"kind", "Pod"}, {"apiVersion", "v1"}, {"name", pod["name"]}};
  for (const auto& value : values.items()) {
    script[absl::StrCat(testing::kCustomMetrics, "/pods/*/", value.key())].items.push_back(
        ValueOf(described, value.key(), value.value(), SampledAt(pod, now)));
  }
}

void AddObjects(const Json& fields, absl::Time now, MetricsScript& script) {
  const Json objects = FieldOr(fields, "objects", Json::object());
  for (const auto& object : objects.items()) {
    const std::string metric = object.key().substr(object.key().rfind('/') + 1);
    script[absl::StrCat(testing::kCustomMetrics, "/", object.key())].items.push_back(
        ValueOf({{"kind", "Service"}, {"name", "front"}}, metric, object.value(), Ago(now, kSampledAgo)));
  }
}

void AddExternal(const Json& fields, absl::Time now, MetricsScript& script) {
  const Json metrics = FieldOr(fields, "external", Json::object());
  for (const auto& metric : metrics.items()) {
    Json& items = script[absl::StrCat(testing::kExternalMetrics, "/", metric.key())].items;
    for (const Json& value : metric.value()) {
      items.push_back({{"metricName", metric.key()},
                       {"metricLabels", Json::object()},
                       {"timestamp", Ago(now, kSampledAgo)},
                       {"value", Quantity(value)}});
    }
  }
}

void Replace(const Json& fields, MetricsScript& script) {
  const Json answers = FieldOr(fields, "answers", Json::object());
  for (const auto& given : answers.items()) {
    testing::MetricsAnswer& answer = script[given.key()];
    const Json body = FieldOr(given.value(), "body", "");
    answer.body = body.is_string() ? std::string(body) : body.dump();
    answer.code = FieldOr(given.value(), "code", 200);
    answer.hangs = FieldOr(given.value(), "hangs", false);
  }
}

}  // namespace

MetricsScript MetricsOf(const Json& fields, absl::Time now) {
  MetricsScript script;
  Json& resources = script[absl::StrCat(testing::kResourceMetrics, "/pods")].items;
  for (const char* list : {"pods", "strangers"}) {
    for (const Json& pod : PodsOf(fields, list)) {
      AddResources(pod, now, resources);
      AddCustom(pod, now, script);
    }
  }
  AddObjects(fields, now, script);
  AddExternal(fields, now, script);
  Replace(fields, script);
  return script;
}

}  // namespace cpsizer::e2e
