#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// The parts of a folder that were not read, with one sentence for each part.
struct FolderProblems {
  std::vector<std::string> errors;    // parts that cannot be read, and objects that occur twice
  std::vector<std::string> warnings;  // documents that are not Kubernetes objects
};

// Puts the objects of the YAML and JSON files in `path` into `cache` as complete lists.
FolderProblems ReadFolder(const std::string& path, ClusterCache& cache);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_H_
