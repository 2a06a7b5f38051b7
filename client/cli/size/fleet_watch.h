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

// Prints a line for each cluster whose result changes: its size, outcome, recommendation, hold or opt-in, not only
// its demand. Sends requests only for clusters whose observation has changed, or for all after a change of the
// configuration or the MachineSets. A cluster that `options` no longer show gets one more line, and so does a deleted
// one.
//
// Decides from its input: the caller must be in sync with the cluster.
class FleetWatch {
 public:
  // `named` is the only cluster that is watched, as `namespace/name`; empty for all that `filter` admits. Outlived by
  // all references.
  FleetWatch(const FleetOptions& options, const ObjectFilter& filter, std::string named, BlockingService& client,
             FleetTable& table, Environment& environment)
      : options_(options),
        filter_(filter),
        named_(std::move(named)),
        client_(client),
        table_(table),
        environment_(environment) {}

  // Records the decisions for `inputs` that are already printed.
  void Begin(const Inputs& inputs, const Sources& sources, absl::Span<const objects::HostedCluster> clusters,
             const FleetResponse& answer);

  // Decides again from `inputs`. Returns false, after printing an error, if the service could not be reached and the
  // call must be retried. A message is not repeated until another one was printed.
  bool Update(Inputs inputs);

 private:
  // The state of a cluster.
  struct Known {
    objects::HostedCluster cluster;  // its names and size
    std::string request;             // the bytes of the last request with a response
    std::string answer;              // the part of the response whose change prints a line
    bool shown = false;
  };

  bool Decide(Inputs& inputs, Screen& err);
  // Returns the clusters to request decisions for.
  std::vector<objects::HostedCluster> ChangedOnes(const Sources& sources,
                                                  absl::Span<const objects::HostedCluster> clusters) const;
  // Returns whether the result must be printed.
  bool Take(const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result);
  void PrintDeleted(absl::Span<const objects::HostedCluster> clusters);

  const FleetOptions& options_;
  const ObjectFilter& filter_;
  const std::string named_;
  BlockingService& client_;
  FleetTable& table_;
  Environment& environment_;
  std::string shared_;  // the bytes of the configuration and the MachineSets of the last decisions
  absl::btree_map<std::string, Known> known_;
  std::string message_;  // the last message
};

// Follows the cluster of `flags` after `first` was decided, and updates `watch`, until the output is closed. Returns
// the exit code.
int RunWatch(const ClusterFlags& flags, const Inputs& first, FleetWatch& watch, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_WATCH_H_
