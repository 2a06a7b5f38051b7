#include "tests/e2e/autoscaling/random_requests.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace cpsizer::e2e {

using kube::Json;

namespace {

constexpr int kPeriod = 15;

}  // namespace

kube::Json RandomRequests::NextCase(int count) {
  const Json autoscaler = Autoscaler();
  Json steps = Json::array();
  for (int i = 0; i < count; ++i) steps.push_back(Step(autoscaler, kPeriod * i));
  return steps;
}

Json RandomRequests::Autoscaler() {
  // With a minimum of 0, the API server requires a metric that is not measured on the pods.
  const bool from_zero = OneIn(5);
  const int min = from_zero ? 0 : Between(1, 6);
  Json spec = {{"scaleTargetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", "web"}}},
               {"minReplicas", min},
               {"maxReplicas", std::max(min, 1) + Between(0, 30)},
               {"metrics", Json::array()}};
  for (int i = 0, count = Between(1, 3); i < count; ++i) spec["metrics"].push_back(Metric(i, from_zero && i == 0));
  if (OneIn(2)) {
    spec["behavior"] = Json::object();
    if (!OneIn(4)) spec["behavior"]["scaleUp"] = Rules();
    if (!OneIn(4)) spec["behavior"]["scaleDown"] = Rules();
  }
  // Without a window, a target can reach zero replicas and come back within a case.
  if (from_zero) spec["behavior"]["scaleDown"] = {{"stabilizationWindowSeconds", 0}};
  return {{"metadata", {{"name", "web"}, {"namespace", absl::StrCat("case-", ++cases_)}}}, {"spec", spec}};
}

Json RandomRequests::Metric(int index, bool without_pods) {
  const std::string name = absl::StrCat("m", index);
  const Json average = {{"type", "AverageValue"}, {"averageValue", AboveZero(400)}};
  const Json total = OneIn(2) ? Json({{"type", "Value"}, {"value", AboveZero(400)}}) : average;
  const Json resource = OneIn(2) ? Json({{"type", "Utilization"}, {"averageUtilization", Between(1, 150)}}) : average;
  const std::string kind = without_pods
                               ? OneOf({"Object", "External"})
                               : OneOf({"Resource", "Resource", "ContainerResource", "Pods", "Object", "External"});
  if (kind == "Resource") {
    return {{"type", kind}, {"resource", {{"name", OneOf({"cpu", "cpu", "memory"})}, {"target", resource}}}};
  }
  if (kind == "ContainerResource") {
    const std::string container = OneOf({"app", "app", "log"});
    return {
        {"type", kind},
        {"containerResource", {{"name", OneOf({"cpu", "memory"})}, {"container", container}, {"target", resource}}}};
  }
  if (kind == "Pods") return {{"type", kind}, {"pods", {{"metric", {{"name", name}}}, {"target", average}}}};
  if (kind == "External") return {{"type", kind}, {"external", {{"metric", {{"name", name}}}, {"target", total}}}};
  return {{"type", kind},
          {"object",
           {{"metric", {{"name", name}}},
            {"describedObject", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", "front"}}},
            {"target", total}}}};
}

Json RandomRequests::Rules() {
  Json rules = Json::object();
  if (OneIn(2)) rules["stabilizationWindowSeconds"] = OneIn(2) ? 0 : Window();
  if (OneIn(2)) rules["selectPolicy"] = OneOf({"Max", "Min", "Min", "Disabled"});
  if (OneIn(3)) rules["tolerance"] = OneOf({"0", "0.05", "0.25", "1"});
  for (int i = Between(0, 2); i > 0; --i) {
    const std::string type = OneOf({"Pods", "Percent"});
    rules["policies"].push_back(
        {{"type", type}, {"value", Between(1, type == "Pods" ? 6 : 150)}, {"periodSeconds", Window()}});
  }
  return rules;
}

Json RandomRequests::Pod(int index) {
  Json containers = Json::array();
  for (const char* name : {"app", "log"}) {
    if (name == absl::string_view("log") && OneIn(2)) continue;
    Json requests = Json::object();
    if (!OneIn(40)) requests["cpu"] = Request(400);
    if (!OneIn(40)) requests["memory"] = Request(400);
    containers.push_back({{"name", name}, {"resources", {{"requests", requests}}}});
  }
  Json pod = {{"metadata", {{"name", absl::StrCat("p", index)}}}, {"spec", {{"containers", containers}}}};
  if (OneIn(10)) {
    pod["spec"]["initContainers"] = {{{"name", "mesh"}, {"resources", {{"requests", {{"cpu", Request(400)}}}}}}};
    if (OneIn(2)) pod["spec"]["initContainers"][0]["restartPolicy"] = "Always";
  }
  if (OneIn(10)) pod["spec"]["resources"]["requests"] = {{"cpu", Request(400)}, {"memory", Request(400)}};
  if (OneIn(10)) pod["spec"]["overhead"]["cpu"] = Request(400);
  if (OneIn(15)) pod["metadata"]["deletionTimestamp"] = At(20);
  Json& status = pod["status"];
  status["phase"] = OneIn(6) ? OneOf({"Pending", "Failed", "Succeeded"}) : "Running";
  // In some cases, the CPU initialization period of a pod ends during the case.
  const int start = OneIn(3) ? -Between(0, 400) : -3'600;
  if (!OneIn(20)) status["startTime"] = At(start);
  if (!OneIn(20)) {
    const int changed = start + Between(0, 60);
    status["conditions"] = {{{"type", "Ready"},
                             {"status", OneIn(5) ? OneOf({"False", "Unknown"}) : "True"},
                             {"lastTransitionTime", At(changed)}}};
  }
  return pod;
}

Json RandomRequests::PodMetrics(absl::string_view pod, int now) {
  Json containers = Json::array();
  for (const char* name : {"app", "log"}) {
    if (name == absl::string_view("log") && OneIn(2)) continue;
    Json usage = {{"cpu", Amount(400)}, {"memory", Amount(400)}};
    if (OneIn(40)) usage.erase("memory");
    containers.push_back({{"name", name}, {"usage", usage}});
  }
  return {{"metadata", {{"name", std::string(pod)}}},
          {"timestamp", At(now - Between(0, 60))},
          {"window", OneIn(2) ? "10s" : "30s"},
          {"containers", containers}};
}

Json RandomRequests::Reading(const Json& metric, int pods, bool idle) {
  const std::string type = metric["type"];
  if (type == "Resource" || type == "ContainerResource") return Json::object();
  if (OneIn(12)) return {{"error", "the metrics API is broken"}};
  if (type == "Object") return {{"values", {{{"value", idle ? "0" : Amount(800)}}}}};
  Json values = Json::array();
  if (type == "External") {
    for (int i = Between(1, 3); i > 0; --i) values.push_back({{"value", idle ? "0" : Amount(800)}});
    return {{"externalValues", values}};
  }
  for (int i = 0; i < pods; ++i) {
    const Json described = {{"kind", "Pod"}, {"name", absl::StrCat("p", i)}};
    if (!OneIn(10)) values.push_back({{"describedObject", described}, {"value", Amount(400)}});
  }
  return {{"values", values}};
}

Json RandomRequests::Step(const Json& autoscaler, int now) {
  const int replicas = OneIn(25) ? 0 : Between(1, 20);
  const int pods = Between(0, 8);
  // The number is at least 1, because the controller reports an undefined average if the status has no replicas.
  const int present = OneIn(3) ? Between(1, 20) : std::max(pods, 1);
  Json step = {
      {"horizontalPodAutoscaler", autoscaler},
      {"scale", {{"spec", {{"replicas", replicas}}}, {"status", {{"replicas", present}, {"selector", "app=web"}}}}},
      {"pods", Json::array()},
      {"podMetrics", Json::array()},
      {"readings", Json::array()}};
  if (OneIn(30)) {
    step.erase("scale");
    step["scaleError"] = "the API server is broken";
  }
  for (int i = 0; i < pods; ++i) {
    step["pods"].push_back(Pod(i));
    if (!OneIn(10)) step["podMetrics"].push_back(PodMetrics(absl::StrCat("p", i), now));
  }
  // Adds metrics of a pod that was deleted.
  if (OneIn(15)) step["podMetrics"].push_back(PodMetrics("p99", now));
  if (OneIn(25)) {
    step["podMetrics"] = Json::array();
    step["podMetricsError"] = "the metrics API is broken";
  }
  const bool idle = autoscaler["spec"]["minReplicas"] == 0 && OneIn(2);
  for (const Json& metric : autoscaler["spec"]["metrics"]) step["readings"].push_back(Reading(metric, pods, idle));
  return step;
}

std::string RandomRequests::Amount(int most) {
  return OneIn(30) ? "0" : AboveZero(most);
}

std::string RandomRequests::Request(int most) {
  std::string amount = Amount(most);
  while (absl::EndsWith(amount, "u")) amount = Amount(most);
  return amount;
}

std::string RandomRequests::AboveZero(int most) {
  const int milli = Between(1, most);
  if (OneIn(20)) return absl::StrCat(milli * 1'000 + Between(1, 999), "u");
  if (OneIn(20)) return absl::StrCat(Between(1, 2));
  if (OneIn(20)) return absl::StrCat("0.", milli);
  return absl::StrCat(milli, "m");
}

int RandomRequests::Window() {
  return OneIn(2) ? kPeriod * Between(1, 8) : Between(1, 120);
}

std::string RandomRequests::At(int seconds) {
  const absl::Time first = absl::FromCivil(absl::CivilSecond(2000, 1, 1, 0, 0, kPeriod), absl::UTCTimeZone());
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", first + absl::Seconds(seconds), absl::UTCTimeZone());
}

}  // namespace cpsizer::e2e
