#include "server/process/metric_family.h"

#include <prometheus/text_serializer.h>

#include <sstream>

namespace cpsizer::server {

absl::string_view TypeName(prometheus::MetricType type) {
  switch (type) {
    case prometheus::MetricType::Counter:
      return "counter";
    case prometheus::MetricType::Gauge:
      return "gauge";
    case prometheus::MetricType::Histogram:
      return "histogram";
    default:
      return "untyped";
  }
}

FamilyBuilder::FamilyBuilder(const MetricInfo& info) : info_(info) {
  family_.name = std::string(info.name);
  family_.help = std::string(info.help);
  family_.type = info.type;
}

prometheus::ClientMetric& FamilyBuilder::Labelled(std::initializer_list<absl::string_view> labels) {
  prometheus::ClientMetric& metric = family_.metric.emplace_back();
  const absl::string_view* name = info_.labels;
  for (const absl::string_view value : labels) metric.label.push_back({std::string(*name++), std::string(value)});
  return metric;
}

FamilyBuilder& FamilyBuilder::Add(std::initializer_list<absl::string_view> labels, double value) {
  prometheus::ClientMetric& metric = Labelled(labels);
  (info_.type == prometheus::MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
  return *this;
}

FamilyBuilder& FamilyBuilder::Add(std::initializer_list<absl::string_view> labels, const Histogram& histogram) {
  Labelled(labels).histogram = histogram.Collect();
  return *this;
}

std::string Expose(const std::vector<prometheus::MetricFamily>& families) {
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return std::move(text).str();
}

}  // namespace cpsizer::server
