#include "server/engine/replicas/metrics.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/check_readings.h"
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

// CheckAutoscaler() has checked that the type is one of the five types below.
MetricKind KindOf(absl::string_view type) {
  if (type == "Resource") return MetricKind::kResource;
  if (type == "ContainerResource") return MetricKind::kContainerResource;
  if (type == "Pods") return MetricKind::kPods;
  return type == "Object" ? MetricKind::kObject : MetricKind::kExternal;
}

// An Object metric uses `type` and the field of that type; other metrics use the field that is set.
TargetField TargetFieldOf(const MetricView& view, MetricKind kind) {
  return kind == MetricKind::kObject && view.target->type() != TypeOf(view.target_field) ? TargetField::kNone
                                                                                         : view.target_field;
}

class Reader {
 public:
  Reader(const v1::RecommendReplicasRequest& request, const ObservedPods& pods, const ReplicasSettings& settings,
         Findings& findings)
      : request_(request), pods_(pods), settings_(settings), findings_(findings) {}

  Metrics Read() {
    const MetricSpecs& specs = MetricsOf(request_.horizontal_pod_autoscaler().spec());
    for (int i = 0; i < specs.size(); ++i) ReadMetric(specs[i], i);
    ReadSamples();
    ReadRequests();
    return std::move(metrics_);
  }

 private:
  void ReadMetric(const v1::MetricSpec& spec, int index) {
    const MetricView view = *ViewOf(spec);
    Metric metric;
    metric.spec = &spec;
    metric.kind = KindOf(view.type);
    metric.target_field = TargetFieldOf(view, metric.kind);
    metric.target = ReadTarget(view, metric.target_field, index);
    if (view.is_resource()) metric.series = UseSeries(view, metric);
    const v1::ReplicasReading& reading = ReadingOf(request_, index);
    metric.api_error = reading.error();
    ReadReading(reading, view, index, metric);
    metrics_.list.push_back(std::move(metric));
  }

  int64_t ReadTarget(const MetricView& view, TargetField target_field, int index) {
    if (target_field == TargetField::kNone) return 0;
    if (target_field == TargetField::kAverageUtilization) return view.target->average_utilization();
    const auto path = [&] {
      return absl::StrCat("spec.metrics[", index, "].", view.field, ".target.", FieldOf(target_field));
    };
    bool overflows = false;  // not used: WarnAboutAutoscaler() reports an overflow
    return ReadMilli(*AmountOf(view), path, findings_, overflows);
  }

  // Metrics of the same resource share the data that is read.
  size_t UseSeries(const MetricView& view, const Metric& metric) {
    ResourceSeries series = {std::string(view.name), absl::nullopt};
    if (metric.kind == MetricKind::kContainerResource) series.container = view.container;
    const auto is_same = [&](const ResourceUsage& usage) { return usage.series == series; };
    const auto found = std::find_if(metrics_.usages.begin(), metrics_.usages.end(), is_same);
    const auto place = static_cast<size_t>(found - metrics_.usages.begin());
    if (found == metrics_.usages.end()) metrics_.usages.push_back({std::move(series), false, {}, {}});
    if (metric.target_field == TargetField::kAverageUtilization) metrics_.usages[place].by_requests = true;
    return place;
  }

  void ReadSamples() {
    std::vector<ResourceSeries> series;
    for (const ResourceUsage& usage : metrics_.usages) series.push_back(usage.series);
    std::vector<Samples> samples = ReadResourceSamples(request_, pods_, series, findings_);
    for (size_t i = 0; i < samples.size(); ++i) metrics_.usages[i].samples = std::move(samples[i]);
  }

  void ReadRequests() {
    std::vector<ResourceSeries> series;
    std::vector<ResourceUsage*> usages;
    for (ResourceUsage& usage : metrics_.usages) {
      if (!usage.by_requests) continue;
      series.push_back(usage.series);
      usages.push_back(&usage);
    }
    std::vector<PodRequests> requests = ReadPodRequests(request_, series, settings_.pod_level_resources, findings_);
    for (size_t i = 0; i < requests.size(); ++i) usages[i]->requests = std::move(requests[i]);
  }

  void ReadReading(const v1::ReplicasReading& reading, const MetricView& view, int index, Metric& metric) {
    if (metric.kind == MetricKind::kPods) {
      metric.samples = ReadPodsSamples(reading, index, pods_, findings_);
    } else if (metric.kind == MetricKind::kObject) {
      ReadValues(reading.values(), "values", index, metric);
    } else if (metric.kind == MetricKind::kExternal) {
      ReadValues(reading.external_values(), "externalValues", index, metric);
    } else if (!reading.values().empty()) {
      metric.samples = ReadResourceValues(reading, index, view.name, pods_, findings_);
    } else if (reading.error().empty()) {
      metric.api_error = request_.pod_metrics_error();
    }
  }

  template <typename Values>
  void ReadValues(const Values& values, absl::string_view field, int index, Metric& metric) {
    metric.values.reserve(static_cast<size_t>(values.size()));
    for (int i = 0; i < values.size(); ++i) {
      metric.values.push_back(ReadObservedMilli(
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

}  // namespace

const MetricSpecs& MetricsOf(const v1::HorizontalPodAutoscalerSpec& spec) {
  return spec.metrics().empty() ? DefaultMetrics() : spec.metrics();
}

const Samples& SamplesOf(const Metrics& metrics, const Metric& metric) {
  return metric.samples.has_value() ? *metric.samples : metrics.usages[metric.series].samples;
}

Metrics ReadMetrics(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                    const ReplicasSettings& settings, Findings& findings) {
  return Reader(request, pods, settings, findings).Read();
}

bool KeepsStatusReplicas(const Metric& metric) {
  const bool is_total = metric.kind == MetricKind::kObject || metric.kind == MetricKind::kExternal;
  return is_total && metric.target_field == TargetField::kAverageValue;
}

}  // namespace cpsizer
