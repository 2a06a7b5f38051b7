#ifndef CPSIZER_CLIENT_KUBE_READ_FILE_H_
#define CPSIZER_CLIENT_KUBE_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::kube {

// The content of the file at `path`, opened anew. Errors name the path: NotFound if there is no such file,
// ResourceExhausted if it holds more than `max_bytes`, else the one of the operating system.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_READ_FILE_H_
