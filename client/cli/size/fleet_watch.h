#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_WATCH_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_WATCH_H_

#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/types/span.h"
#include "client/cli/base/environment.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/size/fleet_report.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Prints a line for each cluster whose result changes. The result is the current size, the opt-in, the error, the
// outcome, the reason for no recommendation, and the size that is recommended or would be recommended without a hold.
// If only the demand changes, prints nothing. Sends requests only for clusters whose objects have changed. If the
// configuration or the MachineSets have changed, sends requests for all clusters. Prints one more line for a cluster
// that `options` no longer show, and for a deleted cluster.
//
// The decisions are made from the inputs that Update() gets, so these must be in sync with the cluster.
class FleetWatch {
 public:
  // `named` is the only cluster to watch, as `namespace/name`. If it is empty, all clusters that `filter` selects are
  // watched. All arguments that are passed by reference must outlive this.
  FleetWatch(const FleetOptions& options, const ObjectFilter& filter, std::string named, BlockingService& client,
             FleetTable& table, Environment& environment)
      : options_(options),
        filter_(filter),
        named_(std::move(named)),
        client_(client),
        table_(table),
        environment_(environment) {}

  // Records the decisions that were made for `inputs` and are already printed.
  void Begin(const Inputs& inputs, const Sources& sources, absl::Span<const objects::HostedCluster> clusters,
             const FleetResponse& answer);

  // Makes decisions from `inputs` again. If a call to the service fails, and the service did not refuse the request,
  // prints an error and returns false, and the caller must retry. Does not print the same message twice in succession.
  bool Update(Inputs inputs);

 private:
  // The last state of a cluster.
  struct Known {
    objects::HostedCluster cluster;  // only its names and its size
    std::string request;             // the bytes of the last request that has a result
    std::string answer;              // the part of the last response that causes a new line if it changes
    bool shown = false;
  };

  bool Decide(Inputs& inputs, Screen& err);
  // Returns the clusters for which new decisions must be requested.
  std::vector<objects::HostedCluster> ChangedOnes(const Sources& sources,
                                                  absl::Span<const objects::HostedCluster> clusters) const;
  // Records the result. Returns whether the result must be printed.
  bool Take(const FleetRow& row);
  void PrintDeleted(absl::Span<const objects::HostedCluster> clusters);

  const FleetOptions& options_;
  const ObjectFilter& filter_;
  const std::string named_;
  BlockingService& client_;
  FleetTable& table_;
  Environment& environment_;
  std::string shared_;  // the bytes of the configuration and the MachineSets, at the time of the last decisions
  absl::btree_map<std::string, Known> known_;
  std::string message_;  // the last message that was printed
};

// Follows the cluster of `flags` and updates `watch` until the output is closed. `first` are the inputs of the
// decisions that were already made. Returns the exit code.
int RunWatch(const ClusterFlags& flags, const Inputs& first, FleetWatch& watch, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_WATCH_H_
