#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRIC_SOURCE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRIC_SOURCE_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// Each function adds the errors in the fields and in the target of one of the five kinds of metrics. `path` is the path
// of the field of this kind, such as `spec.metrics[0].pods`.
namespace cpsizer {

void CheckObjectSource(const v1::ObjectMetricSource& source, absl::string_view path, Findings& findings);
void CheckExternalSource(const v1::ExternalMetricSource& source, absl::string_view path, Findings& findings);
void CheckPodsSource(const v1::PodsMetricSource& source, absl::string_view path, Findings& findings);
void CheckResourceSource(const v1::ResourceMetricSource& source, absl::string_view path, Findings& findings);
void CheckContainerResourceSource(const v1::ContainerResourceMetricSource& source, absl::string_view path,
                                  Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRIC_SOURCE_H_
