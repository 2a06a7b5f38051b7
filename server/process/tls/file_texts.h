#ifndef CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
#define CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The maximum size of a file, in bytes. Files with certificates, keys and rules are much smaller.
inline constexpr size_t kMaxSecurityFileBytes = size_t{1} << 20;

// A file and the flag that sets its path.
struct NamedFile {
  absl::string_view flag;
  std::string path;
};

// The contents of several files, in the order of the paths.
using FileTexts = std::vector<std::string>;

// Reads all `files`. Kubernetes replaces all files of a Secret or a ConfigMap at the same time, by one symbolic link
// with the name `..data`. This function follows the link only once for all files of a folder, so that the contents are
// of the same version.
//
// Errors, each with one sentence about the flag, the file, and what to do: FailedPrecondition if a path is not a file
// or cannot be read, or if a file is empty or larger than kMaxSecurityFileBytes.
absl::StatusOr<FileTexts> ReadFiles(absl::Span<const NamedFile> files);

// Returns the name of a file for messages, such as `--tls-cert-file /etc/tls/tls.crt`.
std::string FileLabel(const NamedFile& file);

// Returns FailedPrecondition. The message contains the file, the reason why it cannot be used, and what to do.
absl::Status UnusableFile(const NamedFile& file, absl::string_view why, absl::string_view hint);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
