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

// Returns the exit code for a failed call: kExitFindings if the service refused the request, and kExitCallFailed for
// all other errors.
int ExitCodeOf(const absl::Status& status);

// Returns kExitFindings if the severity of a finding is `fail_on` or higher, and kExitFine if not.
int ExitCodeOf(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, v1::Severity fail_on);

// Prints why a call failed, with one line for each violation. Each line shows the place of the violation in the files.
// If there is no place, the line shows `about`, the subject of the call, which may be empty. Unmet preconditions are
// printed as notes after the error. Returns the exit code.
int ReportStatus(const absl::Status& status, const Places& places, absl::string_view about, Screen& err);

// Like ReportStatus(), for a call with a configuration. If the status does not contain all violations, requests them
// from the service.
int ReportRefusal(const absl::Status& status, const Sources& sources, BlockingService& client, absl::string_view about,
                  Screen& err);

// Prints the violations of a refused request that are about the values of flags, with the names of the flags. `flag_of`
// returns the flag that sets a field of the request, or an empty text if no single flag sets the field. Returns whether
// anything was printed.
bool ReportFlags(const absl::Status& status, absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of,
                 Screen& err);

// Prints why a call failed: the violations that are about the values of flags, like ReportFlags(), or else all, like
// ReportStatus(). Returns the exit code, which is kWrongFlags for flags.
int ReportFailure(const absl::Status& status, absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of,
                  const Places& places, absl::string_view about, Screen& err);

// Prints the warnings about the configuration of a call. A warning without a place in the files is printed with
// `about`.
void ReportWarnings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                    absl::string_view about, Screen& err);

// Prints the warning that the configuration has lost fields (FIELDS_NOT_STORED), for output without the other warnings.
void ReportLostFields(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                      absl::string_view about, Screen& err);

// If the findings of a decision include a warning that is an error in `sources.configuration`, prints that the
// configuration is not valid, and returns kExitFindings. If not, returns kExitFine. A decision reports such an error as
// a warning if the decision does not depend on the error.
int ReportInvalid(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Sources& sources, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_
