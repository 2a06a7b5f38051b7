#include "tests/e2e/autoscaling/scenario_objects.h"

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr char kManager[] = "test";
constexpr int64_t kLongAgo = 3'600;
constexpr char kScenarioObjectsFinalizer[] = "example.cpsizer.dev/kept";

struct TargetKind {
  const char* kind;
  const char* group_version;
  const char* plural;
};
constexpr TargetKind kScenarioObjectsKinds[] = {{"ReplicaSet", "apps/v1", "replicasets"},
                                                {"Deployment", "apps/v1", "deployments"},
                                                {"StatefulSet", "apps/v1", "statefulsets"},
                                                {"DaemonSet", "apps/v1", "daemonsets"},
                                                {"ReplicationController", "v1", "replicationcontrollers"},
                                                {"Workload", "example.cpsizer.dev/v1", "workloads"}};

Json TargetOf(const Scenario& scenario) {
  return FieldOr(scenario.fields, "target", Json::object());
}

// Returns the kind of the target, or null if the API server does not have this kind.
const TargetKind* KindOf(const Scenario& scenario) {
  const std::string kind = FieldOr(TargetOf(scenario), "kind", "ReplicaSet");
  for (const TargetKind& known : kScenarioObjectsKinds) {
    if (kind == known.kind) return &known;
  }
  return nullptr;
}

Json Template() {
  return {{"metadata", {{"labels", {{"app", kName}}}}},
          {"spec", {{"containers", Json::array({{{"name", "app"}, {"image", "app"}}})}}}};
}

Json TargetSpec(const Scenario& scenario, absl::string_view kind) {
  Json spec = {{"replicas", FieldOr(scenario.fields, "replicas", 1)}};
  if (kind == "Workload") return spec;
  spec["selector"] = {{"matchLabels", {{"app", kName}}}};
  if (kind == "ReplicationController") spec["selector"] = {{"app", kName}};
  if (kind == "StatefulSet") spec["serviceName"] = kName;
  if (kind == "DaemonSet") spec.erase("replicas");
  spec["template"] = Template();
  return spec;
}

Json TargetStatus(const Scenario& scenario, absl::string_view kind) {
  Json status = {{"replicas", FieldOr(scenario.fields, "observed", FieldOr(scenario.fields, "replicas", 1))}};
  if (kind == "Workload") status["selector"] = FieldOr(TargetOf(scenario), "selector", "app=web");
  return status;
}

void AddTarget(const Scenario& scenario, ScenarioRequests& requests) {
  const TargetKind* const kind = KindOf(scenario);
  if (kind == nullptr || scenario.fields.value("replicas", 1) < 0) return;
  const std::string path = PathIn(scenario, kind->group_version, kind->plural);
  const Json target = {{"apiVersion", kind->group_version},
                       {"kind", kind->kind},
                       {"metadata", {{"name", kName}}},
                       {"spec", TargetSpec(scenario, kind->kind)}};
  requests.objects.push_back(kube::Create(path, target, kManager));
  if (absl::string_view(kind->kind) == "DaemonSet") return;
  requests.reports.push_back(
      kube::MergePatchOwn(absl::StrCat(path, "/", kName, "/status"), {{"status", TargetStatus(scenario, kind->kind)}}));
}

Json PodSpec(const Json& pod) {
  Json spec = {{"containers", Json::array()}, {"initContainers", Json::array()}};
  const Json containers = ContainersOf(pod);
  for (const Json& container : containers) {
    const bool init = FieldOr(container, "init", false);
    Json written = {{"name", container["name"]},
                    {"image", "app"},
                    {"resources", {{"requests", FieldOr(container, "requests", Json::object())}}}};
    if (container.contains("restartPolicy")) written["restartPolicy"] = container["restartPolicy"];
    spec[init ? "initContainers" : "containers"].push_back(written);
  }
  spec.merge_patch(FieldOr(pod, "spec", Json::object()));
  return spec;
}

Json PodStatus(const Json& pod, absl::Time now) {
  Json status = {{"phase", FieldOr(pod, "phase", "Running")}};
  const Json started = FieldOr(pod, "started", kLongAgo);
  if (started.is_number()) status["startTime"] = Ago(now, started);
  const Json ready = FieldOr(pod, "ready", "True");
  if (!ready.is_string()) return status;
  const int64_t turned = FieldOr(pod, "turned", kLongAgo - 60);
  status["conditions"] =
      Json::array({{{"type", "Ready"}, {"status", ready}, {"lastTransitionTime", Ago(now, turned)}}});
  return status;
}

void AddPods(const Scenario& scenario, absl::Time now, ScenarioRequests& requests) {
  const std::string path = PathIn(scenario, "v1", "pods");
  for (const Json& pod : PodsOf(scenario.fields, "pods")) {
    const std::string name = pod["name"];
    Json object = {{"apiVersion", "v1"},
                   {"kind", "Pod"},
                   {"metadata", {{"name", name}, {"labels", {{"app", kName}}}}},
                   {"spec", PodSpec(pod)}};
    const bool deleted = FieldOr(pod, "deleted", false);
    // A finalizer keeps the object in the API server while it is being deleted.
    if (deleted) object["metadata"]["finalizers"] = {kScenarioObjectsFinalizer};
    requests.objects.push_back(kube::Create(path, object, kManager));
    const std::string pod_path = absl::StrCat(path, "/", name);
    requests.reports.push_back(kube::MergePatchOwn(pod_path + "/status", {{"status", PodStatus(pod, now)}}));
    if (!deleted) continue;
    kube::HttpRequest deletion;
    deletion.method = "DELETE";
    deletion.path = pod_path;
    requests.deletions.push_back(deletion);
  }
}

void AddAutoscaler(const Scenario& scenario, const std::string& name, ScenarioRequests& requests) {
  const std::string version = FieldOr(scenario.fields, "version", "autoscaling/v2");
  const TargetKind* const kind = KindOf(scenario);
  const Json target = TargetOf(scenario);
  Json spec = scenario.fields["spec"];
  spec["scaleTargetRef"] = {{"kind", FieldOr(target, "kind", "ReplicaSet")},
                            {"name", kName},
                            {"apiVersion", FieldOr(target, "apiVersion", kind == nullptr ? "" : kind->group_version)}};
  const Json metadata = {{"name", name}, {"annotations", FieldOr(scenario.fields, "annotations", Json::object())}};
  const Json object = {
      {"apiVersion", version}, {"kind", "HorizontalPodAutoscaler"}, {"metadata", metadata}, {"spec", spec}};
  requests.autoscalers.push_back(kube::Create(
      PathIn(scenario, version.c_str(), "horizontalpodautoscalers") + "?fieldValidation=Strict", object, ""));
}

}  // namespace

std::string PathIn(const Scenario& scenario, const char* group_version, const std::string& rest) {
  const bool core = absl::string_view(group_version) == "v1";
  return absl::StrCat(core ? "/api/" : "/apis/", group_version, "/namespaces/", scenario.name_space, "/", rest);
}

std::string AutoscalerPath(const Scenario& scenario, const std::string& name) {
  return PathIn(scenario, "autoscaling/v2", "horizontalpodautoscalers/" + name);
}

std::string TargetPath(const Scenario& scenario) {
  const TargetKind* const kind = KindOf(scenario);
  return PathIn(scenario, kind->group_version, absl::StrCat(kind->plural, "/", kName));
}

std::string ScalePath(const Scenario& scenario) {
  return TargetPath(scenario) + "/scale";
}

bool HasKnownKind(const Scenario& scenario) {
  return KindOf(scenario) != nullptr;
}

bool HasScale(const Scenario& scenario) {
  const TargetKind* const kind = KindOf(scenario);
  return kind != nullptr && absl::string_view(kind->kind) != "DaemonSet" && scenario.fields.value("replicas", 1) >= 0;
}

void AddRequests(const Scenario& scenario, absl::Time now, ScenarioRequests& requests) {
  requests.namespaces.push_back(
      kube::Create("/api/v1/namespaces", {{"metadata", {{"name", scenario.name_space}}}}, kManager));
  AddTarget(scenario, requests);
  AddPods(scenario, now, requests);
  AddAutoscaler(scenario, kName, requests);
  const std::vector<std::string> rivals = FieldOr(scenario.fields, "rivals", Json::array());
  for (const std::string& other : rivals) AddAutoscaler(scenario, other, requests);
}

std::vector<Json> PodsOf(const Json& fields, const char* list) {
  std::vector<Json> pods;
  const Json entries = FieldOr(fields, list, Json::array());
  for (const Json& entry : entries) {
    const int count = FieldOr(entry, "count", 1);
    for (int i = 0; i < count; ++i) {
      Json pod = entry;
      pod["name"] = absl::StrCat(absl::string_view(list) == "pods" ? "web-" : "stranger-", pods.size());
      pods.push_back(std::move(pod));
    }
  }
  return pods;
}

Json ContainersOf(const Json& pod) {
  Json app = {{"name", "app"}};
  for (const char* field : {"requests", "usage"}) {
    if (pod.contains(field)) app[field] = pod[field];
  }
  return FieldOr(pod, "containers", Json::array({app}));
}

std::string Ago(absl::Time now, int64_t seconds) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", now - absl::Seconds(seconds), absl::UTCTimeZone());
}

}  // namespace cpsizer::e2e
