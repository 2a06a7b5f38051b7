#include "client/kube/read_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

constexpr size_t kPieceBytes = size_t{16} << 10;

struct CloseFile {
  void operator()(FILE* file) const { std::fclose(file); }
};

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes) {
  const std::unique_ptr<FILE, CloseFile> file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", Quoted(path)));
  std::string bytes;
  size_t count = 1;
  while (count > 0 && bytes.size() <= max_bytes) {
    const size_t size = bytes.size();
    bytes.resize(size + kPieceBytes);
    count = std::fread(bytes.data() + size, 1, kPieceBytes, file.get());
    bytes.resize(size + count);
  }
  if (std::ferror(file.get()) != 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot read ", Quoted(path)));
  if (bytes.size() <= max_bytes) return bytes;
  return absl::ResourceExhaustedError(
      absl::StrCat(Quoted(path), " has more than ", max_bytes, " bytes; check that it is the right file"));
}

}  // namespace cpsizer::kube
