#ifndef CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
#define CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// Certificates, keys and rules are far smaller, bytes.
inline constexpr size_t kMaxSecurityFileBytes = size_t{1} << 20;

// A file, and the flag that names it.
struct NamedFile {
  absl::string_view flag;
  std::string path;
};

// What the files held, in the order in which they were named.
using FileTexts = std::vector<std::string>;

// Reads all of `files`. Kubernetes swaps the files of a Secret or ConfigMap with one symbolic link, `..data`: that one
// is followed once for all files of a folder, so that no two of them come from two versions.
//
// Errors, each a sentence with flag, file and way out: FailedPrecondition for what is no file, cannot be read, or holds
// nothing or more than kMaxSecurityFileBytes.
absl::StatusOr<FileTexts> ReadFiles(absl::Span<const NamedFile> files);

// `--tls-cert-file /etc/tls/tls.crt`: how sentences name a file.
std::string FileLabel(const NamedFile& file);

// FailedPrecondition: the file, why it cannot be used, and what to do.
absl::Status UnusableFile(const NamedFile& file, absl::string_view why, absl::string_view way_out);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_FILE_TEXTS_H_
