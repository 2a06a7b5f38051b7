#include "client/cli/input/file_fingerprint.h"

#include <sys/stat.h>

#include <cerrno>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/file_walk.h"

namespace cpsizer::cli {
namespace {

// Adds a file to `fingerprint`. `status` is that of the file, or null if there is none.
void AddFile(const std::string& path, const struct stat* status, size_t& fingerprint) {
  if (status == nullptr) {
    fingerprint = absl::HashOf(fingerprint, path, errno);
    return;
  }
  // The time of the status differs also if the content has the size and the time of a file that it replaces.
  fingerprint = absl::HashOf(fingerprint, path, status->st_dev, status->st_ino, status->st_size, status->st_mtim.tv_sec,
                             status->st_mtim.tv_nsec, status->st_ctim.tv_sec, status->st_ctim.tv_nsec);
}

void AddFolder(const std::string& folder, size_t& fingerprint) {
  const objects::FolderFiles files = objects::WalkFolder(folder);
  for (const std::string& path : files.paths) {
    struct stat status = {};
    AddFile(path, stat(path.c_str(), &status) == 0 ? &status : nullptr, fingerprint);
  }
  for (const objects::FolderFiles::Unreadable& unreadable : files.unreadable) {
    fingerprint = absl::HashOf(fingerprint, unreadable.path, unreadable.why);
  }
}

}  // namespace

absl::StatusOr<size_t> FingerprintOf(absl::Span<const std::string> paths) {
  size_t fingerprint = 0;
  for (const std::string& path : paths) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) {
      AddFile(path, nullptr, fingerprint);
    } else if (S_ISDIR(status.st_mode)) {
      AddFolder(path, fingerprint);
    } else if (S_ISREG(status.st_mode)) {
      AddFile(path, &status, fingerprint);
    } else {
      return absl::FailedPreconditionError(
          absl::StrCat(objects::Escape(path), " is neither a file nor a folder, and cannot be read again"));
    }
  }
  return fingerprint;
}

}  // namespace cpsizer::cli
