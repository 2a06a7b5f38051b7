#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/namespaced_name.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// The limits of an autoscaler.
struct ReplicaLimits {
  int32_t least = 1;  // the default of the API server
  int32_t most = 0;
};

// An autoscaler, and the response about the autoscaler.
struct ReplicaAnswer {
  NamespacedName name;
  absl::StatusOr<v1::RecommendReplicasResponse> response;
  ReplicaLimits limits = {};
};

// Returns the summary of a response, with amounts in human-readable form.
std::string ShownSummary(const v1::RecommendReplicasResponse& response);

// Prints one row for each autoscaler. If `wide`, also prints the measured value, the target and the proposal of the
// metric with the winning proposal.
void PrintReplicaTable(const std::vector<ReplicaAnswer>& answers, bool wide, Screen& out);

// Prints the name and the number of replicas of each autoscaler, such as `namespace/name 5`.
void PrintReplicaNames(const std::vector<ReplicaAnswer>& answers, Screen& out);

// Returns the response as JSON. Leaves out a ratio that is infinite or not a number, such as the average of no replica.
nlohmann::ordered_json ReplicaResponseJson(const v1::RecommendReplicasResponse& response);

// Returns `{"items": [{"autoscaler": {"namespace", "name"}, "response" or "error"}]}`.
nlohmann::ordered_json ReplicasJson(const std::vector<ReplicaAnswer>& answers);

// Returns the number of autoscalers by outcome, such as `3 autoscalers: 1 rescale, 2 keep`.
std::string ReplicaCounts(const std::vector<ReplicaAnswer>& answers);

// Prints a whole response: the summary, the proposal of each metric with its arithmetic, the steps that changed the
// proposal, the conditions and the findings. If `wide`, also prints the events.
void PrintReplicaExplanation(const NamespacedName& name, const v1::RecommendReplicasResponse& response, bool wide,
                             Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_
