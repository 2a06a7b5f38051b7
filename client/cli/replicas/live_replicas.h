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

// The autoscalers of a cluster, and the observation of each autoscaler. Writes nothing.
class LiveReplicas {
 public:
  // Lists the autoscalers. Errors: the errors of ClusterConnection.
  static absl::StatusOr<std::unique_ptr<LiveReplicas>> Read(const ClusterFlags& flags);

  // The autoscalers, ordered by namespace and name.
  const std::vector<objects::FoundAutoscaler>& autoscalers() const { return autoscalers_; }
  // One problem for each autoscaler that cannot be read.
  const std::vector<objects::FileProblem>& problems() const { return problems_; }

  // The version of the API server, or the reason why it is not known.
  const absl::StatusOr<std::string>& version() const { return version_; }

  // Reads the scale, the pods and the metrics of an autoscaler, and the targets of the other autoscalers in its
  // namespace. Returns a request without history and options. Errors: the reason why the objects cannot be read.
  absl::StatusOr<v1::RecommendReplicasRequest> Observe(size_t place);

 private:
  explicit LiveReplicas(std::unique_ptr<ClusterConnection> connection);

  // Reads the selectors of all targets in the namespace, to detect other autoscalers of the same pods. If a target
  // cannot be read, its autoscaler selects no pods.
  void ReadSelectors(const std::string& name_space);

  const std::unique_ptr<ClusterConnection> connection_;
  replicas::Observer observer_;
  absl::StatusOr<std::string> version_;
  std::vector<objects::FoundAutoscaler> autoscalers_;
  std::vector<objects::FileProblem> problems_;
  absl::flat_hash_set<std::string> learned_;  // namespaces
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_LIVE_REPLICAS_H_
