#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_FLEET_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_FLEET_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/size_counts.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// A new snapshot, and the event with the changes for pages that have the previous snapshot.
struct FleetUpdate {
  std::shared_ptr<const FleetSnapshot> snapshot;
  std::string event;
};

// Decides a fleet, and again what has changed. Keeps the row of each cluster as text, and no response. Must be used on
// one thread at a time.
class PageFleet {
 public:
  // `options` must outlive this object.
  explicit PageFleet(const PageOptions& options) : options_(options) {}

  // Makes decisions for the clusters of `inputs` whose objects have changed, or for all clusters if the configuration
  // or the MachineSets have changed. A refused configuration is not an error: each row then has the error. Returns an
  // update without a snapshot if nothing has changed. Errors: failures of the service; the caller must retry.
  absl::StatusOr<FleetUpdate> Update(Inputs inputs, BlockingService& client);

 private:
  using Name = std::pair<std::string, std::string>;  // namespace and name

  struct Row {
    size_t fingerprint = 0;  // of the objects that the row shows
    std::shared_ptr<const std::string> text;
    std::string size_now;
    std::string size_after;
    bool failed = false;
    bool pinned = false;  // ClusterDiff::pinned
    bool seen = false;    // in the inputs of the current update
  };

  // A cluster that must be decided again.
  struct Changed {
    size_t index;  // in the inputs
    size_t fingerprint;
    Row* row;
  };

  std::vector<Changed> TakeClusters(const std::vector<objects::HostedCluster>& clusters, const OperatorRules& rules,
                                    bool all);
  absl::Status Decide(const Inputs& inputs, const Sources& sources, const std::vector<Changed>& changed,
                      BlockingService& client);
  // Like Decide(), but a refused configuration is not an error: prints it to `err`, and each row gets the error.
  absl::Status DecideOrFail(const Inputs& inputs, const Sources& sources, const std::vector<Changed>& changed,
                            BlockingService& client, Screen& err);
  void Fail(const absl::Status& status, const Inputs& inputs, const std::vector<Changed>& changed);
  void SetRow(const Changed& changed, const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result,
              const OperatorRules& rules);
  std::vector<Name> RemoveUnseen();
  std::string TotalsJson(const FleetSnapshot& snapshot) const;
  std::vector<SizeCount> CountSizes() const;
  std::string EventJson(const FleetSnapshot& snapshot, const std::vector<Changed>& changed,
                        const std::vector<Name>& removed, bool reread) const;

  const PageOptions& options_;
  uint64_t revision_ = 0;
  bool incomplete_ = true;     // the last update failed, or there was none
  std::string shared_;         // what all decisions share: see RequestBytes()
  std::string problems_json_;  // of the last snapshot
  std::string configuration_json_ = "null";
  v1::RecommendSizeResponse ladder_;  // only the sizes
  std::map<Name, Row> rows_;          // in the order of the clusters; rows keep their address
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_FLEET_H_
