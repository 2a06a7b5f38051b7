#ifndef CPSIZER_CLIENT_KUBE_READ_FILE_H_
#define CPSIZER_CLIENT_KUBE_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::kube {

// Opens and reads the file at `path`. Errors name the path: NotFound if it does not exist, ResourceExhausted if it has
// more than `max_bytes`, otherwise the error of the operating system.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_READ_FILE_H_
