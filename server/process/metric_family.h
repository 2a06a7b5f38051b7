#ifndef CPSIZER_SERVER_PROCESS_METRIC_FAMILY_H_
#define CPSIZER_SERVER_PROCESS_METRIC_FAMILY_H_

#include <prometheus/metric_family.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/histogram.h"

namespace cpsizer::server {

// The description of a metric, for the metrics page and docs/metrics.md.
struct MetricInfo {
  absl::string_view name;
  prometheus::MetricType type;
  absl::string_view labels[4];  // unused labels are empty
  absl::string_view help;       // one sentence
};

// Returns `counter`, `gauge` or `histogram`.
absl::string_view TypeName(prometheus::MetricType type);

// Builds the series of one metric. The label values of a series must have the same order as `info.labels`. `info` must
// outlive this object.
class FamilyBuilder {
 public:
  explicit FamilyBuilder(const MetricInfo& info);

  FamilyBuilder& Add(std::initializer_list<absl::string_view> labels, double value);
  FamilyBuilder& Add(std::initializer_list<absl::string_view> labels, const Histogram& histogram);

  prometheus::MetricFamily Build() { return std::move(family_); }

 private:
  prometheus::ClientMetric& Labelled(std::initializer_list<absl::string_view> labels);

  const MetricInfo& info_;
  prometheus::MetricFamily family_;
};

// The content type and the text of the metrics page, in the text format of Prometheus, version 0.0.4.
inline constexpr absl::string_view kExpositionType = "text/plain; version=0.0.4; charset=utf-8";
std::string Expose(const std::vector<prometheus::MetricFamily>& families);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_METRIC_FAMILY_H_
