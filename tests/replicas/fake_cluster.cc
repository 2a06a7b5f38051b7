#include "tests/replicas/fake_cluster.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::replicas {
namespace {

using kube::Json;

Json ResourceJson(const std::string& name, const std::string& kind) {
  return {{"name", name}, {"kind", kind}, {"namespaced", true}};
}

}  // namespace

FakeCluster::FakeCluster() : server_([this](testing::FakeHttpConnection& connection) { Serve(connection); }) {
  Answer("/api", {{"kind", "APIVersions"}, {"versions", {"v1"}}});
  Answer("/api/v1", {{"kind", "APIResourceList"},
                     {"resources",
                      {ResourceJson("pods", "Pod"), ResourceJson("services", "Service"),
                       ResourceJson("replicationcontrollers", "ReplicationController")}}});
  Answer("/apis/apps", {{"kind", "APIGroup"},
                        {"name", "apps"},
                        {"versions", {{{"groupVersion", "apps/v1"}, {"version", "v1"}}}},
                        {"preferredVersion", {{"groupVersion", "apps/v1"}, {"version", "v1"}}}});
  Answer("/apis/apps/v1", {{"kind", "APIResourceList"},
                           {"resources",
                            {ResourceJson("deployments", "Deployment"), ResourceJson("deployments/scale", "Scale"),
                             ResourceJson("daemonsets", "DaemonSet")}}});
}

void FakeCluster::Answer(const std::string& path, int code, const std::string& body, const std::string& content_type) {
  const std::lock_guard lock(mutex_);
  routes_[path] = {code, body, content_type};
}

std::vector<std::string> FakeCluster::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

size_t FakeCluster::CountOf(const std::string& path) const {
  const std::vector<std::string> all = requests();
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](const std::string& request) {
    return request.substr(0, request.find('?')) == path;
  }));
}

std::string FakeCluster::HeaderOf(const std::string& path, const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto headers = headers_.find(path);
  if (headers == headers_.end()) return "";
  const auto header = headers->second.find(name);
  return header == headers->second.end() ? "" : header->second;
}

void FakeCluster::Serve(testing::FakeHttpConnection& connection) {
  while (const auto request = connection.Read()) {
    Route route;
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request->path);
      headers_[request->path.substr(0, request->path.find('?'))] = request->headers;
      auto it = routes_.find(request->path);
      if (it == routes_.end()) it = routes_.find(request->path.substr(0, request->path.find('?')));
      if (it != routes_.end()) route = it->second;
    }
    if (route.code == 0) return connection.WaitForClose();
    connection.Answer(route.code, route.body, absl::StrCat("Content-Type: ", route.content_type, "\r\n"));
  }
}

Json AutoscalerJson(const std::string& name, const Json& metrics) {
  return {{"apiVersion", "autoscaling/v2"},
          {"kind", "HorizontalPodAutoscaler"},
          {"metadata", {{"name", name}, {"namespace", "shop"}, {"uid", "u-" + name}, {"resourceVersion", "1"}}},
          {"spec",
           {{"scaleTargetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", name}}},
            {"minReplicas", 1},
            {"maxReplicas", 10},
            {"metrics", metrics}}}};
}

Json ScaleJson(const std::string& name, int replicas, const std::string& selector) {
  return {{"apiVersion", "autoscaling/v1"},
          {"kind", "Scale"},
          {"metadata", {{"name", name}, {"namespace", "shop"}, {"uid", "d-" + name}, {"resourceVersion", "77"}}},
          {"spec", {{"replicas", replicas}}},
          {"status", {{"replicas", replicas}, {"selector", selector}}}};
}

Json PodJson(const std::string& name, const Json& labels) {
  const Json condition = {{"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", "2026-01-01T00:00:00Z"}};
  const Json scheduled = {{"type", "PodScheduled"}, {"status", "True"}};
  return {{"metadata", {{"name", name}, {"labels", labels}, {"managedFields", {{{"manager", "kubelet"}}}}}},
          {"spec", {{"containers", {{{"name", "main"}, {"resources", {{"requests", {{"cpu", "100m"}}}}}}}}}},
          {"status",
           {{"phase", "Running"}, {"startTime", "2026-01-01T00:00:00Z"}, {"conditions", {scheduled, condition}}}}};
}

Json PodListJson(const std::vector<Json>& pods, const std::string& next) {
  Json list = ListJson("PodList", pods);
  list["metadata"]["resourceVersion"] = "5";
  if (!next.empty()) list["metadata"]["continue"] = next;
  return list;
}

Json PodMetricsJson(const std::string& pod, const std::string& cpu) {
  return {{"metadata", {{"name", pod}, {"namespace", "shop"}}},
          {"timestamp", "2026-01-02T00:00:00Z"},
          {"window", "30s"},
          {"containers", {{{"name", "main"}, {"usage", {{"cpu", cpu}}}}}}};
}

Json ListJson(const std::string& kind, const std::vector<Json>& items) {
  return {{"kind", kind}, {"metadata", Json::object()}, {"items", items}};
}

Json StatusJson(int code, const std::string& message) {
  return {{"kind", "Status"}, {"status", "Failure"}, {"code", code}, {"message", message}};
}

}  // namespace cpsizer::replicas
