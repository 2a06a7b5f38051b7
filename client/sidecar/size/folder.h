#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// Puts the objects of the YAML and JSON files in `path` into `cache` as complete lists. Returns one sentence for each
// part that cannot be read, and for each object that occurs twice.
std::vector<std::string> ReadFolder(const std::string& path, ClusterCache& cache);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_
