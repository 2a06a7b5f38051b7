#ifndef CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_H_

#include <string>
#include <vector>

#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

struct CapacityFlags {
  SourceFlags source;
  std::vector<std::string> with;
  // The configuration in the place of `with`, for a caller that has read it. Null: there is none.
  const v1::ClusterSizingConfiguration* with_config = nullptr;
  std::vector<std::string> nodes_like;  // each is NAME=COUNT
  OutputFormat output = OutputFormat::kTable;
};

// Runs the verb with `flags`. Returns the exit code.
int RunCapacity(const CapacityFlags& flags, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_H_
