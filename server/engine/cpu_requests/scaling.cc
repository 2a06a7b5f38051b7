#include "server/engine/cpu_requests/scaling.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "cpsizer/cpu_defaults.h"
#include "server/engine/base/object_type.h"

namespace cpsizer {
namespace {

int32_t ReadLimitValue(int32_t limit, absl::string_view path, Findings& findings) {
  if (limit < 0) {
    findings.Add(Rule::kValueNegative, path, absl::StrCat(limit),
                 absl::StrCat("the CPU limit ", limit, " is negative; 0 means that there is no limit"));
  }
  return std::max(limit, 0);
}

int32_t ReadLimit(const v1::ScaleCpuRequestsRequest& request, Findings& findings) {
  switch (request.limit_case()) {
    case v1::ScaleCpuRequestsRequest::kInfrastructure:
      return ReadInfrastructure(request.infrastructure(), "infrastructure.", findings);
    case v1::ScaleCpuRequestsRequest::kControlPlaneCpuLimit:
      return ReadLimitValue(request.control_plane_cpu_limit(), "controlPlaneCPULimit", findings);
    case v1::ScaleCpuRequestsRequest::LIMIT_NOT_SET:
      break;
  }
  if (request.workloads_size() > 0) {
    findings.Add(Rule::kFieldMissing, "infrastructure", "",
                 "there are workloads and no limit; send infrastructure, or controlPlaneCPULimit");
  }
  return 0;
}

}  // namespace

CpuScaling ReadScaling(const v1::ScaleCpuRequestsRequest& request, Findings& findings) {
  const v1::ScaleCpuRequestsOptions& options = request.options();
  const int32_t count = options.has_default_control_plane_cpu_count() ? options.default_control_plane_cpu_count()
                                                                      : kDefaultControlPlaneCpuCount;
  if (count <= 0) {
    findings.Add(Rule::kValueOutOfRange, "options.defaultControlPlaneCPUCount", absl::StrCat(count),
                 absl::StrCat("the default number of CPUs ", count, " is not above 0"));
  }
  CheckEnum(v1::Detail_IsValid(options.detail()), options.detail(), "options.detail", findings);
  return {ReadLimit(request, findings), std::max(count, 1), options.cap_by_idle_usage()};
}

int32_t ReadInfrastructure(const v1::Infrastructure& infrastructure, absl::string_view prefix, Findings& findings) {
  CheckObjectType(infrastructure, kInfrastructureType, findings, prefix);
  CheckNamedCluster(infrastructure.metadata(), "object", findings, prefix);
  return ReadLimitValue(infrastructure.status().control_plane_cpu_limit(),
                        absl::StrCat(prefix, "status.controlPlaneCPULimit"), findings);
}

v1::CpuRequestsOutcome OutcomeOf(const CpuScaling& scaling) {
  if (scaling.limit == 0) return v1::CPU_REQUESTS_OUTCOME_NO_LIMIT;
  return scaling.scales() ? v1::CPU_REQUESTS_OUTCOME_SCALED : v1::CPU_REQUESTS_OUTCOME_LIMIT_NOT_BELOW_DEFAULT;
}

}  // namespace cpsizer
