#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_FLEET_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_FLEET_H_

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/input/cluster_follower.h"
#include "client/cli/ui/fleet/cluster_probe.h"
#include "client/cli/ui/fleet/page_fleet.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Follows a cluster on a thread of its own, and decides again what changes.
class LiveFleet {
 public:
  // `first` are the inputs that `fleet` has already decided. `publish` gets the events of the page, on the thread of
  // this object. All arguments that are passed by reference must outlive this object.
  LiveFleet(const PageOptions& options, const Inputs& first, PageFleet& fleet, PageState& state, Publish publish);
  // Stops the thread.
  ~LiveFleet();
  LiveFleet(const LiveFleet&) = delete;
  LiveFleet& operator=(const LiveFleet&) = delete;

 private:
  // The objects of the thread.
  struct Follow;

  void Run();
  // Follows the cluster until the end. Errors: those of ClusterConnection::Make(), and of ChooseClient(). If the API
  // server refuses the credentials, or does not respond for long, returns why: the kubeconfig may have changed.
  absl::Status FollowCluster();
  void Decide(Follow& follow);
  // Publishes a status if the cluster does not respond, or responds again.
  void CheckCurrent(Follow& follow);
  // Publishes a status if the cluster has objects for other views than before.
  void CheckViews(Follow& follow);

  const PageOptions& options_;
  const std::string source_;               // of the inputs
  const std::vector<std::string> absent_;  // kinds that the cluster does not serve
  PageFleet& fleet_;
  FleetPublisher publisher_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_FLEET_H_
