#include "client/cli/input/report_status.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/btree_set.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/service/call_failure.h"
#include "cpsizer/rules.h"
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

// Returns the number of violations that the service found but did not include in the details of the status.
int ViolationsLeftOff(const absl::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  const auto total = info.metadata().find("violations_total");
  int count = 0;
  if (total == info.metadata().end() || !absl::SimpleAtoi(total->second, &count)) return 0;
  const int listed = DetailOf<google::rpc::BadRequest>(status).field_violations_size() +
                     DetailOf<google::rpc::PreconditionFailure>(status).violations_size();
  return std::max(count, listed) - listed;
}

// Prints the unmet preconditions of the request, such as missing objects, each with its place. The message of the
// status contains at most ten of them.
void NoteUnmetPreconditions(const absl::Status& status, const Places& places, absl::string_view about, Screen& err) {
  const auto failure = DetailOf<google::rpc::PreconditionFailure>(status);
  if (failure.violations().empty()) return;
  for (const auto& violation : failure.violations()) {
    PrintErrorAt(v1::SEVERITY_NOTE, violation.subject(), violation.description(), places, about, err);
  }
  const int more = ViolationsLeftOff(status);
  if (more > 0) PrintNote(absl::StrCat("and ", more, " more"), err);
}

// Returns the id of the error in parentheses, for cpsizer explain. Returns an empty text if the status has no id, or if
// its message already ends with the id, as the message of an item of a batch does.
std::string IdInParentheses(const absl::Status& status) {
  const std::string reason = DetailOf<google::rpc::ErrorInfo>(status).reason();
  std::string id = absl::StrCat(" (", reason, ")");
  return reason.empty() || absl::EndsWith(status.message(), id) ? "" : id;
}

// Returns whether a decision reports the finding as a warning, although its rule is an error of the configuration.
bool IsErrorAsWarning(const v1::Finding& finding) {
  const RuleInfo* const info = FindRule(finding.rule());
  return finding.severity() == v1::SEVERITY_WARNING && info != nullptr && info->severity == v1::SEVERITY_ERROR;
}

}  // namespace

int ExitCodeOf(const absl::Status& status) {
  return IsRefusal(status) ? kExitFindings : kExitCallFailed;
}

int ExitCodeOf(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, v1::Severity fail_on) {
  for (const v1::Finding& finding : findings) {
    if (AtLeast(finding.severity(), fail_on)) return kExitFindings;
  }
  return kExitFine;
}

int ReportStatus(const absl::Status& status, const Places& places, absl::string_view about, Screen& err) {
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  for (const auto& violation : bad_request.field_violations()) {
    PrintErrorAt(v1::SEVERITY_ERROR, violation.field(), violation.description(), places, about, err);
  }
  const int exit_code = ExitCodeOf(status);
  if (bad_request.field_violations().empty()) {
    const bool of_input = exit_code == kExitFindings && !about.empty();
    PrintError(absl::StrCat(of_input ? absl::StrCat(about, ": ") : "", status.message(), IdInParentheses(status)), err);
  }
  NoteUnmetPreconditions(status, places, about, err);
  return exit_code;
}

int ReportRefusal(const absl::Status& status, const Sources& sources, BlockingService& client, absl::string_view about,
                  Screen& err) {
  absl::StatusOr<v1::ValidateConfigResponse> all = status;
  // ValidateConfig is not called for a FailedPrecondition, because ValidateConfig does not report missing inputs of a
  // decision.
  if (absl::IsInvalidArgument(status) && ViolationsLeftOff(status) > 0) {
    v1::ValidateConfigRequest request;
    *request.mutable_cluster_sizing_configuration() = sources.configuration.config;
    *request.mutable_machine_sets() = sources.MachineSets();
    all = client.Call(&SizingService::ValidateConfig, std::move(request));
  }
  if (!all.ok() || all->findings().empty()) return ReportStatus(status, sources, about, err);
  for (const v1::Finding& finding : all->findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR) PrintFinding(finding, sources, about, err);
  }
  return ExitCodeOf(status);
}

bool ReportFlags(const absl::Status& status, absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of,
                 Screen& err) {
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  bool any = false;
  for (const auto& violation : bad_request.field_violations()) {
    const absl::string_view flag = flag_of(violation.field());
    if (flag.empty()) continue;
    PrintError(absl::StrCat(flag, ": ", violation.description()), err);
    any = true;
  }
  return any;
}

int ReportFailure(const absl::Status& status, absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of,
                  const Places& places, absl::string_view about, Screen& err) {
  return ReportFlags(status, flag_of, err) ? kWrongFlags : ReportStatus(status, places, about, err);
}

void ReportWarnings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                    absl::string_view about, Screen& err) {
  for (const v1::Finding& finding : findings) {
    if (AtLeast(finding.severity(), v1::SEVERITY_WARNING)) PrintFinding(finding, places, about, err);
  }
}

void ReportLostFields(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                      absl::string_view about, Screen& err) {
  for (const v1::Finding& finding : findings) {
    if (finding.rule() == Info(Rule::kFieldsNotStored).id) PrintFinding(finding, places, about, err);
  }
}

int ReportInvalid(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Sources& sources,
                  Screen& err) {
  absl::btree_set<std::string> rules;
  for (const v1::Finding& finding : findings) {
    if (IsErrorAsWarning(finding)) rules.insert(finding.rule());
  }
  if (rules.empty()) return kExitFine;
  PrintError(absl::StrCat(sources.configuration.file, ": the configuration is not valid (", absl::StrJoin(rules, ", "),
                          "); no decision reads the fields with errors, so the sidecar decides, but the operator may "
                          "apply no sizes; cpsizer validate lists the errors"),
             err);
  return kExitFindings;
}

}  // namespace cpsizer::cli
