#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_LOOP_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_LOOP_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/places.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/progress.h"

namespace cpsizer::cli {

// The flags of each verb that simulates an autoscaler over a series.
struct SimulationFlags {
  std::vector<std::string> files;
  std::string series;
  absl::optional<std::string> series_text;  // replaces the bytes of the file `series`; no flag sets this
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
};

// Errors: InvalidArgument if the flag of an input is missing.
absl::Status CheckFiles(const SimulationFlags& flags);

// Makes all decisions of a simulation, shows the progress, and calls `print` with the decisions that were made. If a
// decision cannot be made, prints the reason. `flag_of` and `places` are about the request, as in ReportFailure().
// Returns the exit code.
//
// `simulation` has the functions done(), Prepare() (returns why the next decision cannot be made, or an empty text),
// row() (the index of the row of `series` that the prepared decision uses), Decide() and decisions().
template <typename Simulation, typename Series>
int RunSimulation(Simulation& simulation, const Series& series,
                  absl::FunctionRef<absl::string_view(absl::string_view field)> flag_of, const Places& places,
                  Environment& environment, absl::FunctionRef<void()> print) {
  int exit_code = kExitFine;
  {
    Progress progress(series.rows.size(), "rows", environment);
    while (!simulation.done() && exit_code == kExitFine) {
      if (const std::string why = simulation.Prepare(); !why.empty()) {
        PrintError(why, environment.err);
        return kExitUsage;
      }
      const size_t row = simulation.row();
      if (const absl::Status status = simulation.Decide(); !status.ok()) {
        const std::string about = objects::PlaceText(series.file, {series.rows[row].line, 1});
        exit_code = ReportFailure(status, flag_of, places, about, environment.err);
      }
      progress.Report(row + 1);
    }
  }
  // The decisions before a failed decision are still valid.
  if (!simulation.decisions().empty()) print();
  return exit_code;
}

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SIMULATION_LOOP_H_
