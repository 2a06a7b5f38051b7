#include "client/sidecar/metric_table.h"

#include <iterator>
#include <vector>

#include "absl/algorithm/container.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/sidecar_metrics.h"

namespace cpsizer::sidecar {

absl::Span<const server::MetricInfo> SidecarMetricTable() {
  static const std::vector<server::MetricInfo>& table = *[] {
    auto* const all = new std::vector<server::MetricInfo>;
    absl::c_copy(ControlMetricTable(), std::back_inserter(*all));
    for (const ControllerInfo* info : Controllers()) absl::c_copy(info->metrics(), std::back_inserter(*all));
    return all;
  }();
  return table;
}

}  // namespace cpsizer::sidecar
