#include "client/cli/verbs/reader_findings.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/output/show.h"
#include "client/objects/found_object.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

bool IsError(const v1::Finding& finding) {
  return finding.severity() == v1::SEVERITY_ERROR;
}

// Returns whether the value at `path`, or a value around it, was left out.
bool IsLeftOut(const objects::CheckedObject& found, absl::string_view path) {
  while (!path.empty() && !found.left_out.contains(path)) {
    const size_t end = path.find_last_of(".[");
    path = path.substr(0, end == absl::string_view::npos ? 0 : end);
  }
  return !path.empty();
}

// Removes what the service says about values that the reader has left out.
void RemoveLeftOut(const objects::CheckedObject& found, v1::ValidateConfigResponse& response) {
  if (found.left_out.empty()) return;
  auto& findings = *response.mutable_findings();
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&found](const v1::Finding& finding) { return IsLeftOut(found, finding.path()); }),
                 findings.end());
}

void AddFindings(const std::vector<v1::Finding>& findings, v1::ValidateConfigResponse& response) {
  for (const v1::Finding& finding : findings) *response.add_findings() = finding;
  if (std::none_of(findings.begin(), findings.end(), IsError)) return;
  response.set_valid(false);
  // `recommend` rejects these fields, because the object may have another meaning than its author intended.
  response.set_decidable(false);
}

// Adds the errors among the findings, at least one, to the condition in the response.
void AddToCondition(const std::vector<v1::Finding>& findings, v1::ValidateConfigResponse& response) {
  v1::Condition& condition = *response.mutable_condition();
  if (response.valid()) condition.clear_message();
  std::string& message = *condition.mutable_message();
  size_t more = 0;
  for (const v1::Finding& finding : findings) {
    if (!IsError(finding)) continue;
    const std::string line = absl::StrCat(message.empty() ? "" : "; ", finding.path(), ": ", finding.message());
    constexpr size_t kRoomForCount = 64;
    if (more > 0 || message.size() + line.size() + kRoomForCount > kMaxConditionMessageBytes) {
      ++more;
    } else {
      message += line;
    }
  }
  if (more > 0) absl::StrAppend(&message, "; and ", more, " more");
  condition.set_status("False");
  condition.set_reason("SizeConfigurationInvalid");
}

// Adds FIELD_REQUIRED for each size of a file without the smallest number of nodes, which the API server requires. The
// service cannot distinguish an absent number from 0, and the decision does not need it. What the service says about
// the ranges of such a file is removed, because it is about 0.
void AddMissingCriteria(const objects::FoundConfiguration& found, v1::ValidateConfigResponse& response) {
  std::vector<v1::Finding> missing;
  for (int i = 0; i < found.config.spec().sizes_size(); ++i) {
    const std::string criteria = absl::StrCat("spec.sizes[", i, "].criteria");
    const std::string from = absl::StrCat(criteria, ".from");
    if (found.positions.contains(from) || found.left_out.contains(criteria)) continue;
    missing.push_back(MakeFinding(Rule::kFieldRequired, from, "", "the size has no criteria.from"));
    missing.back().set_remedy("Write the smallest number of nodes of the size, such as 0 for the first size.");
  }
  if (missing.empty()) return;
  auto& findings = *response.mutable_findings();
  findings.erase(
      std::remove_if(findings.begin(), findings.end(),
                     [](const v1::Finding& finding) { return absl::StartsWith(finding.rule(), "CRITERIA_"); }),
      findings.end());
  for (v1::Finding& finding : missing) *findings.Add() = std::move(finding);
  response.mutable_condition()->clear_message();
  AddToCondition({findings.begin(), findings.end()}, response);
  response.set_valid(false);
}

}  // namespace

void AddReaderFindings(const objects::CheckedObject& found, v1::ValidateConfigResponse& response) {
  RemoveLeftOut(found, response);
  AddFindings(objects::FindingsToAdd(found.unknown_fields, response.findings()), response);
}

void AddReaderFindingsAndCondition(const objects::CheckedObject& found, v1::ValidateConfigResponse& response) {
  RemoveLeftOut(found, response);
  const std::vector<v1::Finding> findings = objects::FindingsToAdd(found.unknown_fields, response.findings());
  if (std::any_of(findings.begin(), findings.end(), IsError)) AddToCondition(findings, response);
  AddFindings(findings, response);
}

void AddSharers(Rule rule, absl::string_view message, const std::vector<std::string>& sharers,
                v1::ValidateConfigResponse& response) {
  if (sharers.empty()) return;
  v1::Finding& finding = *response.add_findings();
  finding = MakeFinding(rule, "spec.scaleTargetRef", "", absl::StrCat(message, ListNames(sharers)));
  finding.set_value(sharers.front());  // the whole name
  if (finding.severity() != v1::SEVERITY_ERROR) return;
  response.set_valid(false);
  response.set_decidable(false);
}

void SortBySeverity(v1::ValidateConfigResponse& response) {
  std::stable_sort(response.mutable_findings()->begin(), response.mutable_findings()->end(),
                   [](const v1::Finding& a, const v1::Finding& b) { return a.severity() < b.severity(); });
}

absl::StatusOr<v1::ValidateConfigResponse> ValidateConfiguration(const Sources& sources, v1::SizeCpuPolicy policy,
                                                                 BlockingService& client) {
  v1::ValidateConfigRequest request;
  request.set_cpu_policy(policy);
  *request.mutable_machine_sets() = sources.MachineSets();
  *request.mutable_cluster_sizing_configuration() = sources.configuration.config;
  absl::StatusOr<v1::ValidateConfigResponse> response = client.Call(&SizingService::ValidateConfig, std::move(request));
  if (!response.ok()) return response;
  AddReaderFindingsAndCondition(sources.configuration, *response);
  AddMissingCriteria(sources.configuration, *response);
  return response;
}

}  // namespace cpsizer::cli
