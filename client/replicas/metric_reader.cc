#include "client/replicas/metric_reader.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/kube/resource_path.h"
#include "client/replicas/limits.h"
#include "client/replicas/metric_paths.h"
#include "client/replicas/read_answer.h"

namespace cpsizer::replicas {
namespace {

constexpr char kPodMetricsGroup[] = "metrics.k8s.io";

RequestSubject PodMetricsSubject() {
  return {"pods.metrics.k8s.io", ""};
}

// Returns the version that the API server prefers, if this client can read that version. If this client cannot read it,
// returns the first version that this client can read. The client of the HorizontalPodAutoscaler controller chooses in
// the same way.
std::string CustomVersion(const ApiGroup& group) {
  const auto readable = [](absl::string_view version) { return version == "v1beta2" || version == "v1beta1"; };
  if (readable(group.preferred)) return group.preferred;
  const auto first = std::find_if(group.versions.begin(), group.versions.end(), readable);
  return first == group.versions.end() ? "" : *first;
}

std::string WithGroup(absl::string_view resource) {
  return absl::StrCat(resource, ".", kCustomMetricsGroup);
}

// Returns the group of a path: `metrics.k8s.io` for `/apis/metrics.k8s.io/v1beta1/...`.
std::string GroupOfPath(const std::string& path) {
  const std::vector<absl::string_view> parts = absl::StrSplit(path, absl::MaxSplits('/', 3));
  return parts.size() > 2 ? std::string(parts[2]) : "";
}

// Returns the URL without the query.
absl::string_view PathOfUrl(absl::string_view url) {
  return url.substr(0, url.find('?'));
}

}  // namespace

MetricReader::~MetricReader() {
  *alive_ = false;
  apis_.loop.timers().Cancel(end_);
}

void MetricReader::Read(const std::string& selector, absl::Duration timeout, v1::RecommendReplicasRequest& request,
                        std::function<void()> done) {
  name_space_ = request.horizontal_pod_autoscaler().metadata().namespace_();
  selector_ = selector;
  deadline_ = apis_.loop.now() + timeout;
  request_ = &request;
  done_ = std::move(done);
  const auto& metrics = request.horizontal_pod_autoscaler().spec().metrics();
  for (int i = 0; i < metrics.size(); ++i) request.add_readings();
  // The callback of a request may run before the next request has begun. kBeginning keeps the read open until all
  // requests have begun.
  open_.insert(kBeginning);
  for (int i = 0; i < metrics.size(); ++i) {
    const std::string& type = metrics[i].type();
    if (type == "Pods" || type == "Object" || type == "External") open_.insert(i);
  }
  const bool by_resource = open_.size() <= static_cast<size_t>(metrics.size()) || metrics.empty();
  if (by_resource) open_.insert(kPodMetrics);
  end_ = apis_.loop.timers().At(deadline_, [this] { EndAtTimeout(); });
  if (by_resource) RequestPodMetrics();
  for (int i = 0; i < metrics.size(); ++i) RequestMetric(metrics[i], i);
  Finish(kBeginning);
}

void MetricReader::RequestMetric(const v1::MetricSpec& spec, int index) {
  if (spec.type() == "Pods") RequestPods(spec.pods(), index);
  if (spec.type() == "Object") RequestObject(spec.object(), index);
  if (spec.type() == "External") RequestExternal(spec.external(), index);
}

void MetricReader::RequestPodMetrics() {
  const objects::LabelSelector selector(selector_);
  if (selector.selects_nothing()) return RequestPodMetricsBySelector();
  requested_[kPodMetrics] = kPodMetricsGroup;
  apis_.namespace_reads.GetPodMetrics(name_space_,
                                      [this, alive = alive_, selector](const NamespaceReads::PodMetrics::Result& all) {
                                        if (*alive && open_.count(kPodMetrics) > 0) TakePodMetrics(selector, all);
                                      });
}

// Uses the metrics of the pods in `request_`. If the API includes the labels of pods, also uses metrics whose labels
// match `selector`, even if their pods are not in `request_`. RequestPodMetricsBySelector() would also get such
// metrics.
void MetricReader::TakePodMetrics(const objects::LabelSelector& selector,
                                  const NamespaceReads::PodMetrics::Result& all) {
  if (!all.ok()) return Fail(kPodMetrics, kPodMetricsGroup, all.status(), PodMetricsSubject());
  if (*all == nullptr) return RequestPodMetricsBySelector();
  absl::flat_hash_set<absl::string_view> pods;
  for (const v1::Pod& pod : request_->pods()) pods.insert(pod.metadata().name());
  const auto selects = [&](const objects::FoundPodMetrics& found) {
    return pods.contains(found.metrics.metadata().name()) || (!found.labels.empty() && selector.Selects(found.labels));
  };
  const absl::Status status = AddPodMetrics(**all, selects, *request_);
  if (!status.ok()) request_->clear_pod_metrics();
  Finish(kPodMetrics, std::string(status.message()));
}

void MetricReader::RequestPodMetricsBySelector() {
  Get(kPodMetrics, PodMetricsPath(name_space_, selector_), PodMetricsSubject(), [this](absl::string_view answer) {
    absl::Status status = ReadPodMetrics(answer, *request_);
    if (!status.ok()) request_->clear_pod_metrics();
    return status;
  });
}

void MetricReader::RequestPods(const v1::PodsMetricSource& source, int index) {
  RequestCustom("pods", "*", source.metric(), index);
}

void MetricReader::RequestObject(const v1::ObjectMetricSource& source, int index) {
  const v1::CrossVersionObjectReference& object = source.described_object();
  std::string error;
  const std::string group = GroupOf(object.api_version(), error);
  // Ignores the name of the object, so that an autoscaler cannot read the metrics of another namespace.
  if (object.kind() == "Namespace" && group.empty()) {
    return RequestCustom("metrics", "", source.metric(), index);
  }
  apis_.discovery.Find(group, object.kind(), [=, this, alive = alive_](const absl::StatusOr<ApiGroup>& found) {
    if (!*alive) return;
    const std::vector<ApiResource> resources =
        found.ok() ? found->ResourcesOf(object.kind()) : std::vector<ApiResource>();
    if (!resources.empty()) return RequestCustom(resources[0].Name(), object.name(), source.metric(), index);
    const std::string why =
        found.ok() ? NoKindWords(group, object.kind()) : ControllerWords(found.status(), {GroupPath(group), ""});
    Finish(index,
           absl::StrCat("unable to map kind ", object.kind(), group.empty() ? "" : ".", group, " to resource: ", why));
  });
}

void MetricReader::RequestExternal(const v1::ExternalMetricSource& source, int index) {
  Get(index, ExternalMetricPath(name_space_, source.metric()),
      {absl::StrCat(source.metric().name(), ".external.metrics.k8s.io"), ""}, [this, index](absl::string_view answer) {
        return ReadExternalValues(answer, *request_->mutable_readings(index));
      });
}

void MetricReader::RequestCustom(const std::string& resource, const std::string& object,
                                 const v1::MetricIdentifier& metric, int index) {
  apis_.discovery.FindVersions(kCustomMetricsGroup, [=, this, alive = alive_](const absl::StatusOr<ApiGroup>& group) {
    if (!*alive || open_.count(index) == 0) return;
    if (!group.ok()) return Fail(index, kCustomMetricsGroup, group.status(), {kCustomMetricsGroup, ""});
    if (group->versions.empty()) {
      unavailable_api_ = kCustomMetricsGroup;
      return Finish(index, absl::StrCat("no custom metrics API (", kCustomMetricsGroup, ") registered"));
    }
    const std::string version = CustomVersion(*group);
    if (version.empty()) return Finish(index, "no known available metric versions found");
    const bool of_pods = object == "*";
    // For a namespace, the resource is `metrics` and the name is the name of the metric. The path contains the name of
    // the namespace.
    const RequestSubject subject = {WithGroup(resource), object.empty() ? metric.name() : object};
    Get(index, CustomMetricPath({version, name_space_, resource, object, of_pods ? selector_ : ""}, metric), subject,
        [this, index, of_pods](absl::string_view answer) -> absl::Status {
          v1::ReplicasReading& reading = *request_->mutable_readings(index);
          absl::Status status = ReadMetricValues(answer, reading);
          if (!status.ok() || of_pods || reading.values_size() == 1) return status;
          return absl::InvalidArgumentError(absl::StrCat("the custom metrics API server returned ",
                                                         reading.values_size(),
                                                         " results when we asked for exactly one"));
        });
  });
}

void MetricReader::Get(int index, const std::string& path, const RequestSubject& subject, Take take) {
  const std::string group = GroupOfPath(path);
  requested_[index] = group;
  const absl::Duration timeout = std::max(deadline_ - apis_.loop.now(), absl::Milliseconds(1));
  apis_.client.SendForBytes(
      kube::GetRequest(path, kMaxMetricsBytes, timeout),
      [=, this, alive = alive_, take = std::move(take)](const absl::StatusOr<std::string>& answer) {
        if (!*alive || open_.count(index) == 0) return;
        if (!answer.ok()) return Fail(index, group, answer.status(), subject);
        const absl::Status status = take(*answer);
        const std::string place = absl::IsResourceExhausted(status) ? absl::StrCat(PathOfUrl(path), ": ") : "";
        Finish(index, absl::StrCat(place, status.message()));
      });
}

void MetricReader::Fail(int index, const std::string& group, const absl::Status& status,
                        const RequestSubject& subject) {
  const bool not_installed = index == kPodMetrics && absl::IsNotFound(status);
  if (absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status) || not_installed) unavailable_api_ = group;
  Finish(index, ControllerWords(status, subject));
}

void MetricReader::Finish(int index, const std::string& error) {
  if (open_.erase(index) == 0) return;
  if (!error.empty() && index == kPodMetrics) request_->set_pod_metrics_error(error);
  if (!error.empty() && index != kPodMetrics) {
    v1::ReplicasReading& reading = *request_->mutable_readings(index);
    reading.Clear();
    reading.set_error(error);
  }
  if (!open_.empty()) return;
  apis_.loop.timers().Cancel(end_);
  const std::function<void()> done = std::exchange(done_, nullptr);
  done();
}

void MetricReader::EndAtTimeout() {
  const std::set<int> late = open_;
  for (const int index : late) {
    if (requested_.count(index) > 0) unavailable_api_ = requested_[index];
    Finish(index, "context deadline exceeded");
  }
}

}  // namespace cpsizer::replicas
