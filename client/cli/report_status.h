#ifndef CPSIZER_CLIENT_CLI_REPORT_STATUS_H_
#define CPSIZER_CLIENT_CLI_REPORT_STATUS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/inventory.h"
#include "client/cli/screen.h"
#include "client/cli/sizing_client.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// The exit code that a failed call asks for: kExitFindings where the service refuses what it was sent, else
// kExitCallFailed.
int ExitCodeOf(const absl::Status& status);

// Says why a call failed: one line for each violation, with its place in the file of `found` where it is one of the
// configuration, else with `about`, what the call was about (may be empty). Returns the exit code.
int ReportStatus(const absl::Status& status, const FoundConfiguration& found, absl::string_view about, Screen& err);

// The same for a call that carried the configuration. Where the status has no room for all violations, the service is
// asked for them.
int ReportRefusal(const absl::Status& status, const FoundConfiguration& found,
                  const google::protobuf::RepeatedPtrField<v1::MachineSet>& machine_sets, SizingClient& client,
                  absl::string_view about, Screen& err);

// Says which items of a batch failed, and why; those that failed alike in one line. Returns the exit code, 0 if none
// did.
int ReportItemErrors(absl::Span<const HostedCluster> clusters, absl::Span<const v1::BatchRecommendSizeResult> results,
                     const FoundConfiguration& found, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPORT_STATUS_H_
