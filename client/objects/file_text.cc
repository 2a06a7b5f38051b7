#include "client/objects/file_text.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/objects/file_limits.h"

namespace cpsizer::objects {
namespace {

constexpr size_t kPieceBytes = size_t{64} << 10;

struct CloseFile {
  void operator()(FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

void TooLarge(ProblemList& problems) {
  problems.Add({}, absl::StrCat("is larger than ", kMaxFileBytes >> 20,
                                " MiB; keep only the objects that sizing reads, or split it"));
}

}  // namespace

absl::optional<std::string> ReadFile(const std::string& path, ProblemList& problems) {
  std::error_code ignored;
  size_t expected_bytes = 0;
  if (path != "-" && std::filesystem::is_regular_file(path, ignored)) {
    const uintmax_t size = std::filesystem::file_size(path, ignored);
    if (size > kMaxFileBytes) {
      TooLarge(problems);
      return absl::nullopt;
    }
    expected_bytes = static_cast<size_t>(size);
  }
  const std::unique_ptr<FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    problems.Add({}, absl::StrCat("cannot be opened: ", std::generic_category().message(errno)));
    return absl::nullopt;
  }
  std::string bytes;
  // Without a reservation, the string would grow by copies, and would use up to three times the size of the file.
  bytes.reserve(expected_bytes + kPieceBytes);
  size_t count = 1;
  while (count > 0 && bytes.size() <= kMaxFileBytes) {
    const size_t size = bytes.size();
    bytes.resize(size + kPieceBytes);
    count = std::fread(bytes.data() + size, 1, kPieceBytes, file.get());
    bytes.resize(size + count);
  }
  if (std::ferror(file.get()) != 0) {
    problems.Add({}, absl::StrCat("cannot be read: ", std::generic_category().message(errno)));
    return absl::nullopt;
  }
  if (bytes.size() <= kMaxFileBytes) return bytes;
  TooLarge(problems);
  return absl::nullopt;
}

}  // namespace cpsizer::objects
