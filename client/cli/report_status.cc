#include "client/cli/report_status.h"

#include <algorithm>

#include "absl/container/btree_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/complain.h"
#include "client/cli/exit_code.h"
#include "client/cli/fleet.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer::cli {
namespace {

template <typename Detail>
Detail DetailOf(const absl::Status& status) {
  Detail detail;
  const absl::optional<absl::Cord> payload =
      status.GetPayload(absl::StrCat("type.googleapis.com/", Detail::descriptor()->full_name()));
  if (payload.has_value() && !detail.ParseFromString(std::string(*payload))) detail.Clear();
  return detail;
}

// Whether the service found more violations than the details have room for.
bool ViolationsWereCut(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  const auto total = info.metadata().find("violations_total");
  int count = 0;
  return total != info.metadata().end() && absl::SimpleAtoi(total->second, &count) &&
         count > DetailOf<google::rpc::BadRequest>(status).field_violations_size();
}

}  // namespace

int ExitCodeOf(const absl::Status& status) {
  const bool refused = absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status);
  return refused ? kExitFindings : kExitCallFailed;
}

int ReportStatus(const absl::Status& status, const FoundConfiguration& found, absl::string_view about, Screen& err) {
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  for (const auto& violation : bad_request.field_violations()) {
    ComplainAt(v1::SEVERITY_ERROR, violation.field(), violation.description(), found, about, err);
  }
  const int exit_code = ExitCodeOf(status);
  if (bad_request.field_violations().empty()) {
    const bool of_input = exit_code == kExitFindings && !about.empty();
    ComplainError(absl::StrCat(of_input ? absl::StrCat(about, ": ") : "", status.message()), err);
  }
  return exit_code;
}

int ReportRefusal(const absl::Status& status, const FoundConfiguration& found,
                  const google::protobuf::RepeatedPtrField<v1::MachineSet>& machine_sets, SizingClient& client,
                  absl::string_view about, Screen& err) {
  v1::ValidateConfigResponse all;
  if (ViolationsWereCut(status)) {
    v1::ValidateConfigRequest request;
    *request.mutable_cluster_sizing_configuration() = found.config;
    *request.mutable_machine_sets() = machine_sets;
    if (!client.ValidateConfig(request, all).ok()) all.Clear();
  }
  if (all.findings().empty()) return ReportStatus(status, found, about, err);
  for (const v1::Finding& finding : all.findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR) ComplainFinding(finding, found, about, err);
  }
  return ExitCodeOf(status);
}

int ReportItemErrors(absl::Span<const HostedCluster> clusters, absl::Span<const v1::BatchRecommendSizeResult> results,
                     const FoundConfiguration& found, Screen& err) {
  struct Alike {
    size_t first = 0;
    int count = 0;
  };
  absl::btree_map<std::string, Alike> failures;
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!results[i].has_error()) continue;
    Alike& alike = failures[results[i].error().message()];
    if (++alike.count == 1) alike.first = i;
  }
  int exit_code = kExitFine;
  for (const auto& [message, alike] : failures) {
    const absl::Status status = FromRpcStatus(results[alike.first].error());
    exit_code = std::max(exit_code, ReportStatus(status, found, ClusterName(clusters[alike.first]), err));
    if (alike.count > 1) ComplainNote(absl::StrCat("the same for ", alike.count - 1, " more"), err);
  }
  return exit_code;
}

}  // namespace cpsizer::cli
