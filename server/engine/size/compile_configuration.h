#ifndef CPSIZER_SERVER_ENGINE_SIZE_COMPILE_CONFIGURATION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_COMPILE_CONFIGURATION_H_

#include "cpsizer/size_configuration.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer {

// Compiles `config`. Capacities that are not in `config` come from `machine_sets`.
SizeConfiguration CompileSizeConfiguration(const v1::ClusterSizingConfiguration& config,
                                           const SizeLadder::MachineSets& machine_sets);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_COMPILE_CONFIGURATION_H_
