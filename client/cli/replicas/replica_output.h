#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/named.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// One autoscaler and what was answered about it.
struct ReplicaAnswer {
  Named name;
  absl::StatusOr<v1::RecommendReplicasResponse> response;
};

// The sentence of an answer, with amounts as people read them.
std::string ShownSummary(const v1::RecommendReplicasResponse& response);

// One row for each. `wide` adds what the metric that wins was measured at, its target, and what it proposes.
void PrintReplicaTable(const std::vector<ReplicaAnswer>& answers, bool wide, Screen& out);

// `namespace/name 5` for each.
void PrintReplicaNames(const std::vector<ReplicaAnswer>& answers, Screen& out);

// `{"items": [{"autoscaler": {"namespace", "name"}, "response" or "error"}]}`.
nlohmann::ordered_json ReplicasJson(const std::vector<ReplicaAnswer>& answers);

// `3 autoscalers: 1 rescale, 2 keep`.
std::string ReplicaCounts(const std::vector<ReplicaAnswer>& answers);

// Everything that one answer says: the sentence, each metric's proposal with its arithmetic, what changed it on its
// way, the conditions and the findings. `wide` adds the events.
void PrintReplicaExplanation(const Named& name, const v1::RecommendReplicasResponse& response, bool wide, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_OUTPUT_H_
