#include "tests/testing/real_api/fake_metrics_apis.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace cpsizer::testing {
namespace {

using kube::Json;

constexpr int kNotFound = 404;
constexpr char kNodeMetricsPath[] = "/apis/metrics.k8s.io/v1beta1/nodes";

struct Api {
  const char* version;
  const char* list_kind;
};

Api ApiOf(absl::string_view group) {
  if (group == kResourceMetrics) return {"v1beta1", "PodMetricsList"};
  if (group == kCustomMetrics) return {"v1beta2", "MetricValueList"};
  return {"v1beta1", "ExternalMetricValueList"};
}

// The parts of a path `/apis/GROUP/VERSION/namespaces/NAMESPACE/METRIC`. All parts except the group may be absent.
struct MetricsPath {
  explicit MetricsPath(absl::string_view path) {
    const std::vector<std::string> parts = absl::StrSplit(path.substr(0, path.find('?')), '/');
    if (parts.size() > 2) group = parts[2];
    if (parts.size() < 7 || parts[4] != "namespaces") return;
    name_space = parts[5];
    metric = absl::StrJoin(parts.begin() + 6, parts.end(), "/");
    const size_t star = metric.find("%2A");
    if (star != std::string::npos) metric.replace(star, 3, "*");
  }

  std::string group;
  std::string name_space;
  std::string metric;
};

// Returns the discovery document of a group. The document contains one resource. Any resource is sufficient.
std::string Resources(absl::string_view group) {
  const Json resource = {
      {"name", "pods"}, {"singularName", "pod"}, {"namespaced", true}, {"kind", "Pod"}, {"verbs", {"get", "list"}}};
  return Json({{"kind", "APIResourceList"},
               {"apiVersion", "v1"},
               {"groupVersion", absl::StrCat(group, "/", ApiOf(group).version)},
               {"resources", Json::array({resource})}})
      .dump();
}

std::string List(absl::string_view kind, absl::string_view group, const Json& items) {
  return Json({{"kind", kind},
               {"apiVersion", absl::StrCat(group, "/", ApiOf(group).version)},
               {"metadata", Json::object()},
               {"items", items}})
      .dump();
}

std::string NotFound(absl::string_view metric) {
  return Json({{"kind", "Status"},
               {"apiVersion", "v1"},
               {"status", "Failure"},
               {"reason", "NotFound"},
               {"message", absl::StrCat("there is no metric ", metric)},
               {"code", kNotFound}})
      .dump();
}

std::string HeaderOf(const FakeHttpRequest& request, absl::string_view name) {
  const auto header = request.headers.find(name);
  return header == request.headers.end() ? "" : header->second;
}

}  // namespace

FakeMetricsApis::FakeMetricsApis()
    : authority_("metrics"),
      server_([this](FakeHttpConnection& connection) { Serve(connection); }),
      front_(authority_.Issue({.names = "DNS:metrics.metrics.svc", .usage = "serverAuth"}), server_.url()) {}

void FakeMetricsApis::SetResponses(const std::string& name_space, MetricsScript script) {
  const std::lock_guard lock(mutex_);
  scripts_[name_space] = std::move(script);
}

void FakeMetricsApis::SetNodes(std::function<Json()> items) {
  const std::lock_guard lock(mutex_);
  nodes_ = std::move(items);
}

std::vector<std::string> FakeMetricsApis::RequestsOf(const std::string& user, const std::string& name_space) const {
  std::vector<std::string> paths;
  const std::lock_guard lock(mutex_);
  for (const Request& request : requests_) {
    if (request.user == user && request.name_space == name_space) paths.push_back(request.path);
  }
  return paths;
}

void FakeMetricsApis::Serve(FakeHttpConnection& connection) {
  while (const absl::optional<FakeHttpRequest> request = connection.Read()) {
    const MetricsAnswer answer = AnswerTo(*request);
    if (answer.hangs) return connection.WaitForClose();
    const bool json = answer.body.front() == '{';
    const char* const type = json ? "Content-Type: application/json\r\n" : "Content-Type: text/plain\r\n";
    if (!connection.Answer(answer.code, answer.body, type)) return;
  }
}

MetricsAnswer FakeMetricsApis::AnswerTo(const FakeHttpRequest& request) {
  const MetricsPath path(request.path);
  const std::lock_guard lock(mutex_);
  if (nodes_ && absl::StartsWith(request.path, kNodeMetricsPath)) {
    return {.body = List("NodeMetricsList", path.group, nodes_())};
  }
  if (path.name_space.empty()) return {.body = Resources(path.group)};
  requests_.push_back({HeaderOf(request, "x-remote-user"), path.name_space, request.path});
  const MetricsScript& script = scripts_[path.name_space];
  const auto said = script.find(absl::StrCat(path.group, "/", path.metric));
  if (said == script.end()) return {.body = NotFound(path.metric), .code = kNotFound};
  MetricsAnswer answer = said->second;
  if (answer.body.empty()) answer.body = List(ApiOf(path.group).list_kind, path.group, answer.items);
  return answer;
}

}  // namespace cpsizer::testing
