#include "client/cli/input/report_status.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/output/show.h"
#include "client/cli/size/fleet.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer::cli {
namespace {

template <typename Detail>
Detail DetailOf(const absl::Status& status) {
  Detail detail;
  ReadDetail(status, detail);
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

int ReportStatus(const absl::Status& status, const Places& places, absl::string_view about, Screen& err) {
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  for (const auto& violation : bad_request.field_violations()) {
    ComplainAt(v1::SEVERITY_ERROR, violation.field(), violation.description(), places, about, err);
  }
  const int exit_code = ExitCodeOf(status);
  if (bad_request.field_violations().empty()) {
    const bool of_input = exit_code == kExitFindings && !about.empty();
    ComplainError(absl::StrCat(of_input ? absl::StrCat(about, ": ") : "", status.message()), err);
  }
  return exit_code;
}

int ReportRefusal(const absl::Status& status, const Sources& sources, BlockingService& client, absl::string_view about,
                  Screen& err) {
  absl::StatusOr<v1::ValidateConfigResponse> all = status;
  if (ViolationsWereCut(status)) {
    v1::ValidateConfigRequest request;
    *request.mutable_cluster_sizing_configuration() = sources.configuration.config;
    *request.mutable_machine_sets() = sources.MachineSets();
    all = client.Call(&SizingService::ValidateConfig, std::move(request));
  }
  if (!all.ok() || all->findings().empty()) return ReportStatus(status, sources, about, err);
  for (const v1::Finding& finding : all->findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR) ComplainFinding(finding, sources, about, err);
  }
  return ExitCodeOf(status);
}

int ReportItemErrors(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, const Sources& sources, Screen& err) {
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
    exit_code = std::max(exit_code, ReportStatus(status, sources, ClusterName(clusters[alike.first]), err));
    if (alike.count > 1) ComplainNote(absl::StrCat("the same for ", alike.count - 1, " more"), err);
  }
  return exit_code;
}

void ReportWarnings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                    absl::string_view about, Screen& err) {
  for (const v1::Finding& finding : findings) {
    if (AtLeast(finding.severity(), v1::SEVERITY_WARNING)) ComplainFinding(finding, places, about, err);
  }
}

void ReportItemFindings(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> results, const Sources& sources, Screen& err) {
  struct Alike {
    const v1::Finding* first = nullptr;
    std::vector<std::string> clusters;
  };
  absl::btree_map<std::string, Alike> rules;
  for (size_t i = 0; i < clusters.size(); ++i) {
    const v1::RecommendSizeResponse& response = results[i].response();
    for (const v1::Finding& finding : response.findings()) {
      if (!AtLeast(finding.severity(), v1::SEVERITY_WARNING) || sources.PlaceOf(finding.path()).has_value()) continue;
      if (absl::StrContains(response.summary(), finding.rule())) continue;
      Alike& alike = rules[finding.rule()];
      if (alike.first == nullptr) alike.first = &finding;
      const std::string name = ClusterName(clusters[i]);
      if (alike.clusters.empty() || alike.clusters.back() != name) alike.clusters.push_back(name);
    }
  }
  for (const auto& [rule, alike] : rules) {
    ComplainFinding(*alike.first, sources, alike.clusters.front(), err);
    const auto others = absl::MakeConstSpan(alike.clusters).subspan(1);
    if (!others.empty()) ComplainNote(absl::StrCat(rule, " also for ", ListNames(others)), err);
  }
}

}  // namespace cpsizer::cli
