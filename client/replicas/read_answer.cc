#include "client/replicas/read_answer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/objects/problem_list.h"
#include "client/objects/read_list.h"
#include "client/replicas/limits.h"
#include "client/tree/parse_json.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"

namespace cpsizer::replicas {
namespace {

using tree::Node;

// Adds `bytes` to `kept`, the number of bytes in memory from one response. Returns an error if `kept` exceeds the
// limit.
absl::Status Keep(size_t bytes, size_t& kept) {
  kept += bytes;
  if (kept <= kMaxKeptMetricsBytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the response takes more than ", kMaxKeptMetricsBytes, " bytes of memory, the limit"));
}

}  // namespace

absl::Status CheckQuantity(absl::string_view text, absl::string_view path) {
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error == QuantityError::kNone || error == QuantityError::kOutOfRange) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(path, ": \"", objects::ShownValue(text), "\" ", Describe(error)));
}

absl::Status CheckUsage(const v1::PodMetrics& metrics) {
  for (const v1::ContainerMetrics& container : metrics.containers()) {
    for (const auto& usage : container.usage()) {
      absl::Status status = CheckQuantity(usage.second, absl::StrCat("usage[", objects::ShownValue(usage.first), "]"));
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::HorizontalPodAutoscaler> ReadAutoscaler(const Node& object) {
  objects::FoundAutoscaler found;
  absl::Status status = objects::ReadObject(object, [&](const Node& node, objects::ProblemList& problems) {
    return objects::ReadAutoscaler(node, "autoscaling/v2", problems, found);
  });
  if (!status.ok()) return status;
  v1::ObjectMeta& metadata = *found.autoscaler.mutable_metadata();
  metadata.clear_annotations();
  metadata.clear_labels();
  metadata.clear_owner_references();
  metadata.clear_finalizers();
  return std::move(found.autoscaler);
}

absl::StatusOr<v1::Scale> ReadScale(const Node& answer) {
  const absl::string_view kind = tree::TextAt(answer, {"kind"});
  if (kind != "Scale") {
    return absl::InvalidArgumentError(
        absl::StrCat("the response is a \"", objects::ShownValue(kind), "\" where a Scale is expected"));
  }
  objects::FoundScale found;
  absl::Status status = objects::ReadObject(answer, [&](const Node& node, objects::ProblemList& problems) {
    return objects::ReadScale(node, problems, found);
  });
  if (!status.ok()) return status;
  return std::move(found.scale);
}

absl::optional<int32_t> ReadManifestReplicas(const Node& target) {
  google::protobuf::Map<std::string, std::string> annotations;
  for (const tree::Entry& entry : tree::Find(target, {"metadata", "annotations"}).entries) {
    if (entry.value.is_text()) annotations[entry.key] = entry.value.text;
  }
  return objects::AppliedReplicas(annotations);
}

absl::Status ReadPod(const Node& object, objects::FoundPod& found) {
  absl::Status status = objects::ReadObject(object, [&](const Node& node, objects::ProblemList& problems) {
    return objects::ReadPod(node, problems, found);
  });
  if (!status.ok() || !found.pod.has_status()) return status;
  auto& conditions = *found.pod.mutable_status()->mutable_conditions();
  conditions.erase(std::remove_if(conditions.begin(), conditions.end(),
                                  [](const v1::Condition& condition) { return condition.type() != "Ready"; }),
                   conditions.end());
  for (v1::Condition& condition : conditions) {
    condition.clear_reason();
    condition.clear_message();
  }
  return absl::OkStatus();
}

size_t KeptBytes(const google::protobuf::Message& message, const objects::Labels& labels) {
  constexpr size_t kMapEntryBytes = 128;
  size_t bytes = message.SpaceUsedLong();
  for (const auto& label : labels) bytes += kMapEntryBytes + label.first.size() + label.second.size();
  return bytes;
}

absl::Status ReadPodMetrics(absl::string_view answer, v1::RecommendReplicasRequest& request) {
  size_t kept = 0;
  return objects::ReadItems<objects::FoundPodMetrics>(answer, "PodMetricsList", objects::ReadPodMetrics,
                                                      [&](objects::FoundPodMetrics& found) {
                                                        absl::Status status = CheckUsage(found.metrics);
                                                        status.Update(Keep(found.metrics.SpaceUsedLong(), kept));
                                                        *request.add_pod_metrics() = std::move(found.metrics);
                                                        return status;
                                                      });
}

absl::StatusOr<std::vector<objects::FoundPodMetrics>> ReadPodMetricsList(absl::string_view answer) {
  std::vector<objects::FoundPodMetrics> list;
  size_t kept = 0;
  absl::Status status = objects::ReadItems<objects::FoundPodMetrics>(
      answer, "PodMetricsList", objects::ReadPodMetrics, [&](objects::FoundPodMetrics& found) {
        const size_t bytes = KeptBytes(found.metrics, found.labels);
        list.push_back(std::move(found));
        return Keep(bytes, kept);
      });
  if (!status.ok()) return status;
  return list;
}

absl::Status AddPodMetrics(const std::vector<objects::FoundPodMetrics>& list,
                           const std::function<bool(const objects::FoundPodMetrics&)>& selects,
                           v1::RecommendReplicasRequest& request) {
  for (const objects::FoundPodMetrics& found : list) {
    if (!selects(found)) continue;
    if (absl::Status status = CheckUsage(found.metrics); !status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("items[", request.pod_metrics_size(), "]: ", status.message()));
    }
    *request.add_pod_metrics() = found.metrics;
  }
  return absl::OkStatus();
}

absl::Status ReadMetricValues(absl::string_view answer, v1::ReplicasReading& reading) {
  size_t kept = 0;
  return objects::ReadItems<objects::FoundMetricValue>(
      answer, "MetricValueList", objects::ReadMetricValue, [&](objects::FoundMetricValue& found) {
        absl::Status status = CheckQuantity(found.value.value(), "value");
        status.Update(Keep(found.value.SpaceUsedLong(), kept));
        *reading.add_values() = std::move(found.value);
        return status;
      });
}

absl::Status ReadExternalValues(absl::string_view answer, v1::ReplicasReading& reading) {
  size_t kept = 0;
  return objects::ReadItems<objects::FoundExternalValue>(
      answer, "ExternalMetricValueList", objects::ReadExternalValue, [&](objects::FoundExternalValue& found) {
        absl::Status status = CheckQuantity(found.value.value(), "value");
        status.Update(Keep(found.value.SpaceUsedLong(), kept));
        *reading.add_external_values() = std::move(found.value);
        return status;
      });
}

}  // namespace cpsizer::replicas
