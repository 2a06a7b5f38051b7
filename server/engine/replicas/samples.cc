#include "server/engine/replicas/samples.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

// Reads the usage of the resource by one container.
absl::optional<int64_t> ReadUsage(const v1::ContainerMetrics& container, const std::string& resource, int pod,
                                  int index, Findings& findings) {
  const auto usage = container.usage().find(resource);
  if (usage == container.usage().end()) return absl::nullopt;
  return ReadObservedMilli(
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

std::string ValuePath(int reading, int value, absl::string_view field) {
  return absl::StrCat("readings[", reading, "].values[", value, "].", field);
}

void CheckPodNames(const v1::ReplicasReading& reading, int index, Findings& findings) {
  constexpr absl::string_view kField = "describedObject.name";
  absl::flat_hash_set<absl::string_view> seen;
  for (int i = 0; i < reading.values_size(); ++i) {
    const std::string& name = reading.values(i).described_object().name();
    if (name.empty()) {
      findings.Add(Rule::kFieldMissing, ValuePath(index, i, kField), "", "the value does not specify its pod");
    } else if (!seen.insert(name).second) {
      findings.Add(Rule::kPodNameDuplicate, ValuePath(index, i, kField), name,
                   absl::StrCat("another value is of the pod \"", Quoted(name), "\" too"));
    }
  }
}

SampleTime ReadSampleTime(const v1::MetricValue& value, int reading, int index, Findings& findings) {
  SampleTime time;
  time.end = ReadRequiredInstant(
      value.timestamp(), [&] { return ValuePath(reading, index, "timestamp"); }, findings);
  const auto path = [&] { return ValuePath(reading, index, "windowSeconds"); };
  if (value.has_window_seconds()) {
    CheckNotNegative(value.window_seconds(), path, findings);
    time.window = value.window_seconds() * kSecond;
  } else {
    findings.Add(Rule::kFieldMissing, path(), "", "there is no window, which decides whether a sample of CPU is used");
  }
  return time;
}

// Reads the metrics of all pods, one pod after another.
class SampleReader {
 public:
  // All arguments must outlive this object.
  SampleReader(const ObservedPods& pods, absl::Span<const ResourceSeries> series, Findings& findings)
      : pods_(pods), series_(series), findings_(findings), containers_(series), samples_(series.size()) {}

  std::vector<Samples> Read(const google::protobuf::RepeatedPtrField<v1::PodMetrics>& list) {
    for (Samples& samples : samples_) {
      samples.of_pod.resize(pods_.list.size());
      samples.answered = !list.empty();
    }
    for (int i = 0; i < list.size(); ++i) {
      pod_index_ = pods_.of_metrics[static_cast<size_t>(i)];
      ReadWholePod(list[i], i);
      if (!containers_.empty()) ReadContainers(list[i], i);
    }
    return std::move(samples_);
  }

 private:
  // The sum of a series ends at the first container that does not have the resource.
  void ReadWholePod(const v1::PodMetrics& metrics, int index) {
    for (size_t i = 0; i < series_.size(); ++i) {
      if (series_[i].container.has_value()) continue;
      Note(i, SumOfContainers(metrics, series_[i].resource, index, findings_));
    }
  }

  void ReadContainers(const v1::PodMetrics& metrics, int index) {
    for (int i = 0; i < metrics.containers_size(); ++i) {
      const v1::ContainerMetrics& container = metrics.containers(i);
      for (const size_t series : containers_.Take(container.name(), index)) {
        Note(series, ReadUsage(container, series_[series].resource, index, i, findings_));
      }
    }
  }

  // Records the usage of the current pod.
  void Note(size_t series, absl::optional<int64_t> usage) {
    if (!usage.has_value()) return;
    if (pod_index_.has_value()) {
      samples_[series].of_pod[*pod_index_] = usage;
    } else {
      samples_[series].extraneous.push_back(*usage);
    }
  }

  const ObservedPods& pods_;
  const absl::Span<const ResourceSeries> series_;
  Findings& findings_;
  ContainerIndex containers_;
  std::vector<Samples> samples_;
  // The index of the current pod in the list; absent if the selector does not select it.
  absl::optional<size_t> pod_index_;
};

}  // namespace

std::vector<Samples> ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                                         absl::Span<const ResourceSeries> series, Findings& findings) {
  return SampleReader(pods, series, findings).Read(request.pod_metrics());
}

Samples ReadPodsSamples(const v1::ReplicasReading& reading, int index, const ObservedPods& pods, Findings& findings) {
  Samples samples;
  samples.of_pod.resize(pods.list.size());
  samples.answered = reading.values_size() != 0;
  absl::flat_hash_map<absl::string_view, int64_t> extraneous;
  for (int i = 0; i < reading.values_size(); ++i) {
    const v1::MetricValue& value = reading.values(i);
    const int64_t milli = ReadObservedMilli(
        value.value(), [&] { return ValuePath(index, i, "value"); }, findings);
    const auto found = pods.index_of.find(value.described_object().name());
    if (found != pods.index_of.end()) {
      samples.of_pod[found->second] = milli;
    } else {
      extraneous[value.described_object().name()] = milli;
    }
  }
  for (const auto& entry : extraneous) samples.extraneous.push_back(entry.second);
  return samples;
}

Samples ReadResourceValues(const v1::ReplicasReading& reading, int index, absl::string_view resource,
                           const ObservedPods& pods, Findings& findings) {
  CheckPodNames(reading, index, findings);
  Samples samples = ReadPodsSamples(reading, index, pods, findings);
  if (resource != "cpu") return samples;
  samples.times.resize(pods.list.size());
  for (int i = 0; i < reading.values_size(); ++i) {
    const v1::MetricValue& value = reading.values(i);
    const SampleTime time = ReadSampleTime(value, index, i, findings);
    const auto found = pods.index_of.find(value.described_object().name());
    if (found != pods.index_of.end()) samples.times[found->second] = time;
  }
  return samples;
}

}  // namespace cpsizer
