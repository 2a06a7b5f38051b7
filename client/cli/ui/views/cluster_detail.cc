#include <string>
#include <utility>

#include "absl/status/status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/api/row_json.h"
#include "client/cli/ui/fleet/live_reads.h"
#include "client/cli/ui/views/copy_commands.h"
#include "client/cli/ui/views/page_answers.h"
#include "client/service/call_failure.h"
#include "cpsizer/status.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

const objects::HostedCluster* FindCluster(const FleetSnapshot& snapshot, absl::string_view query) {
  const auto parameters = ParseQuery(query);
  const auto name_space = parameters.find("namespace");
  const auto name = parameters.find("name");
  if (name == parameters.end()) return nullptr;
  for (const objects::HostedCluster& cluster : snapshot.inputs->inventory.clusters) {
    const bool in_namespace =
        name_space == parameters.end() ? cluster.namespace_name.empty() : cluster.namespace_name == name_space->second;
    if (in_namespace && cluster.name == name->second) return &cluster;
  }
  return nullptr;
}

ordered_json VpaJson(const objects::HostedCluster& cluster) {
  if (!cluster.vpa_status.has_value() && !cluster.vpa_problem.has_value()) return nullptr;
  ordered_json json;
  json["created"] = cluster.vpa_created;
  json["status"] = cluster.vpa_status.has_value() ? ToJson(*cluster.vpa_status) : ordered_json();
  json["problem"] = cluster.vpa_problem.has_value() ? ordered_json(cluster.vpa_problem->message) : ordered_json();
  return json;
}

}  // namespace

ui::ApiResponse ClusterDetail(const PageOptions& options, const FleetSnapshot& snapshot, absl::string_view query,
                              bool reads_cluster, BlockingService& client) {
  const objects::HostedCluster* const cluster = FindCluster(snapshot, query);
  if (cluster == nullptr) return ErrorAnswer(absl::NotFoundError("there is no such hosted cluster"));
  v1::RecommendSizeRequest request = RequestFor(*cluster);
  SetNow(options.now(), request);
  *request.mutable_options() = options.decision;
  absl::StatusOr<v1::RecommendSizeResponse> response = absl::FailedPreconditionError(snapshot.no_decision);
  if (snapshot.configuration != nullptr) {
    const Sources sources(*snapshot.configuration, snapshot.inputs->inventory.machine_sets);
    *request.mutable_cluster_sizing_configuration() = snapshot.configuration->config;
    *request.mutable_machine_sets() = sources.MachineSets();
    const absl::Status usable = CheckCluster(*cluster);
    response = usable.ok() ? client.Call(&SizingService::RecommendSize, request) : usable;
  }
  if (!response.ok() && !IsRefusal(response.status())) return ErrorAnswer(response.status());
  v1::BatchRecommendSizeResult result;
  if (response.ok()) {
    UseNodeCount(*cluster, *response);
    *result.mutable_response() = *response;
  } else {
    SetRpcStatus(response.status(), *result.mutable_error());
  }
  ordered_json item = FleetItemJson(MakeRow(*cluster, result, snapshot.Rules(options.now())));
  AddObservedFields(*cluster, item);
  SidecarWrites writes;
  if (reads_cluster) writes = ReadSidecarWrites(options.source.cluster, *cluster);
  return JsonAnswer({{"item", std::move(item)},
                     {"request", ToJson(request)},
                     {"vpa", VpaJson(*cluster)},
                     {"sidecar", std::move(writes.sidecar)},
                     {"events", std::move(writes.events)},
                     {"commands", ClusterCommands(options, *cluster, result.response().recommended_size())}});
}

}  // namespace cpsizer::cli
