#include "cpsizer/scale_cpu_requests.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/node_allocatable.h"
#include "server/engine/cpu_requests/scaling.h"
#include "server/engine/cpu_requests/summarize_cpu.h"
#include "server/engine/cpu_requests/workload_requests.h"

namespace cpsizer {
namespace {

int64_t CountContainers(const v1::ScaleCpuRequestsRequest& request) {
  int64_t count = 0;
  for (const v1::CpuRequestsWorkload& workload : request.workloads()) {
    count +=
        workload.pod_spec().containers_size() + workload.pod_spec().init_containers_size() + workload.idle_usage_size();
  }
  return count;
}

void CheckLimits(const v1::ScaleCpuRequestsRequest& request, Findings& findings) {
  if (request.workloads_size() == 0 && request.nodes_size() == 0) {
    findings.Add(Rule::kFieldMissing, "workloads", "", "there are neither workloads nor nodes");
  }
  CheckCount(request.workloads_size(), kMaxCpuWorkloads, "workloads", findings);
  CheckCount(request.nodes_size(), kMaxCpuNodes, "nodes", findings);
  CheckTotal(CountContainers(request), kMaxCpuContainers, "workloads", "containers and idle usages", findings);
}

// Returns the difference, or an empty text if the difference is not above 0.
std::string Above(Millicores amount, Millicores bound) {
  return amount > bound ? MillicoreText(amount - bound) : "";
}

void AnswerFit(const v1::ScaleCpuRequestsRequest& request, const CpuScaling& scaling, const PodTotals& pods,
               v1::CpuRequestsFit& fit, Findings& findings) {
  fit.set_default_request(MillicoreText(pods.before));
  fit.set_scaled_request(MillicoreText(pods.after));
  fit.set_fits(true);
  if (scaling.limit == 0) return;
  const Millicores limit = Millicores{scaling.limit} * 1'000;
  fit.set_fits(pods.after <= limit);
  fit.set_default_shortfall(Above(pods.before, limit));
  fit.set_shortfall(Above(pods.after, limit));
  if (fit.fits()) {
    fit.set_left(MillicoreText(limit - pods.after));
    return;
  }
  findings.Add(Rule::kRequestsAboveLimit,
               request.has_infrastructure() ? "infrastructure.status.controlPlaneCPULimit" : "controlPlaneCPULimit",
               absl::StrCat(scaling.limit),
               absl::StrCat("the requests add up to ", fit.scaled_request(), ", which is ", fit.shortfall(),
                            " above the limit of ", scaling.limit));
}

}  // namespace

absl::Status ScaleCpuRequests(const v1::ScaleCpuRequestsRequest& request, v1::ScaleCpuRequestsResponse& response) {
  Findings findings(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxCpuFindings);
  const bool brief = request.options().detail() == v1::DETAIL_BRIEF;
  CheckLimits(request, findings);
  const CpuScaling scaling = ReadScaling(request, findings);
  // If the request is too large, or its limit or options have errors, its workloads and nodes are not read.
  if (findings.has_errors()) return InvalidArgument(response.findings());
  const PodTotals pods = ScaleWorkloads(request, scaling, brief, response, findings);
  const NodeTotals nodes = ComputeAllocatable(request, brief, response, findings);
  if (findings.has_errors()) return InvalidArgument(response.findings());

  // `fit_findings` has no limit, because the finding about the sum is more important than a finding about one
  // container.
  Findings fit_findings(*response.mutable_findings());
  response.set_outcome(OutcomeOf(scaling));
  response.set_control_plane_cpu_limit(scaling.limit);
  response.set_default_control_plane_cpu_count(scaling.count);
  if (request.workloads_size() > 0) AnswerFit(request, scaling, pods, *response.mutable_fit(), fit_findings);
  if (brief) {
    response.clear_findings();
  } else {
    response.set_summary(SummarizeCpu(scaling, pods, nodes, response));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
