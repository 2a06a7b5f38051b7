#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/namespaced_name.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// The histories of autoscalers, read from earlier responses.
class ReplicaHistories {
 public:
  // Reads a file, or standard input if `path` is `-`, in JSON or YAML. The file is the output of `replicas -o json`
  // about one or several autoscalers, or only the `history` of a response. Prints errors and returns nothing if the
  // file cannot be read.
  static absl::optional<ReplicaHistories> Read(const std::string& path, Screen& err);

  // Returns the history of the autoscaler `name`, or null if there is no history. If `only` is true, the command
  // decides about only this autoscaler, and a history without a name belongs to it.
  const v1::ReplicasHistory* Of(const NamespacedName& name, bool only) const;

  // Returns whether there is a history without a name.
  bool has_nameless() const { return nameless_.has_value(); }

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, v1::ReplicasHistory> by_name_;  // namespace and name
  absl::optional<v1::ReplicasHistory> nameless_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_
