#ifndef CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
#define CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The maximum size of a file, in bytes: certificates, keys and rules are far smaller.
inline constexpr size_t kMaxSecurityFileBytes = size_t{1} << 20;

// A file, and the flag that names it.
struct NamedFile {
  absl::string_view flag;
  std::string path;
};

// The contents of files, in the order in which the files are named.
using FileTexts = std::vector<std::string>;

// Reads all `files`. Kubernetes replaces all files of a Secret or ConfigMap at once, with one symbolic link that is
// called `..data`. This function resolves the link once for all files of a folder, so that the files are of the same
// version.
//
// Errors, each with one sentence that has flag, file and remedy: FailedPrecondition for a path that is not a file or
// cannot be read, and for a file that is empty or larger than kMaxSecurityFileBytes.
absl::StatusOr<FileTexts> ReadFiles(absl::Span<const NamedFile> files);

// Returns the name of a file in messages, such as `--tls-cert-file /etc/tls/tls.crt`.
std::string FileLabel(const NamedFile& file);

// Returns FailedPrecondition with the file, the reason why it cannot be used, and the remedy.
absl::Status UnusableFile(const NamedFile& file, absl::string_view why, absl::string_view hint);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
