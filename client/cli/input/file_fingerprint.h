#ifndef CPSIZER_CLIENT_CLI_INPUT_FILE_FINGERPRINT_H_
#define CPSIZER_CLIENT_CLI_INPUT_FILE_FINGERPRINT_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace cpsizer::cli {

// Returns a number that changes if the files that -f reads change: the files of `paths`, and those that ReadInventory()
// reads in folders of `paths`. Reads the lists of the folders, and of each file only the inode, the size and the times;
// a change within the resolution of these times, some milliseconds, may be missed if it keeps the size. A path that
// does not exist has a fingerprint too. The number is the same only within one process.
//
// Errors: FailedPrecondition if a path is a pipe or another file that may have other content when it is read again.
absl::StatusOr<size_t> FingerprintOf(absl::Span<const std::string> paths);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_FILE_FINGERPRINT_H_
