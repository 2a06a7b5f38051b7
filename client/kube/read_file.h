#ifndef CPSIZER_CLIENT_KUBE_READ_FILE_H_
#define CPSIZER_CLIENT_KUBE_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::kube {

// Returns the content of the file at `path`. Errors, with the path in the message: NotFound if the file does not exist;
// ResourceExhausted if the file has more than `max_bytes`; in all other cases, the error of the operating system.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_READ_FILE_H_
