#include "client/objects/replica_objects.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/default_requests.h"
#include "client/objects/message_reader.h"

namespace cpsizer::objects {
namespace {

// Reads the metadata of an object. The object must have a name.
bool ReadNamed(const Node& object, absl::string_view what, ProblemList& problems, v1::ObjectMeta& metadata) {
  if (!ReadPart(object, "metadata", problems, metadata)) return false;
  if (!metadata.name().empty()) return true;
  problems.Add(object.position, absl::StrCat(what, " without metadata.name"));
  return false;
}

void SetPlace(const Node& object, const ProblemList& problems, v1::ObjectMeta& metadata, FoundInNamespace& found) {
  found.name_space = std::move(*metadata.mutable_namespace_());
  found.place = {problems.file(), object.position};
}

}  // namespace

bool ReadScale(const Node& object, ProblemList& problems, FoundScale& found) {
  v1::ObjectMeta metadata;
  if (!ReadNamed(object, "a Scale", problems, metadata)) return false;
  if (!MessageReader(problems).Read(object, "", found.scale)) return false;
  found.name = metadata.name();
  SetPlace(object, problems, metadata, found);
  return true;
}

bool ReadPod(const Node& object, ProblemList& problems, FoundPod& found) {
  v1::ObjectMeta metadata;
  if (!ReadNamed(object, "a Pod", problems, metadata)) return false;
  if (!MessageReader(problems).Read(object, "", found.pod)) return false;
  const Node* spec = object.Find("spec");
  if (spec != nullptr) DefaultRequests(*spec, *found.pod.mutable_spec());
  found.is_static = IsStaticPod(object);
  found.labels = std::move(*metadata.mutable_labels());
  for (const v1::OwnerReference& owner : metadata.owner_references()) {
    if (owner.controller()) found.owner = {owner.kind(), owner.name()};
  }
  SetPlace(object, problems, metadata, found);
  return true;
}

bool ReadPodMetrics(const Node& object, ProblemList& problems, FoundPodMetrics& found) {
  v1::ObjectMeta metadata;
  if (!ReadNamed(object, "PodMetrics", problems, metadata)) return false;
  if (!MessageReader(problems).Read(object, "", found.metrics)) return false;
  found.labels = std::move(*metadata.mutable_labels());
  SetPlace(object, problems, metadata, found);
  return true;
}

bool ReadMetricValue(const Node& object, ProblemList& problems, FoundMetricValue& found) {
  bool reads = MessageReader(problems).Read(object, "", found.value);
  reads &= ReadPart(object, "metric", problems, found.metric);
  if (!reads) return false;
  // In v1beta1 the name of the metric is in another field.
  if (found.metric.name().empty()) found.metric.set_name(TextAt(object, "metricName", ""));
  if (found.metric.name().empty()) {
    problems.Add(object.position, "the MetricValue has no metric.name");
    return false;
  }
  const Node* described = object.Find("describedObject");
  if (described != nullptr) found.name_space = TextAt(*described, "namespace", "");
  found.place = {problems.file(), object.position};
  return true;
}

bool ReadExternalValue(const Node& object, ProblemList& problems, FoundExternalValue& found) {
  v1::ObjectMeta labels;
  const Node* metric_labels = object.Find("metricLabels");
  bool reads = MessageReader(problems).Read(object, "", found.value);
  if (metric_labels != nullptr && metric_labels->kind != NodeKind::kNull) {
    Node wrapped;
    wrapped.kind = NodeKind::kMap;
    wrapped.entries.push_back({"labels", metric_labels->position, *metric_labels});
    reads &= MessageReader(problems).Read(wrapped, "metricLabels", labels);
  }
  if (!reads) return false;
  found.metric = TextAt(object, "metricName", "");
  if (found.metric.empty()) {
    problems.Add(object.position, "the ExternalMetricValue has no metricName");
    return false;
  }
  found.labels = std::move(*labels.mutable_labels());
  found.place = {problems.file(), object.position};
  return true;
}

}  // namespace cpsizer::objects
