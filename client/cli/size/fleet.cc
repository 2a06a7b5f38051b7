#include "client/cli/size/fleet.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/size/cluster_findings.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message.h"
#include "server/process/show_time.h"

namespace cpsizer::cli {
namespace {

// The maximum size of the protobuf tag and length of an item in a batch.
constexpr size_t kItemOverheadBytes = 6;
// The maximum number of rows of one call. It is far below kMaxBatchRows for two reasons: a response is much larger than
// its request, and small calls keep progress visible.
constexpr int64_t kRowsOfOneCall = 100'000;
static_assert(kRowsOfOneCall <= kMaxBatchRows);

// Returns an upper bound of the size of RequestFor(cluster), without the copy of the status of the VPA.
size_t MostRequestBytes(const objects::HostedCluster& cluster) {
  constexpr size_t kMostTagsAndLengths = 64;
  constexpr size_t kNowBytes = 20;
  size_t bytes = kMostTagsAndLengths + kNowBytes + cluster.vpa_created.size() + cluster.current_size.size() +
                 cluster.namespace_name.size() + cluster.name.size();
  if (cluster.vpa_status.has_value()) bytes += cluster.vpa_status->ByteSizeLong();
  if (cluster.vpa_resource_policy.has_value()) bytes += cluster.vpa_resource_policy->ByteSizeLong();
  return bytes;
}

// Returns the same bytes for equal messages. The order of map entries has no effect.
std::string BytesOf(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

}  // namespace

std::string ClusterName(const objects::HostedCluster& cluster) {
  return NamespacedName{cluster.namespace_name, cluster.name}.Full();
}

v1::RecommendSizeRequest RequestFor(const objects::HostedCluster& cluster) {
  v1::RecommendSizeRequest request;
  if (cluster.node_count.has_value()) request.set_node_count(*cluster.node_count);
  if (cluster.basis == objects::SizeBasis::kNodes) {
    request.set_current_size(SizeNow(cluster));
  } else {
    *request.mutable_vpa_status() = cluster.vpa_status.value_or(v1::VerticalPodAutoscalerStatus());
    if (cluster.vpa_resource_policy.has_value()) {
      *request.mutable_vpa_resource_policy() = *cluster.vpa_resource_policy;
    }
    request.set_vpa_creation_timestamp(cluster.vpa_created);
    request.set_current_size(cluster.current_size);
  }
  request.mutable_cluster()->set_namespace_(cluster.namespace_name);
  request.mutable_cluster()->set_name(cluster.name);
  return request;
}

void SetNow(absl::Time now, v1::RecommendSizeRequest& request) {
  request.set_now(server::ShowTime(now));
}

absl::Status CheckCluster(const objects::HostedCluster& cluster) {
  if (cluster.basis == objects::SizeBasis::kNodes) {
    if (cluster.node_count.has_value()) return absl::OkStatus();
    return StatusWithReason(absl::StatusCode::kInvalidArgument, "NODE_COUNT_MISSING",
                            cluster.nodes_not_counted
                                ? "the operator does not count the nodes while the API server of the cluster is not "
                                  "available, because a NodePool is autoscaled"
                                : "the number of nodes is unknown; add the NodePools of the cluster");
  }
  if (!cluster.vpa_problem.has_value()) return absl::OkStatus();
  return StatusWithReason(absl::StatusCode::kInvalidArgument, cluster.vpa_problem->reason,
                          cluster.vpa_problem->message);
}

void SetBasis(absl::optional<objects::SizeBasis> basis, std::vector<objects::HostedCluster>& clusters) {
  if (!basis.has_value()) return;
  for (objects::HostedCluster& cluster : clusters) cluster.basis = *basis;
}

void UseNodeCount(const objects::HostedCluster& cluster, v1::RecommendSizeResponse& response) {
  if (cluster.basis != objects::SizeBasis::kNodes || !response.has_by_node_count()) return;
  const v1::SizeByNodeCount& decided = response.by_node_count();
  response.set_summary(decided.summary());
  if (decided.size().empty()) return;
  response.set_recommended_size(decided.size());
  response.set_outcome(v1::SIZE_OUTCOME_RECOMMENDED);
  response.clear_no_recommendation_reason();
  response.set_changed(decided.size() != SizeNow(cluster));
}

size_t ItemsOfNextCall(absl::Span<const size_t> item_bytes, size_t shared_bytes, int rows_per_item) {
  const size_t by_rows = static_cast<size_t>(kRowsOfOneCall / std::max(rows_per_item, 1));
  const size_t most = std::min({item_bytes.size(), by_rows, static_cast<size_t>(kMaxBatchItems)});
  size_t bytes = shared_bytes;
  size_t items = 0;
  while (items < most) {
    bytes += item_bytes[items] + kItemOverheadBytes;
    if (bytes > kMaxBatchRequestBytes) break;
    ++items;
  }
  return std::max<size_t>(items, 1);
}

absl::StatusOr<FleetResponse> DecideFleet(const FleetInput& input, BlockingService& client,
                                          const std::function<void(size_t)>& progress) {
  v1::BatchRecommendSizeRequest shared;
  *shared.mutable_cluster_sizing_configuration() = input.sources.configuration.config;
  *shared.mutable_machine_sets() = input.sources.MachineSets();
  *shared.mutable_options() = input.options;
  shared.mutable_options()->set_detail(v1::DETAIL_FULL);
  const size_t shared_bytes = shared.ByteSizeLong();

  const OperatorRules rules(input.sources.configuration.config, input.now);
  FleetResponse answer;
  answer.results.resize(input.clusters.size());
  std::vector<size_t> indexes;  // the clusters that are sent
  std::vector<size_t> item_bytes;
  for (size_t i = 0; i < input.clusters.size(); ++i) {
    if (const absl::Status status = CheckCluster(input.clusters[i]); !status.ok()) {
      SetRpcStatus(status, *answer.results[i].mutable_error());
      continue;
    }
    indexes.push_back(i);
    item_bytes.push_back(MostRequestBytes(input.clusters[i]));
  }

  size_t done = 0;
  while (done < indexes.size()) {
    const size_t count = ItemsOfNextCall(absl::MakeConstSpan(item_bytes).subspan(done), shared_bytes,
                                         input.sources.configuration.config.spec().sizes_size());
    v1::BatchRecommendSizeRequest request = shared;
    for (size_t i = 0; i < count; ++i) {
      v1::RecommendSizeRequest& item = *request.add_items();
      item = RequestFor(input.clusters[indexes[done + i]]);
      SetNow(input.now, item);
    }
    absl::StatusOr<v1::BatchRecommendSizeResponse> response =
        client.Call(&SizingService::BatchRecommendSize, std::move(request));
    if (!response.ok()) return response.status();
    if (static_cast<size_t>(response->results_size()) != count) {
      return absl::InternalError(
          absl::StrCat("the response has ", response->results_size(), " results for ", count, " clusters"));
    }
    for (v1::BatchRecommendSizeResult& result : *response->mutable_results()) {
      if (result.has_response()) {
        v1::RecommendSizeResponse& decided = *result.mutable_response();
        UseNodeCount(input.clusters[indexes[done]], decided);
        AddReaderWarnings(input.sources.configuration, "", *decided.mutable_findings());
        AddUnknownOverride(input.clusters[indexes[done]], rules, *decided.mutable_findings());
      }
      answer.results[indexes[done++]] = std::move(result);
    }
    answer.findings = std::move(*response->mutable_findings());
    progress(done);
  }
  AddReaderWarnings(input.sources.configuration, "", answer.findings);
  return answer;
}

absl::Status DecideInParts(const FleetInput& input, BlockingService& client,
                           absl::FunctionRef<void(size_t first, FleetResponse&)> take) {
  constexpr size_t kClustersOfOnePart = 500;
  for (size_t first = 0; first < input.clusters.size(); first += kClustersOfOnePart) {
    absl::StatusOr<FleetResponse> answer =
        DecideFleet({input.sources, input.options, input.clusters.subspan(first, kClustersOfOnePart), input.now},
                    client, [](size_t) {});
    if (!answer.ok()) return answer.status();
    take(first, *answer);
  }
  return absl::OkStatus();
}

std::string RequestBytes(const objects::HostedCluster& cluster) {
  return absl::StrCat(cluster.not_opted_in, "\n", cluster.deleted, cluster.nodes_not_counted, cluster.size_label, "\n",
                      cluster.size_override, "\n", absl::ToUnixNanos(cluster.paused_until),
                      CheckCluster(cluster).message(), BytesOf(RequestFor(cluster)));
}

std::string RequestBytes(const Sources& sources) {
  std::string bytes = BytesOf(sources.configuration.config);
  for (const objects::FoundMachineSet& found : sources.machine_sets) {
    absl::StrAppend(&bytes, BytesOf(found.machine_set));
  }
  return bytes;
}

}  // namespace cpsizer::cli
