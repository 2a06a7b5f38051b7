#ifndef CPSIZER_SERVER_PROCESS_BUILD_METRIC_H_
#define CPSIZER_SERVER_PROCESS_BUILD_METRIC_H_

#include "server/process/metric_family.h"
#include "server/process/version.h"

namespace cpsizer::server {

// The metric with the version of the running program.
inline constexpr MetricInfo kBuildInfo = {"cpsizer_build_info",
                                          prometheus::MetricType::Gauge,
                                          {"version", "commit"},
                                          "Always 1; the labels are the version and commit of this program."};

inline prometheus::MetricFamily CollectBuildInfo() {
  return FamilyBuilder(kBuildInfo).Add({Version(), Commit()}, 1).Build();
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_BUILD_METRIC_H_
