#include "server/engine/replicas/metrics.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

using MetricSpecs = google::protobuf::RepeatedPtrField<v1::MetricSpec>;

const MetricSpecs& DefaultMetrics() {
  static const MetricSpecs& specs = *[] {
    auto* const list = new MetricSpecs;
    v1::MetricSpec& metric = *list->Add();
    metric.set_type("Resource");
    metric.mutable_resource()->set_name("cpu");
    metric.mutable_resource()->mutable_target()->set_type("Utilization");
    metric.mutable_resource()->mutable_target()->set_average_utilization(80);
    return list;
  }();
  return specs;
}

const MetricSpecs& MetricsOf(const v1::HorizontalPodAutoscalerSpec& spec) {
  return spec.metrics().empty() ? DefaultMetrics() : spec.metrics();
}

MetricKind KindOf(const v1::MetricSpec& spec) {
  if (spec.type() == "Resource") return MetricKind::kResource;
  if (spec.type() == "ContainerResource") return MetricKind::kContainerResource;
  if (spec.type() == "Pods") return MetricKind::kPods;
  if (spec.type() == "Object") return MetricKind::kObject;
  return spec.type() == "External" ? MetricKind::kExternal : MetricKind::kUnknown;
}

bool IsResource(MetricKind kind) {
  return kind == MetricKind::kResource || kind == MetricKind::kContainerResource;
}

// The field of the spec that belongs to the kind.
struct Source {
  const v1::MetricTarget& target;
  absl::string_view field;
};

Source SourceOf(const v1::MetricSpec& spec, MetricKind kind) {
  switch (kind) {
    case MetricKind::kResource:
      return {spec.resource().target(), "resource"};
    case MetricKind::kContainerResource:
      return {spec.container_resource().target(), "containerResource"};
    case MetricKind::kPods:
      return {spec.pods().target(), "pods"};
    case MetricKind::kObject:
      return {spec.object().target(), "object"};
    default:
      return {spec.external().target(), "external"};
  }
}

// Object metrics go by the type and what is there, the others by what is there.
TargetKind TargetKindOf(const v1::MetricTarget& target, MetricKind kind) {
  switch (kind) {
    case MetricKind::kResource:
    case MetricKind::kContainerResource:
      if (target.has_average_value()) return TargetKind::kAverageValue;
      return target.has_average_utilization() ? TargetKind::kUtilization : TargetKind::kNone;
    case MetricKind::kPods:
      return target.has_average_value() ? TargetKind::kAverageValue : TargetKind::kNone;
    case MetricKind::kObject:
      if (target.type() == "Value" && target.has_value()) return TargetKind::kValue;
      return target.type() == "AverageValue" && target.has_average_value() ? TargetKind::kAverageValue
                                                                           : TargetKind::kNone;
    case MetricKind::kExternal:
      if (target.has_average_value()) return TargetKind::kAverageValue;
      return target.has_value() ? TargetKind::kValue : TargetKind::kNone;
    case MetricKind::kUnknown:
      return TargetKind::kNone;
  }
  return TargetKind::kNone;
}

class Reader {
 public:
  Reader(const v1::RecommendReplicasRequest& request, const ObservedPods& pods, const ReplicasSettings& settings,
         Findings& findings)
      : request_(request), pods_(pods), settings_(settings), findings_(findings) {}

  Metrics Read() {
    const MetricSpecs& specs = MetricsOf(request_.autoscaler().spec());
    if (!request_.readings().empty() && request_.readings_size() != specs.size()) SayReadings(specs.size());
    for (int i = 0; i < specs.size(); ++i) ReadMetric(specs[i], i);
    return std::move(metrics_);
  }

 private:
  void SayReadings(int metrics) {
    findings_.Add(Rule::kFieldMissing, "readings", absl::StrCat(request_.readings_size()),
                  absl::StrCat("there are ", request_.readings_size(), " readings for ", metrics,
                               " metrics; there must be one for each, or none"));
  }

  void ReadMetric(const v1::MetricSpec& spec, int index) {
    Metric metric;
    metric.spec = &spec;
    metric.kind = KindOf(spec);
    ReadTarget(index, metric);
    if (IsResource(metric.kind)) {
      metric.api_error = request_.pod_metrics_error();
      metric.series = UseSeries(metric);
    } else if (metric.kind != MetricKind::kUnknown) {
      ReadReading(index, metric);
    }
    metrics_.list.push_back(std::move(metric));
  }

  void ReadTarget(int index, Metric& metric) {
    const Source source = SourceOf(*metric.spec, metric.kind);
    metric.target_kind = TargetKindOf(source.target, metric.kind);
    const auto read = [&](absl::string_view text, absl::string_view field) {
      metric.target = ReadMilli(
          text, [&] { return absl::StrCat("spec.metrics[", index, "].", source.field, ".target.", field); }, findings_);
    };
    if (metric.target_kind == TargetKind::kUtilization) metric.target = source.target.average_utilization();
    if (metric.target_kind == TargetKind::kValue) read(source.target.value(), "value");
    if (metric.target_kind == TargetKind::kAverageValue) read(source.target.average_value(), "averageValue");
  }

  // Metrics of the same resource share what is read.
  size_t UseSeries(const Metric& metric) {
    ResourceSeries series = {metric.spec->resource().name(), absl::nullopt};
    if (metric.kind == MetricKind::kContainerResource) {
      series = {metric.spec->container_resource().name(), metric.spec->container_resource().container()};
    }
    size_t place = 0;
    while (place < metrics_.usages.size() && (metrics_.usages[place].series.resource != series.resource ||
                                              metrics_.usages[place].series.container != series.container)) {
      ++place;
    }
    if (place == metrics_.usages.size()) {
      metrics_.usages.push_back({series, ReadResourceSamples(request_, pods_, series, findings_), absl::nullopt});
    }
    ResourceUsage& usage = metrics_.usages[place];
    if (metric.target_kind == TargetKind::kUtilization && !usage.requests.has_value()) {
      usage.requests = ReadRequests(request_, series, settings_.pod_level_resources, findings_);
    }
    return place;
  }

  void ReadReading(int index, Metric& metric) {
    if (index >= request_.readings_size()) {
      if (request_.readings().empty()) {
        findings_.Add(Rule::kFieldMissing, Indexed("readings", index), "",
                      absl::StrCat("there is no reading for the ", metric.spec->type(), " metric ", index));
      }
      return;
    }
    const v1::MetricReading& reading = request_.readings(index);
    metric.api_error = reading.error();
    if (metric.kind == MetricKind::kPods) {
      metric.samples = ReadPodsSamples(reading, index, pods_, findings_);
    } else if (metric.kind == MetricKind::kObject) {
      ReadValues(reading.values(), "values", index, metric);
    } else {
      ReadValues(reading.external_values(), "externalValues", index, metric);
    }
  }

  template <typename Values>
  void ReadValues(const Values& values, absl::string_view field, int index, Metric& metric) {
    metric.values.reserve(static_cast<size_t>(values.size()));
    for (int i = 0; i < values.size(); ++i) {
      metric.values.push_back(ReadMilli(
          values[i].value(), [&] { return absl::StrCat("readings[", index, "].", field, "[", i, "].value"); },
          findings_));
    }
  }

  const v1::RecommendReplicasRequest& request_;
  const ObservedPods& pods_;
  const ReplicasSettings& settings_;
  Findings& findings_;
  Metrics metrics_;
};

void CheckTotal(int64_t total, int64_t limit, absl::string_view path, absl::string_view what, Findings& findings) {
  if (total <= limit) return;
  findings.Add(Rule::kLimitExceeded, path, absl::StrCat(total),
               absl::StrCat("there are ", total, " ", what, ", at most ", limit, " are allowed"));
}

int64_t CountSamples(const v1::RecommendReplicasRequest& request) {
  int64_t samples = 0;
  for (const v1::MetricSpec& spec : MetricsOf(request.autoscaler().spec())) {
    if (IsResource(KindOf(spec))) samples += request.pod_metrics_size();
  }
  for (const v1::MetricReading& reading : request.readings()) {
    samples += reading.values_size() + reading.external_values_size();
  }
  return samples;
}

}  // namespace

Metrics ReadMetrics(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                    const ReplicasSettings& settings, Findings& findings) {
  return Reader(request, pods, settings, findings).Read();
}

void CheckLimits(const v1::RecommendReplicasRequest& request, Findings& findings) {
  CheckCount(request.pods_size(), kMaxPods, "pods", findings);
  CheckCount(request.rivals_size(), kMaxRivals, "rivals", findings);
  CheckCount(request.autoscaler().status().conditions_size(), kMaxAutoscalerConditions, "status.conditions", findings);
  CheckTotal(CountSamples(request), kMaxSamples, "readings", "samples", findings);
  int64_t containers = 0;
  for (const v1::Pod& pod : request.pods()) {
    containers += pod.spec().containers_size() + pod.spec().init_containers_size();
  }
  CheckTotal(containers, kMaxPodContainers, "pods", "containers", findings);
  containers = 0;
  for (const v1::PodMetrics& metrics : request.pod_metrics()) containers += metrics.containers_size();
  CheckTotal(containers, kMaxPodContainers, "podMetrics", "containers", findings);
  const v1::ReplicaHistory& history = request.history();
  CheckTotal(
      int64_t{history.recommendations_size()} + history.scale_up_events_size() + history.scale_down_events_size(),
      kMaxHistoryEntries, "history", "entries", findings);
}

}  // namespace cpsizer
