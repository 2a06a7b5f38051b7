#include "server/engine/replicas/samples.h"

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

// The resource of one container.
absl::optional<int64_t> ReadUsage(const v1::ContainerMetrics& container, const std::string& resource, int pod,
                                  int index, Findings& findings) {
  const auto usage = container.usage().find(resource);
  if (usage == container.usage().end()) return absl::nullopt;
  return ReadMilli(
      usage->second,
      [&] { return absl::StrCat("podMetrics[", pod, "].containers[", index, "].usage[", Quoted(resource), "]"); },
      findings);
}

absl::optional<int64_t> SumOfContainers(const v1::PodMetrics& metrics, const std::string& resource, int pod,
                                        Findings& findings) {
  if (metrics.containers_size() == 0) return absl::nullopt;
  int64_t sum = 0;
  for (int i = 0; i < metrics.containers_size(); ++i) {
    const absl::optional<int64_t> usage = ReadUsage(metrics.containers(i), resource, pod, i, findings);
    if (!usage.has_value()) return absl::nullopt;
    sum = WrapAdd(sum, *usage);
  }
  return sum;
}

// The first container of the name counts.
absl::optional<int64_t> UsageOfContainer(const v1::PodMetrics& metrics, absl::string_view name,
                                         const std::string& resource, int pod, Findings& findings) {
  for (int i = 0; i < metrics.containers_size(); ++i) {
    if (metrics.containers(i).name() == name) return ReadUsage(metrics.containers(i), resource, pod, i, findings);
  }
  return absl::nullopt;
}

}  // namespace

Samples ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                            const ResourceSeries& series, Findings& findings) {
  Samples samples;
  samples.of_pod.resize(pods.list.size());
  samples.answered = request.pod_metrics_size() != 0;
  const std::string resource(series.resource);
  for (int i = 0; i < request.pod_metrics_size(); ++i) {
    const v1::PodMetrics& metrics = request.pod_metrics(i);
    const absl::optional<int64_t> usage = series.container.has_value()
                                              ? UsageOfContainer(metrics, *series.container, resource, i, findings)
                                              : SumOfContainers(metrics, resource, i, findings);
    if (!usage.has_value()) continue;
    const auto place = pods.place_of.find(metrics.metadata().name());
    if (place != pods.place_of.end()) {
      samples.of_pod[place->second] = usage;
    } else {
      samples.extraneous.push_back(*usage);
    }
  }
  return samples;
}

Samples ReadPodsSamples(const v1::MetricReading& reading, int index, const ObservedPods& pods, Findings& findings) {
  Samples samples;
  samples.of_pod.resize(pods.list.size());
  samples.answered = reading.values_size() != 0;
  absl::flat_hash_map<absl::string_view, int64_t> extraneous;
  for (int i = 0; i < reading.values_size(); ++i) {
    const v1::MetricValue& value = reading.values(i);
    const int64_t milli = ReadMilli(
        value.value(), [&] { return absl::StrCat("readings[", index, "].values[", i, "].value"); }, findings);
    const auto place = pods.place_of.find(value.described_object().name());
    if (place != pods.place_of.end()) {
      samples.of_pod[place->second] = milli;
    } else {
      extraneous[value.described_object().name()] = milli;
    }
  }
  for (const auto& entry : extraneous) samples.extraneous.push_back(entry.second);
  return samples;
}

}  // namespace cpsizer
