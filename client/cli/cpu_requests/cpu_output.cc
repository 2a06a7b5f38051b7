#include "client/cli/cpu_requests/cpu_output.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

// Returns CPUs with three decimals, such as `1.000`, as in the enhancement proposal of OpenShift.
std::string WithThreeDecimals(const std::string& canonical) {
  Quantity quantity;
  if (ParseQuantity(canonical, quantity) != QuantityError::kNone) return canonical;
  const Nanos thousandths = quantity.nanos / 1'000'000;
  return absl::StrFormat("%d.%03d", static_cast<int64_t>(thousandths / 1'000), static_cast<int>(thousandths % 1'000));
}

// Returns the limit minus the request, or "nothing" if the request is larger than the limit or is not a quantity.
std::string LeftOf(int32_t limit, const std::string& canonical) {
  Quantity request;
  const Quantity whole = WholeUnits(limit, QuantityFormat::kDecimalSI);
  if (ParseQuantity(canonical, request) != QuantityError::kNone || request > whole) return "nothing";
  return CanonicalText({whole.nanos - request.nanos, QuantityFormat::kDecimalSI});
}

void PrintNamespaces(const v1::ScaleCpuRequestsResponse& response, Screen& out) {
  Table table({"NAMESPACE", "PODS", "DEFAULT", "SCALED"});
  int64_t pods = 0;
  for (const v1::CpuRequestsNamespaceTotal& total : response.namespaces()) {
    pods += total.pods();
    table.AddRow({{OrDash(total.namespace_())},
                  {absl::StrCat(total.pods())},
                  {total.default_request()},
                  {total.scaled_request(), Style::kBold}});
  }
  table.AddRow({{"total"},
                {absl::StrCat(pods)},
                {response.fit().default_request()},
                {response.fit().scaled_request(), Style::kBold}});
  out.EndLine();
  table.Print(out);
}

void PrintFit(const v1::ScaleCpuRequestsResponse& response, Screen& out) {
  const v1::CpuRequestsFit& fit = response.fit();
  if (response.control_plane_cpu_limit() == 0) return;
  Table table({"", "DEFAULT", "SCALED"});
  table.AddRow({{"of the limit of " + absl::StrCat(response.control_plane_cpu_limit())},
                {fit.default_request()},
                {fit.scaled_request()}});
  table.AddRow({{"left"},
                {LeftOf(response.control_plane_cpu_limit(), fit.default_request())},
                {fit.left().empty() ? "nothing" : fit.left(), fit.fits() ? Style::kGood : Style::kBad}});
  table.AddRow({{"over-subscription needed"},
                {fit.default_shortfall().empty() ? "none" : fit.default_shortfall()},
                {fit.shortfall().empty() ? "none" : fit.shortfall(), fit.fits() ? Style::kGood : Style::kBad}});
  out.EndLine();
  table.Print(out);
}

// Returns "(pod)" for the request of a whole pod, because this request has no container name.
std::string ContainerText(const v1::CpuRequestsScaledRequest& request) {
  return request.name().empty() ? "(pod)" : request.name();
}

void PrintRequests(const v1::ScaleCpuRequestsResponse& response, Screen& out) {
  Table table({"NAMESPACE", "WORKLOAD", "CONTAINER", "DEFAULT", "SCALED", "ARITHMETIC"});
  const auto add = [&table](const v1::CpuRequestsScaledWorkload& workload,
                            const v1::CpuRequestsScaledRequest& request) {
    table.AddRow({{OrDash(workload.namespace_())},
                  {OrDash(workload.name())},
                  {ContainerText(request)},
                  {request.default_request()},
                  {request.scaled_request(), Style::kBold},
                  {request.arithmetic()}});
  };
  for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
    if (workload.has_pod_level()) add(workload, workload.pod_level());
    for (const v1::CpuRequestsScaledRequest& request : workload.containers()) add(workload, request);
  }
  out.EndLine();
  table.Print(out);
}

// Prints the node as in the enhancement proposal of OpenShift: the extra CPUs are on a separate line.
void PrintNode(const v1::CpuRequestsAllocatable& node, Screen& out) {
  out.EndLine();
  out.Line(absl::StrCat("Node ", OrDash(node.node())), Style::kBold);
  out.Spaces(2).Line("Capacity:");
  out.Spaces(4).Line(absl::StrCat("cpu:                   ", node.capacity()));
  out.Spaces(4).Line(absl::StrCat("cpu oversubscription:  ", WithThreeDecimals(node.over_subscription())));
  out.Spaces(2).Line("Allocatable:");
  out.Spaces(4).Text(absl::StrCat("cpu:                   ", node.allocatable()), Style::kBold);
  out.Line(absl::StrCat("   (", node.arithmetic(), ")"), Style::kDim);
}

}  // namespace

void PrintCpuRequests(const v1::ScaleCpuRequestsResponse& response, bool wide, Screen& out) {
  out.Paragraph(response.summary());
  if (response.has_fit()) {
    PrintNamespaces(response, out);
    PrintFit(response, out);
    if (wide) PrintRequests(response, out);
  }
  for (const v1::CpuRequestsAllocatable& node : response.nodes()) PrintNode(node, out);
}

void PrintCpuRequestNames(const v1::ScaleCpuRequestsResponse& response, Screen& out) {
  const auto print = [&out](const v1::CpuRequestsScaledWorkload& workload,
                            const v1::CpuRequestsScaledRequest& request) {
    out.Line(absl::StrCat(OrDash(workload.kind()), " ", OrDash(workload.namespace_()), "/", OrDash(workload.name()),
                          " ", ContainerText(request), " ", request.scaled_request()));
  };
  for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
    if (workload.has_pod_level()) print(workload, workload.pod_level());
    for (const v1::CpuRequestsScaledRequest& request : workload.containers()) print(workload, request);
  }
}

}  // namespace cpsizer::cli
