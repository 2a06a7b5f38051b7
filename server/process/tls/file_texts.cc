#include "server/process/tls/file_texts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

constexpr char kDataLink[] = "..data";
constexpr size_t kPieceBytes = size_t{16} << 10;

// A file descriptor that is closed by the destructor. It is negative if the file could not be opened.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// For each folder with a `..data` link: the path of the folder, and the open target of the link.
using DataFolders = std::map<std::string, Descriptor>;

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// If `path` is a link to a file in `..data`, returns the path of this file relative to `..data`. If not, returns an
// empty text.
std::string PathInData(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t size = readlink(path.c_str(), target, sizeof target);
  const absl::string_view text(target, size > 0 ? static_cast<size_t>(size) : 0);
  const std::string prefix = absl::StrCat(kDataLink, "/");
  return absl::StartsWith(text, prefix) ? std::string(text.substr(prefix.size())) : "";
}

// Opens the file at `path`. Never blocks, not even if `path` is a pipe without a writer. The caller rejects a pipe
// later.
Descriptor Open(const std::string& path, DataFolders& folders) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  const std::string in_data = PathInData(path);
  if (in_data.empty()) return Descriptor(open(path.c_str(), kFlags));
  const std::string folder = FolderOf(path);
  auto found = folders.find(folder);
  if (found == folders.end()) {
    const int fd = open(absl::StrCat(folder, "/", kDataLink).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    found = folders.emplace(folder, Descriptor(fd)).first;
  }
  return Descriptor(openat(found->second.get(), in_data.c_str(), kFlags));
}

absl::Status CannotRead(const NamedFile& file, int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return UnusableFile(file, "there is no such file", "check the path, and that the volume with it is mounted");
    case EACCES:
      return UnusableFile(file, "this process has no permission to read it",
                          absl::StrCat("grant it to user ", geteuid(), " or group ", getegid()));
    default:
      return UnusableFile(file, absl::StrCat("cannot be read: ", strerror(error)), "check the file");
  }
}

absl::StatusOr<std::string> ReadText(const NamedFile& file, DataFolders& folders) {
  const Descriptor descriptor = Open(file.path, folders);
  struct stat info;
  if (descriptor.get() < 0 || fstat(descriptor.get(), &info) != 0) return CannotRead(file, errno);
  if (S_ISDIR(info.st_mode)) return UnusableFile(file, "is a folder", "specify the file in it");
  if (!S_ISREG(info.st_mode)) return UnusableFile(file, "is not a regular file", "specify one");
  std::string text;
  ssize_t count = 1;
  while (count > 0 && text.size() <= kMaxSecurityFileBytes) {
    const size_t size = text.size();
    text.resize(size + kPieceBytes);
    do {
      count = read(descriptor.get(), text.data() + size, kPieceBytes);
    } while (count < 0 && errno == EINTR);
    text.resize(size + static_cast<size_t>(count < 0 ? 0 : count));
  }
  if (count < 0) return CannotRead(file, errno);
  if (text.empty()) return UnusableFile(file, "is empty", "write the required content to the file, or omit the flag");
  if (text.size() <= kMaxSecurityFileBytes) return text;
  return UnusableFile(file, absl::StrCat("has more than ", kMaxSecurityFileBytes, " bytes"),
                      "check that it is the right file");
}

}  // namespace

absl::StatusOr<FileTexts> ReadFiles(absl::Span<const NamedFile> files) {
  DataFolders folders;
  FileTexts texts;
  for (const NamedFile& file : files) {
    absl::StatusOr<std::string> text = ReadText(file, folders);
    if (!text.ok()) return text.status();
    texts.push_back(*std::move(text));
  }
  return texts;
}

absl::Status UnusableFile(const NamedFile& file, absl::string_view why, absl::string_view hint) {
  return absl::FailedPreconditionError(absl::StrCat(FileLabel(file), ": ", why, "; ", hint));
}

std::string FileLabel(const NamedFile& file) {
  return absl::StrCat(file.flag, " ", absl::Utf8SafeCHexEscape(file.path));
}

}  // namespace cpsizer::server
