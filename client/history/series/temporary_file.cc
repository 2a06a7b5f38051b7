#include "client/history/series/temporary_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/history/series/read_error.h"
#include "client/objects/escape.h"

namespace cpsizer::history {

std::string FolderOfTemporaryFiles(const std::string& folder) {
  if (!folder.empty()) return folder;
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) ::close(file_);
}

absl::Status TemporaryFile::Open() {
  std::string path = absl::StrCat(folder_, "/cpsizer-history-XXXXXX");
  file_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (file_ >= 0) {
    ::unlink(path.c_str());
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(absl::StrCat("a temporary file cannot be made in ", objects::Escape(folder_),
                                                   ": ", LastError(), "; set TMPDIR to a folder on a disk with space"));
}

absl::Status TemporaryFile::Append(const void* bytes, size_t count) {
  if (file_ < 0) {
    absl::Status error = Open();
    if (!error.ok()) return error;
  }
  const auto* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::write(file_, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a temporary file in ", objects::Escape(folder_), " cannot be written: ", LastError(),
                       "; set TMPDIR to a folder on a disk with space, or order the history by time"));
    }
    next += written;
    count -= static_cast<size_t>(written);
  }
  return absl::OkStatus();
}

absl::Status TemporaryFile::ReadAt(uint64_t offset, void* bytes, size_t count) const {
  auto* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t read = ::pread(file_, next, count, static_cast<off_t>(offset));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) {
      return absl::UnavailableError(absl::StrCat("a temporary file in ", objects::Escape(folder_),
                                                 " cannot be read: ", read < 0 ? LastError() : "it is too short"));
    }
    next += read;
    offset += static_cast<uint64_t>(read);
    count -= static_cast<size_t>(read);
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::history
