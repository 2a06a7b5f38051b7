#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_REPORT_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_REPORT_H_

#include <cstddef>
#include <string>

#include "absl/types/span.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/size/fleet_rows.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// Options for deciding and showing a fleet.
struct FleetOptions {
  v1::RecommendSizeOptions decision;
  FleetView view;
  OutputFormat output = OutputFormat::kTable;
  v1::Severity fail_on = v1::SEVERITY_ERROR;
  // If true, the result may depend on the CPU policy. If a decision depends on it, a note is printed.
  bool policy_may_matter = false;
  absl::optional<objects::SizeBasis> basis;  // see SetBasis()
  // If true, more lines follow the table. The summary by size is then not printed, and structured items are printed one
  // by one.
  bool watch = false;
};

// Prints `rows` in the format of `options`. If the format is a table, uses `table`.
void PrintFleet(const FleetOptions& options, absl::Span<const FleetRow> rows, FleetTable& table, Screen& out);
// Like PrintFleet(), for clusters that are deleted.
void PrintDeletedClusters(const FleetOptions& options, absl::Span<const objects::HostedCluster> clusters,
                          FleetTable& table, Screen& out);

// Makes the decisions for `clusters`, and prints the rows that `options` select, the summary and the findings. Sets
// `answer`, unless a call fails. Returns the exit code. The exit code depends on the failed decisions of all clusters,
// and on the findings about the clusters that are shown.
int ReportFleet(const FleetOptions& options, const Sources& sources, absl::Span<const objects::HostedCluster> clusters,
                BlockingService& client, FleetTable& table, Environment& environment, FleetResponse& answer);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_REPORT_H_
