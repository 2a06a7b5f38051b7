#ifndef CPSIZER_CLIENT_KUBE_READ_FILE_H_
#define CPSIZER_CLIENT_KUBE_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::kube {

// Returns the content of the file at `path`. Errors: NotFound if the file does not exist; ResourceExhausted if the file
// has more than `max_bytes`; the error of the operating system in all other cases. The message contains the path.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_READ_FILE_H_
