#ifndef CPSIZER_CLIENT_CLI_UI_UI_FLAGS_H_
#define CPSIZER_CLIENT_CLI_UI_UI_FLAGS_H_

#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "client/cli/cluster_autoscaler/autoscaler.h"
#include "client/cli/cpu_requests/cpu_requests.h"
#include "client/cli/history/fit_flags.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/machine/machine.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/ui/page_server.h"

namespace cpsizer::cli {

struct UiFlags {
  SourceFlags source;
  ReplayFlags replay;             // also the prices, the options of decisions and the service
  MachineFlags machine;           // only the flags of its decision
  CpuRequestsFlags cpu_requests;  // only the flags of its decision
  AutoscalerFlags autoscaler;     // only the settings of the operator
  FitFlags usage;                 // only the files of the usage, and the flags of proposals of requests
  ui::PageServerOptions server;
  bool open = false;
};

void AddUiFlags(CLI::App& app, UiFlags& flags);

// Returns the options of the page, without the CPU policy of a live cluster. If a value is not valid, or if flags
// contradict each other, prints an error and returns nothing.
absl::optional<PageOptions> ReadPageOptions(UiFlags flags, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_UI_FLAGS_H_
