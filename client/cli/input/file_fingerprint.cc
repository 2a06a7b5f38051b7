#include "client/cli/input/file_fingerprint.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/file_walk.h"

namespace cpsizer::cli {
namespace {

namespace fs = std::filesystem;

// Adds the file to `fingerprint`, or that it does not exist.
void AddFile(const std::string& path, size_t& fingerprint) {
  struct stat status = {};
  const int error = stat(path.c_str(), &status) == 0 ? 0 : errno;
  // The time of the status differs also if the content has the size and the time of a file that it replaces.
  fingerprint =
      absl::HashOf(fingerprint, path, error, status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                   status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

void AddFolder(const std::string& folder, size_t& fingerprint) {
  const objects::FolderFiles files = objects::WalkFolder(folder);
  for (const std::string& path : files.paths) AddFile(path, fingerprint);
  for (const objects::FolderFiles::Unreadable& unreadable : files.unreadable) {
    fingerprint = absl::HashOf(fingerprint, unreadable.path, unreadable.why);
  }
}

}  // namespace

absl::StatusOr<size_t> FingerprintOf(absl::Span<const std::string> paths) {
  size_t fingerprint = 0;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) {
      AddFolder(path, fingerprint);
    } else if (fs::is_regular_file(status) || !fs::exists(status)) {
      AddFile(path, fingerprint);
    } else {
      return absl::FailedPreconditionError(
          absl::StrCat(objects::Escape(path), " is neither a file nor a folder, and cannot be read again"));
    }
  }
  return fingerprint;
}

}  // namespace cpsizer::cli
