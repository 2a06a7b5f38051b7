#ifndef CPSIZER_CLIENT_HISTORY_SERIES_TEMPORARY_FILE_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_TEMPORARY_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"

namespace cpsizer::history {

// Returns `folder`, or TMPDIR, or /tmp, in this order.
std::string FolderOfTemporaryFiles(const std::string& folder);

// A file without a name, which the system removes when it is closed, also if the program is killed. Not thread-safe.
class TemporaryFile {
 public:
  // The file is made in `folder` at the first Append().
  explicit TemporaryFile(std::string folder) : folder_(std::move(folder)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  // Errors: ResourceExhausted if the file cannot be made or written, for example because the disk is full.
  absl::Status Append(const void* bytes, size_t count);
  // Reads `count` bytes that were written. Errors: Unavailable.
  absl::Status ReadAt(uint64_t offset, void* bytes, size_t count) const;

 private:
  absl::Status Open();

  const std::string folder_;
  int file_ = -1;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_TEMPORARY_FILE_H_
