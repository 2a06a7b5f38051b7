#ifndef CPSIZER_CLIENT_CLI_HISTORY_CLUSTER_SELECTION_H_
#define CPSIZER_CLIENT_CLI_HISTORY_CLUSTER_SELECTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/cli/base/screen.h"
#include "client/history/series/sample.h"

namespace cpsizer::cli {

// Selects clusters of a history by their names: `name` or `namespace/name`. Without names, selects all.
class ClusterSelection {
 public:
  // `clusters` has the names of the history, and grows while it is read. Both must outlive this object.
  ClusterSelection(const std::vector<std::string>& wanted, const history::Names& clusters)
      : wanted_(wanted), clusters_(clusters), found_(wanted.size()) {}

  // Returns whether the cluster with this number is selected.
  bool Admits(uint32_t cluster);

  // Prints an error and returns false if a name is not the name of a cluster in the history. Requires that the history
  // was read.
  bool FoundAll(Screen& err) const;

 private:
  const std::vector<std::string>& wanted_;
  const history::Names& clusters_;
  std::vector<bool> found_;     // by the index in `wanted_`
  std::vector<bool> selected_;  // by the number of the cluster
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_CLUSTER_SELECTION_H_
