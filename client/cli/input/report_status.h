#ifndef CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_
#define CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/sources.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// The exit code that a failed call asks for: kExitFindings where the service refuses what it was sent, else
// kExitCallFailed.
int ExitCodeOf(const absl::Status& status);

// Says why a call failed: one line for each violation, with its place in the files where it has one, else with `about`,
// what the call was about (may be empty). Returns the exit code.
int ReportStatus(const absl::Status& status, const Places& places, absl::string_view about, Screen& err);

// The same for a call that carried the configuration. Where the status has no room for all violations, the service is
// asked for them.
int ReportRefusal(const absl::Status& status, const Sources& sources, BlockingService& client, absl::string_view about,
                  Screen& err);

// Says warnings about what a call shared; `about` where they have no place in the files.
void ReportWarnings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, const Places& places,
                    absl::string_view about, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_REPORT_STATUS_H_
