#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/named.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// What earlier answers gave back.
class ReplicaHistories {
 public:
  // Reads a file, or standard input for `-`, in JSON or YAML: what `replicas -o json` printed about one autoscaler or
  // about several, or the `history` of an answer alone. Absent after saying what is wrong.
  static absl::optional<ReplicaHistories> Read(const std::string& path, Screen& err);

  // Of the autoscaler `name`; null where there is none. `only` says that no other is asked about: then a history that
  // does not say whose it is, is its own.
  const v1::ReplicasHistory* Of(const Named& name, bool only) const;

  // Whether there is a history that does not say whose it is.
  bool has_nameless() const { return nameless_.has_value(); }

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, v1::ReplicasHistory> by_name_;  // namespace and name
  absl::optional<v1::ReplicasHistory> nameless_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_HISTORY_H_
