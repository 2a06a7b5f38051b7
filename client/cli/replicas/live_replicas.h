#ifndef CPSIZER_CLIENT_CLI_REPLICAS_LIVE_REPLICAS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_LIVE_REPLICAS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/found_object.h"
#include "client/objects/replica_objects.h"
#include "client/replicas/observer.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// The autoscalers of a cluster, and what there is to be observed of each. Writes nothing.
class LiveReplicas {
 public:
  // Lists them. Errors: those of ClusterConnection.
  static absl::StatusOr<std::unique_ptr<LiveReplicas>> Read(const ClusterFlags& flags);

  // In the order of namespaces and names.
  const std::vector<objects::FoundAutoscaler>& autoscalers() const { return autoscalers_; }
  // Those that cannot be read.
  const std::vector<objects::FileProblem>& problems() const { return problems_; }

  // Looks at the scale, pods and metrics of one of them, and at the targets of the others of its namespace. The
  // question about it but for history and options. Errors: what keeps us from seeing them.
  absl::StatusOr<v1::RecommendReplicasRequest> Observe(size_t place);

 private:
  explicit LiveReplicas(std::unique_ptr<ClusterConnection> connection);

  // So that rivals are known. One whose target cannot be read is nobody's.
  void LearnSelectors(const std::string& name_space);

  const std::unique_ptr<ClusterConnection> connection_;
  replicas::Observer observer_;
  std::vector<objects::FoundAutoscaler> autoscalers_;
  std::vector<objects::FileProblem> problems_;
  absl::flat_hash_set<std::string> learned_;  // namespaces
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_LIVE_REPLICAS_H_
