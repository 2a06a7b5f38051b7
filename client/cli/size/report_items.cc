#include "client/cli/size/report_items.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/show.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "cpsizer/status.h"

namespace cpsizer::cli {

int ReportItemErrors(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, const Sources& sources, Screen& err,
                     absl::string_view which) {
  struct SameMessage {
    size_t first = 0;
    int count = 0;
  };
  absl::btree_map<std::string, SameMessage> failures;
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!results[i].has_error()) continue;
    SameMessage& same = failures[results[i].error().message()];
    if (++same.count == 1) same.first = i;
  }
  int exit_code = kExitFine;
  for (const auto& [message, same] : failures) {
    const absl::Status status = FromRpcStatus(results[same.first].error());
    const std::string about = absl::StrCat(ClusterName(clusters[same.first]), which.empty() ? "" : " with ", which);
    exit_code = std::max(exit_code, ReportStatus(status, sources, about, err));
    if (same.count > 1) PrintNote(absl::StrCat("the same error for ", Counted(same.count - 1, "more cluster")), err);
  }
  return exit_code;
}

void ReportItemFindings(absl::Span<const FleetRow> rows, const google::protobuf::RepeatedPtrField<v1::Finding>& printed,
                        const Sources& sources, RulesThatOnlyHold holding, Screen& err) {
  struct SameRule {
    const v1::Finding* finding = nullptr;  // of a held cluster, if there is one
    std::vector<std::string> held;
    std::vector<std::string> others;
  };
  absl::btree_map<std::string, SameRule> rules;
  for (const FleetRow& row : rows) {
    const v1::RecommendSizeResponse& response = row.result->response();
    for (const v1::Finding& finding : response.findings()) {
      if (!AtLeast(finding.severity(), v1::SEVERITY_WARNING)) continue;
      const bool holds = finding.rule() == HoldRuleId(response);
      if (!holds && sources.PlaceOf(finding.path()).has_value()) continue;
      SameRule& same = rules[finding.rule()];
      std::vector<std::string>& clusters = holds ? same.held : same.others;
      if (same.finding == nullptr || (holds && clusters.empty())) same.finding = &finding;
      const std::string name = ClusterName(*row.cluster);
      if (clusters.empty() || clusters.back() != name) clusters.push_back(name);
    }
  }
  for (const auto& [rule, same] : rules) {
    if (same.others.empty() && holding == RulesThatOnlyHold::kLeaveOut) continue;
    const bool holds = !same.held.empty();
    const bool is_printed =
        std::any_of(printed.begin(), printed.end(), [&item = *same.finding](const v1::Finding& finding) {
          return finding.rule() == item.rule() && finding.path() == item.path();
        });
    if (!is_printed) PrintFinding(*same.finding, sources, holds ? same.held.front() : same.others.front(), err);
    if (holds) PrintNote(absl::StrCat(rule, " holds ", ListNames(same.held)), err);
    const auto others = absl::MakeConstSpan(same.others).subspan(holds ? 0 : 1);
    if (others.empty()) continue;
    PrintNote(absl::StrCat(rule, " also for ", ListNames(others), holds ? ", which it does not hold" : ""), err);
  }
}

}  // namespace cpsizer::cli
