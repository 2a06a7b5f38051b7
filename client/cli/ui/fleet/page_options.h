#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_OPTIONS_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_OPTIONS_H_

#include <functional>
#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/cluster_autoscaler/autoscaler.h"
#include "client/cli/cpu_requests/cpu_requests.h"
#include "client/cli/history/fit_flags.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/machine/machine.h"
#include "client/cli/size/fleet_cost.h"
#include "client/history/replay/replay.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The objects that the page decides about, and the options of its decisions.
struct PageOptions {
  SourceFlags source;
  ObjectFilter filter;
  ServerFlags server;
  v1::RecommendSizeOptions decision;
  NodePrices prices;
  // The history and the options of its replay. Absent if there is no history.
  ReplayFlags replay;
  absl::optional<history::ReplayOptions> replay_options;
  // Only the flags of the decisions, and the settings of the operator. `machine.now` is also the time of decisions
  // about replicas.
  MachineFlags machine;
  CpuRequestsFlags cpu_requests;
  AutoscalerFlags autoscaler;
  // The usage of containers, from which requests are proposed. Absent if there is none.
  FitFlags usage;
  absl::optional<FitOptions> usage_options;
  std::function<absl::Time()> now;

  bool is_live() const { return source.files.empty(); }
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_OPTIONS_H_
