#ifndef CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_
#define CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/sources.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Returns the exit code for a failed call: kExitFindings if the service refused the request, else kExitCallFailed.
int ExitCodeOf(const absl::Status& status);

// Returns kExitFindings if a finding is at least as severe as `fail_on`, else kExitFine.
int ExitCodeOf(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, v1::Severity fail_on);

// Prints why a call failed: one line for each violation, with its place in the files if it has one, else with `about`,
// the subject of the call (may be empty). Unmet preconditions are notes after the error. Returns the exit code.
int ReportStatus(const absl::Status& status, const Places& places, absl::string_view about, Screen& err);

// The same for a call with the configuration. If the status does not contain all violations, requests them from the
// service.
int ReportRefusal(const absl::Status& status, const Sources& sources, BlockingService& client, absl::string_view about,
                  Screen& err);

// Prints what a refused request says about the values of flags, under their names. `flag_of` returns the flag that
// alone sets a field of the request, empty if there is none. Returns whether anything was printed.
bool ReportFlags(const absl::Status& status, absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of,
                 Screen& err);

// Prints the warnings about the configuration of a call, with `about` if they have no place in the files.
void ReportWarnings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                    absl::string_view about, Screen& err);

// Prints that the sidecar holds all sizes, if the findings of a decision include errors in `sources.configuration` that
// the decision does not depend on; they are warnings there. Returns kExitFindings then, else kExitFine.
int ReportHold(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Sources& sources, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_
