#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_READS_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_READS_H_

#include <nlohmann/json.hpp>

#include "absl/time/time.h"
#include "client/cli/base/flags.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The longest time in which one request of the page reads a live cluster.
inline constexpr absl::Duration kMaxLiveRead = absl::Seconds(8);

// The annotations and conditions that the sidecar wrote about a hosted cluster, and the events of the cluster.
struct SidecarWrites {
  nlohmann::ordered_json sidecar;  // `{"annotations": {...}, "conditions": [...]}`, or null
  nlohmann::ordered_json events = nlohmann::ordered_json::array();  // newest first: type, reason, message, time, count
};

// Reads both from the cluster of `flags`. What cannot be read is left out.
SidecarWrites ReadSidecarWrites(ClusterFlags flags, const objects::HostedCluster& cluster);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_LIVE_READS_H_
