#include "client/sidecar/metric_table.h"

#include <vector>

#include "client/sidecar/control/sidecar_metrics.h"
#include "client/sidecar/size/size_status.h"

namespace cpsizer::sidecar {

absl::Span<const server::MetricInfo> SidecarMetricTable() {
  static const std::vector<server::MetricInfo>& table = *[] {
    auto* const all = new std::vector<server::MetricInfo>;
    for (const auto part : {ControlMetricTable(), SizeMetricTable()}) {
      all->insert(all->end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

}  // namespace cpsizer::sidecar
